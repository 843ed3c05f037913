#include "frontend/builtin.h"

#include "base/log.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct {
    LLVMBuilderRef b; /* before the call */
    LLVMValueRef call;
} expanded_call;

static LLVMValueRef argument(const expanded_call *x, unsigned i) {
    return LLVMGetOperand(x->call, i);
}

/* Alignment 1: what the call says of it, which is nothing. */
static void copy(const expanded_call *x, LLVMValueRef to, LLVMValueRef from) {
    LLVMBuildMemCpy(x->b, to, 1, from, 1, argument(x, 0));
}

static LLVMTypeRef byte_type(const expanded_call *x) {
    return LLVMInt8TypeInContext(LLVMGetTypeContext(LLVMTypeOf(x->call)));
}

/* ---- alloca(n) ---- */
static void expand_alloca(const expanded_call *x) {
    enum { ALIGNMENT = 16 }; /* as compilers give it */
    LLVMValueRef made = LLVMBuildArrayAlloca(x->b, byte_type(x), argument(x, 0), "");
    LLVMSetAlignment(made, ALIGNMENT);
    LLVMReplaceAllUsesWith(x->call, LLVMBuildPointerCast(x->b, made, LLVMTypeOf(x->call), ""));
}

/* ---- __atomic_load(size, from, to, order), __atomic_store(size, to, from, order) ---- */
static void expand_load(const expanded_call *x) { copy(x, argument(x, 2), argument(x, 1)); }

static void expand_store(const expanded_call *x) { copy(x, argument(x, 1), argument(x, 2)); }

/* ---- __atomic_exchange(size, at, new, old, order) ---- */
static LLVMValueRef local_bytes(const expanded_call *x, uint64_t size) {
    LLVMValueRef function = LLVMGetBasicBlockParent(LLVMGetInstructionParent(x->call));
    LLVMBuilderRef first = LLVMCreateBuilderInContext(LLVMGetTypeContext(LLVMTypeOf(x->call)));
    LLVMPositionBuilderBefore(first, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(function)));
    LLVMValueRef bytes =
        LLVMBuildAlloca(first, LLVMArrayType(byte_type(x), (unsigned)size), "exchanged");
    LLVMDisposeBuilder(first);
    return LLVMBuildPointerCast(x->b, bytes, LLVMTypeOf(argument(x, 1)), "");
}

/* The new value may lie where the old one goes. */
static void expand_exchange(const expanded_call *x) {
    LLVMValueRef kept = local_bytes(x, LLVMConstIntGetZExtValue(argument(x, 0)));
    copy(x, kept, argument(x, 2));
    copy(x, argument(x, 3), argument(x, 1));
    copy(x, argument(x, 1), kept);
}

static const struct {
    const char *name;
    unsigned arguments;
    bool sized; /* its first argument is a constant number of bytes */
    void (*expand)(const expanded_call *x);
} builtins[] = {
    {"alloca", 1, false, expand_alloca},
    {"__builtin_alloca", 1, false, expand_alloca},
    {"__atomic_load", 4, true, expand_load},
    {"__atomic_store", 4, true, expand_store},
    {"__atomic_exchange", 5, true, expand_exchange},
};
enum { BUILTINS = sizeof builtins / sizeof *builtins, LARGEST = 1 << 20 };

static bool is_size(LLVMValueRef v) {
    return LLVMIsAConstantInt(v) && LLVMConstIntGetZExtValue(v) <= LARGEST;
}

/* What is called with other arguments than the name asks for is left to the translation. */
static bool is_as_declared(LLVMValueRef call, uint32_t i) {
    if (LLVMGetNumArgOperands(call) != builtins[i].arguments) return false;
    LLVMValueRef first = LLVMGetOperand(call, 0);
    if (LLVMGetTypeKind(LLVMTypeOf(first)) != LLVMIntegerTypeKind) return false;
    for (unsigned k = 1; k + 1 < builtins[i].arguments; k++)
        if (LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(call, k))) != LLVMPointerTypeKind)
            return false;
    bool pointer = LLVMGetTypeKind(LLVMTypeOf(call)) == LLVMPointerTypeKind;
    return builtins[i].sized ? is_size(first) : pointer;
}

static void expand_call(LLVMValueRef call, uint32_t i) {
    expanded_call x = {LLVMCreateBuilderInContext(LLVMGetTypeContext(LLVMTypeOf(call))), call};
    LLVMPositionBuilderBefore(x.b, call); /* and with its position in the source */
    builtins[i].expand(&x);
    LLVMDisposeBuilder(x.b);
    LLVMInstructionEraseFromParent(call);
}

void builtin_expand(LLVMModuleRef m) {
    LOG("frontend", "expand builtins");
    for (uint32_t i = 0; i < BUILTINS; i++) {
        LLVMValueRef f = LLVMGetNamedFunction(m, builtins[i].name);
        if (!f || !LLVMIsDeclaration(f)) continue;
        for (LLVMUseRef u = LLVMGetFirstUse(f), next; u; u = next) {
            LLVMValueRef call = LLVMGetUser(u);
            next = LLVMGetNextUse(u);
            if (LLVMIsACallInst(call) && LLVMGetCalledValue(call) == f && is_as_declared(call, i))
                expand_call(call, i);
        }
    }
}
