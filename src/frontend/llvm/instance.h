/* The call tree: an instance is one function on one call path, since calls are inlined; a function
 * that is shared (share.h) has one instance for all its calls. Instances are indices into
 * translator.instances; a parent comes before its children. */
#ifndef FRONTEND_LLVM_INSTANCE_H
#define FRONTEND_LLVM_INSTANCE_H

#include "base/map.h"
#include "base/vec.h"

#include <llvm-c/Core.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct translator translator;

struct caller {
    uint32_t instance, call;
};

typedef struct {
    uint32_t function;          /* into translator.functions */
    uint32_t parent;            /* NONE: the entry; of a shared one its first caller */
    uint32_t call;              /* local number in the parent's function */
    uint32_t next;              /* the next child of the same call, or NONE */
    uint32_t first_node;        /* its values are nodes first_node + local number */
    bool looped;                /* may run more than once */
    bool shared;                /* serves every call of its function (share.c) */
    vec(struct caller) callers; /* shared: all of them */
} instance;

/* How the call tree grows, beside translator.functions and translator.instances. */
typedef struct {
    map function_of; /* LLVMValueRef -> index into translator.functions */
    map children;    /* instance << 32 | call -> first child */
    uint32_t recursion_depth, heap_instances;
    uint64_t instructions; /* over all instances */
    bool may_share;        /* ... where copies are too many */
    bool sharing;          /* one instance of a function serves all its calls */
    map shared_of;         /* LLVMValueRef of a function -> its shared instance */
    bool deep;             /* some call was cut at the recursion depth */
} call_tree;

uint32_t instance_new(translator *tr, LLVMValueRef function, uint32_t parent, uint32_t call);
/* The instance that a call runs, made where there is none; the call is one of a shared one's. */
uint32_t instance_for_call(translator *tr, LLVMValueRef function, uint32_t parent, uint32_t call);
uint32_t instance_child(const translator *tr, uint32_t parent, uint32_t call,
                        LLVMValueRef function); /* NONE: none */
/* Whether a call is translated by inlining `callee`: it has a body and is not one of the functions
 * known as commands. */
bool call_is_inlined(translator *tr, LLVMValueRef callee);
/* The type that a parameter passes by value in memory, or NULL. */
LLVMTypeRef by_value(LLVMValueRef function, uint32_t parameter);
LLVMTypeRef by_value_at_call(LLVMValueRef call, uint32_t argument);
/* The argument is where the result is put: no code can keep its address. */
bool is_result_at_call(LLVMValueRef call, uint32_t argument);
bool recursion_too_deep(const translator *tr, LLVMValueRef callee, uint32_t parent);

#endif
