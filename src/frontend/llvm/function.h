/* What is found out about a function once, whatever its instances: local numbers of its values,
 * their uses, its blocks and loops, and which locals may be read before they are written. The
 * translator owns the function_info. */
#ifndef FRONTEND_LLVM_FUNCTION_H
#define FRONTEND_LLVM_FUNCTION_H

#include "base/map.h"
#include "base/vec.h"

#include <llvm-c/Core.h>

typedef struct translator translator;

typedef struct {
    LLVMBasicBlockRef block;
    uint32_t first, end;   /* local numbers of its instructions */
    bool looped;           /* on a cycle */
    bool head;             /* target of a back edge */
    uint32_t line, column; /* of the loop statement, where known */
} block_info;

typedef struct {
    LLVMValueRef value;
    uint32_t block; /* NONE: an argument */
    uint32_t uses;
    uint32_t users, users_end; /* into function_info.user */
    bool crosses;              /* used outside its block: held in a variable */
    bool any_at_entry;   /* an alloca that must be any value when the function is entered ... */
    bool any_at_declare; /* ... and when its declaration is passed */
    bool jumped;         /* an alloca that a loop may use without passing its declaration */
    bool once;           /* an alloca that is written once, at the start, and otherwise only read */
    bool inlined_parameter; /* an alloca for a parameter of a function that clang inlined: declared
                               after it has its value */
    LLVMMetadataRef variable; /* an alloca: its DILocalVariable or NULL */
} value_info;

typedef struct {
    LLVMValueRef function;
    const char *name;
    vec(block_info) blocks;
    vec(value_info) values; /* arguments, then instructions in order */
    u32_vec user;
    map number;       /* LLVMValueRef -> local number */
    map block_number; /* LLVMBasicBlockRef -> index */
    uint32_t arguments;
    uint32_t name_id;
    uint32_t made;    /* variables' scopes so far: instances that have named variables */
    bool saves_stack; /* has variable-length arrays */
} function_info;

function_info *function_of(translator *tr, LLVMValueRef function); /* made on first use */
void function_delete(function_info *f);
uint32_t local_number(const function_info *f, LLVMValueRef v); /* NONE: not a value of f */
bool is_debug_call(LLVMValueRef v);
LLVMValueRef declared_address(LLVMValueRef declare);

#endif
