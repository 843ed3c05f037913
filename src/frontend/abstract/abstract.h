/* Forgetting memory: a module that has at least the runs of the given one, and hardly any memory.
 *
 * What most errors of large programs depend on are flags and counters: variables whose address
 * nothing takes. They are kept, with all that is computed in registers. All other memory is
 * forgotten: what is read there is any value, what is written there is nothing, but for what a
 * function has just written through the same pointer (recent_writes.c). A call through a
 * pointer calls whatever targets.c finds that the pointer may hold. A call of a function that
 * neither reaches an error nor writes what the error may depend on is any value. So a proof about
 * the module made is one about the given module, and a violation says nothing (over-approximated).
 */
#ifndef FRONTEND_ABSTRACT_ABSTRACT_H
#define FRONTEND_ABSTRACT_ABSTRACT_H

#include "base/map.h"
#include "frontend/llvm/assembly.h"
#include "frontend/llvm/translator.h"

typedef vec(LLVMValueRef) function_vec;

/* ---- which functions calls through pointers reach (targets.c) ---- */
typedef struct targets targets;
/* Of what is called from the entry on; `plain` are variables whose address nothing takes. */
targets *targets_find(translator *tr, LLVMValueRef entry, const map *plain);
void targets_of(const targets *t, LLVMValueRef call, function_vec *out);
bool targets_have_calls(const targets *t); /* through pointers, in functions that are reached */
/* The pointer is none from outside of the program: it holds one of these, unless it is null or was
 * never written, so that the call is undefined. */
bool targets_are_all(const targets *t, LLVMValueRef call);
const function_vec *targets_functions(const targets *t); /* that are called at all */
/* A variable of this type, of which so many bytes are accessed at a time, may be written through a
 * pointer that another module made: if that is used by the type of what it points to. */
bool targets_written_outside(const targets *t, LLVMTypeRef type, uint64_t bytes);
bool is_known_elsewhere(LLVMValueRef global); /* by its name */
static inline bool is_main(LLVMValueRef entry) {
    size_t length;
    return !strcmp(LLVMGetValueName2(entry, &length), "main");
}
void targets_delete(targets *t);

/* ---- what matters (relevant.c) ---- */
typedef struct {
    map decisive; /* functions that may reach an error, or write what these read: 1 */
    map kept;     /* functions whose bodies are kept: these, and small ones that they call: 1 */
    map tracked;  /* globals and locals that are plain variables: 1 */
    map wanted;   /* globals of these that kept functions read: 1 */
    targets *targets;
} relevance;

void relevance_find(translator *tr, LLVMValueRef entry, relevance *r);
void relevance_release(relevance *r);

static inline bool set_has(const map *m, LLVMValueRef v) {
    return map_find(m, (uint64_t)(uintptr_t)v, 0) != 0;
}
/* Returns whether it is new. */
static inline bool set_add(map *m, LLVMValueRef v) {
    if (set_has(m, v)) return false;
    map_set(m, (uint64_t)(uintptr_t)v, 1);
    return true;
}

/* The variable that is accessed through an address at a constant offset; else the address itself.
 */
LLVMValueRef accessed_variable(LLVMValueRef address);

/* What becomes of a call. */
enum forgotten_call {
    CALL_BODY,      /* of a function that has one */
    CALL_INTRINSIC, /* of LLVM */
    CALL_ERROR,     /* it is one, or may be */
    CALL_COMPUTES,  /* stays as it is: it ends the run, or gives a value */
    CALL_FORGOTTEN, /* touches no memory but what it gets: any value */
    CALL_UNSEEN,    /* may do anything ... */
    CALL_REFUSED    /* ... or what calls do not do: both must not be reached */
};
enum forgotten_call forgotten_call_of(translator *tr, LLVMValueRef callee);
static inline bool assembly_is_refused(LLVMValueRef call) {
    return assembly_defines(call) || assembly_sets_rounding(call);
}
/* A call through a pointer of this type may reach the function. */
bool may_call(LLVMTypeRef call, LLVMValueRef function);

/* ---- what is written and read again in one function (recent_writes.c) ---- */
/* `any` builds any value of a type, by the builder. What is made is tracked. */
void shadow_memory(translator *tr, LLVMValueRef function, map *tracked,
                   LLVMValueRef (*any)(void *context, LLVMTypeRef type), void *context,
                   LLVMBuilderRef at);

/* The module of `tr` becomes the one described above. */
void forget_memory(translator *tr, LLVMValueRef entry);

#endif
