/* Calls of the program's functions by external code: any number of times, in any order,
 * with any arguments. They are not translated. A function is harmless where such calls change
 * nothing that counts: it reaches no error, and touches no object but its own locals, constants,
 * and what has escaped anyway, which is any value after the call. Of every other one it is said
 * that it may be called, and no proof rests on it. */
#include "frontend/external/callback.h"
#include "base/log.h"
#include "frontend/external/library_calls.h"
#include "frontend/external/library_table.h"
#include "frontend/external/volatile.h"
#include "frontend/llvm/call.h"
#include "frontend/llvm/function.h"
#include "frontend/llvm/translator.h"

#include <string.h>

typedef struct {
    map functions;
    bool any_time; /* called by a signal: nothing but its own locals and what hardware may write */
} seen_calls;

static bool is_private(translator *tr, LLVMValueRef v, const seen_calls *seen) {
    if (!LLVMIsAGlobalVariable(v) || LLVMIsGlobalConstant(v)) return false;
    if (seen->any_time) return !volatile_is_input(tr, v);
    uint64_t o = map_find(&tr->index.object_of, (uint64_t)(uintptr_t)v, NONE);
    LLVMLinkage linkage = LLVMGetLinkage(v);
    bool internal = linkage == LLVMInternalLinkage || linkage == LLVMPrivateLinkage;
    return internal && (o == NONE || !tr->objects.data[o].escape.escaped_first);
}

/* Constants that it names, also inside of constant expressions. */
static bool names_private(translator *tr, LLVMValueRef v, const seen_calls *seen, uint32_t depth) {
    if (is_private(tr, v, seen) || !depth) return true;
    if (!LLVMIsAConstantExpr(v) && !LLVMIsAConstantStruct(v) && !LLVMIsAConstantArray(v))
        return false;
    for (int i = 0; i < LLVMGetNumOperands(v); i++)
        if (names_private(tr, LLVMGetOperand(v, (unsigned)i), seen, depth - 1)) return true;
    return false;
}

static bool is_harmless(translator *tr, LLVMValueRef function, seen_calls *seen);

static bool call_is_harmless(translator *tr, LLVMValueRef call, seen_calls *seen) {
    size_t length;
    LLVMValueRef callee = called_function(call);
    if (is_debug_call(call)) return true;
    if (!callee) return false;
    if (!strncmp(LLVMGetValueName2(callee, &length), "llvm.", 5)) return true;
    switch (library_kind_of(tr, callee)) {
    case LIBRARY_NONE:
        return LLVMIsDeclaration(callee) ? !seen->any_time : is_harmless(tr, callee, seen);
    case LIBRARY_ERROR:
    case LIBRARY_ASSERT:
    case LIBRARY_CLAIM:
    case LIBRARY_ASSERT_FAIL:
    case LIBRARY_GOAL:
    case LIBRARY_CONDITION:
    case LIBRARY_REFUSED:
    case LIBRARY_JUMP:
    case LIBRARY_THREADS:
    case LIBRARY_SETROUND: return false;
    default: return true;
    }
}

static bool instruction_is_harmless(translator *tr, LLVMValueRef i, seen_calls *seen) {
    enum { DEPTH = 8 };
    if (LLVMIsACallInst(i) && !call_is_harmless(tr, i, seen)) return false;
    for (int k = 0; k < LLVMGetNumOperands(i); k++) {
        LLVMValueRef v = LLVMGetOperand(i, (unsigned)k);
        if (LLVMIsConstant(v) && names_private(tr, v, seen, DEPTH)) return false;
    }
    return true;
}

static bool is_harmless(translator *tr, LLVMValueRef function, seen_calls *seen) {
    uint64_t key = (uint64_t)(uintptr_t)function;
    if (tr->o->checks & ~(uint32_t)(CHECK_UNREACH | CHECK_ASSERT))
        return false; /* every operation may be an error */
    if (!map_add(&seen->functions, key)) return true;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            if (!instruction_is_harmless(tr, i, seen)) return false;
    return true;
}

/* One that others can call by its name, or have the address of. */
static bool is_known(translator *tr, LLVMValueRef f) {
    const char *entry = tr->o->entry ? tr->o->entry : "main";
    size_t length;
    const char *name = LLVMGetValueName2(f, &length);
    uint64_t o = map_find(&tr->index.object_of, (uint64_t)(uintptr_t)f, NONE);
    if (library_models(f) || library_kind_of(tr, f) != LIBRARY_NONE || !strcmp(name, entry) ||
        !strncmp(name, "__VERIFIER_", 11))
        return false;
    return LLVMGetLinkage(f) == LLVMExternalLinkage ||
           (o != NONE && tr->objects.data[o].escape.escaped);
}

static bool is_among(const translator *tr, const fact_vec *reached, LLVMValueRef f) {
    for (uint32_t i = 0; i < reached->size; i++)
        if (tr->objects.data[reached->data[i].object].value == f) return true;
    return false;
}

/* A function that is an error when it is called, with a body or without. */
static bool is_error(const translator *tr, LLVMValueRef f) {
    enum library_kind k = library_kind_of(tr, f);
    return k == LIBRARY_ERROR || k == LIBRARY_ASSERT_FAIL;
}

LLVMValueRef called_back(translator *tr, const fact_vec *reached, bool all) {
    LOG("external", "external code may call back, %u facts", reached->size);
    seen_calls seen = {0};
    LLVMValueRef found = NULL;
    for (LLVMValueRef f = LLVMGetFirstFunction(tr->m); f && !found; f = LLVMGetNextFunction(f))
        if (is_error(tr, f) ? is_among(tr, reached, f)
                            : LLVMCountBasicBlocks(f) &&
                                  (all ? is_known(tr, f) || is_among(tr, reached, f)
                                       : is_among(tr, reached, f)) &&
                                  !is_harmless(tr, f, &seen))
            found = f;
    map_release(&seen.functions);
    return found;
}

LLVMValueRef seen_handler(translator *tr, const fact_vec *reached) {
    seen_calls seen = {.any_time = true};
    LLVMValueRef found = NULL;
    for (LLVMValueRef f = LLVMGetFirstFunction(tr->m); f && !found; f = LLVMGetNextFunction(f))
        if (is_among(tr, reached, f) && (!LLVMCountBasicBlocks(f) || !is_harmless(tr, f, &seen)))
            found = f;
    map_release(&seen.functions);
    return found;
}
