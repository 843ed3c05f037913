#include "frontend/abstract/allocator.h"
#include "frontend/external/library_calls.h"
#include "frontend/external/library_table.h"
#include "frontend/llvm/call.h"
#include "frontend/llvm/function.h"
#include "frontend/llvm/translator.h"

#include <string.h>

enum { DEEPEST = 6 };

typedef struct {
    translator *tr;
    const map *plain;
    bool allocates;
} look;

static bool is_quiet(look *l, LLVMValueRef function, uint32_t depth);

static bool is_quiet_intrinsic(LLVMValueRef callee) {
    size_t length;
    return !strncmp(LLVMGetValueName2(callee, &length), "llvm.memset", 11);
}

static bool is_quiet_call(look *l, LLVMValueRef call, uint32_t depth) {
    LLVMValueRef callee = called_function(call);
    if (is_debug_call(call)) return true;
    if (!callee || LLVMIsAInlineAsm(LLVMGetCalledValue(call))) return false;
    enum library_kind kind = library_kind_of(l->tr, callee);
    if (kind == LIBRARY_MALLOC || kind == LIBRARY_CALLOC) return l->allocates = true;
    switch (forgotten_call_of(l->tr, callee)) {
    case CALL_BODY: return depth && is_quiet(l, callee, depth - 1);
    case CALL_INTRINSIC: return is_quiet_intrinsic(callee);
    case CALL_ERROR:
    case CALL_COMPUTES: return true;
    default: return false;
    }
}

/* What lives on is too small for an address. */
static bool is_quiet_store(const look *l, LLVMValueRef store) {
    LLVMValueRef v = accessed_variable(LLVMGetOperand(store, 1));
    LLVMTypeRef type = LLVMTypeOf(LLVMGetOperand(store, 0));
    bool small = LLVMGetTypeKind(type) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) <= 32;
    return set_has(l->plain, v) && (small || LLVMIsAAllocaInst(v));
}

static bool is_quiet_instruction(look *l, LLVMValueRef i, uint32_t depth) {
    switch (LLVMGetInstructionOpcode(i)) {
    case LLVMCall: return is_quiet_call(l, i, depth);
    case LLVMStore: return is_quiet_store(l, i);
    case LLVMLoad: return set_has(l->plain, accessed_variable(LLVMGetOperand(i, 0)));
    case LLVMAlloca: return set_has(l->plain, i);
    case LLVMRet:
    case LLVMBr:
    case LLVMSwitch:
    case LLVMUnreachable:
    case LLVMICmp:
    case LLVMPHI:
    case LLVMSelect:
    case LLVMZExt:
    case LLVMSExt:
    case LLVMTrunc:
    case LLVMAdd:
    case LLVMSub:
    case LLVMMul:
    case LLVMUDiv:
    case LLVMAnd:
    case LLVMOr:
    case LLVMXor:
    case LLVMPtrToInt:
    case LLVMBitCast: return true;
    default: return false;
    }
}

static bool is_quiet(look *l, LLVMValueRef function, uint32_t depth) {
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            if (!is_quiet_instruction(l, i, depth)) return false;
    return true;
}

bool is_allocator(translator *tr, const map *plain, map *known, LLVMValueRef function) {
    uint64_t key = (uint64_t)(uintptr_t)function, answer = map_find(known, key, NONE);
    LLVMTypeRef result = LLVMGetReturnType(LLVMGlobalGetValueType(function));
    if (answer != NONE) return answer;
    look l = {.tr = tr, .plain = plain};
    bool found = LLVMGetTypeKind(result) == LLVMPointerTypeKind &&
                 is_quiet(&l, function, DEEPEST) && l.allocates;
    map_set(known, key, found);
    return found;
}
