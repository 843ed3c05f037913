/* Which functions do nothing but compute a result: for those that the C library calls as often and
 * in the order it likes. */
#include "frontend/external/purity.h"
#include "frontend/external/library_calls.h"
#include "frontend/external/library_table.h"
#include "frontend/llvm/call.h"
#include "frontend/llvm/function.h"
#include "frontend/llvm/translator.h"

#include <string.h>

static bool is_own_variable(LLVMValueRef pointer) {
    while (LLVMIsAGetElementPtrInst(pointer) || LLVMIsABitCastInst(pointer))
        pointer = LLVMGetOperand(pointer, 0);
    return LLVMIsAAllocaInst(pointer);
}

static bool is_pure(const translator *tr, LLVMValueRef function, map *seen);

/* Intrinsics that write write through their first argument; a trap is an error or an end, which
 * depends on what is compared. */
static bool intrinsic_is_pure(LLVMValueRef call, const char *name) {
    if (!strncmp(name, "llvm.mem", 8)) return is_own_variable(LLVMGetOperand(call, 0));
    return !strstr(name, "trap") && !strstr(name, "rounding") && strncmp(name, "llvm.va_", 8);
}

static bool call_is_pure(const translator *tr, LLVMValueRef call, map *seen) {
    size_t length;
    LLVMValueRef callee = LLVMIsAInlineAsm(LLVMGetCalledValue(call)) ? NULL : called_function(call);
    if (is_debug_call(call)) return true;
    if (!callee) return false;
    const char *name = LLVMGetValueName2(callee, &length);
    if (!strncmp(name, "llvm.", 5)) return intrinsic_is_pure(call, name);
    switch (library_kind_of(tr, callee)) {
    case LIBRARY_NONE: return LLVMCountBasicBlocks(callee) && is_pure(tr, callee, seen);
    case LIBRARY_ASSUME:
        return library_models(LLVMGetBasicBlockParent(LLVMGetInstructionParent(call)));
    case LIBRARY_POINTER:
    case LIBRARY_UNINTERPRETED:
    case LIBRARY_OPEN:
    case LIBRARY_OVER:
    case LIBRARY_MATH:
    case LIBRARY_PURE: return true;
    default: return false;
    }
}

static bool instruction_is_pure(const translator *tr, LLVMValueRef i, map *seen) {
    switch (LLVMGetInstructionOpcode(i)) {
    case LLVMStore: return is_own_variable(LLVMGetOperand(i, 1));
    case LLVMLoad: return !LLVMGetVolatile(i);
    case LLVMCall: return call_is_pure(tr, i, seen);
    case LLVMAtomicRMW:
    case LLVMAtomicCmpXchg:
    case LLVMFence:
    case LLVMVAArg: return false;
    default: return true;
    }
}

/* A call of a function that is being looked at adds nothing. */
static bool is_pure(const translator *tr, LLVMValueRef function, map *seen) {
    uint64_t key = (uint64_t)(uintptr_t)function;
    if (map_find(seen, key, 0)) return true;
    map_set(seen, key, 1);
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            if (!instruction_is_pure(tr, i, seen)) return false;
    return true;
}

static bool is_address_taken(LLVMValueRef function) {
    for (LLVMUseRef u = LLVMGetFirstUse(function); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (!LLVMIsACallInst(user)) return true;
        for (unsigned i = 0; i < LLVMGetNumArgOperands(user); i++)
            if (LLVMGetOperand(user, i) == function) return true;
    }
    return false;
}

static bool may_compare(LLVMValueRef function) {
    LLVMTypeRef type = LLVMGlobalGetValueType(function);
    bool fits = LLVMGetTypeKind(LLVMGetReturnType(type)) == LLVMIntegerTypeKind &&
                LLVMCountParamTypes(type) >= 2;
    return fits && is_address_taken(function);
}

bool comparisons_are_pure(const translator *tr) {
    bool pure = true;
    for (LLVMValueRef f = LLVMGetFirstFunction(tr->m); f && pure; f = LLVMGetNextFunction(f)) {
        map seen = {0};
        if (may_compare(f)) pure = LLVMCountBasicBlocks(f) && is_pure(tr, f, &seen);
        map_release(&seen);
    }
    return pure;
}
