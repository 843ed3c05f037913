/* Operations on vectors, element by element. */
#include "frontend/llvm/vector.h"
#include "frontend/llvm/emit.h"
#include "frontend/llvm/float.h"
#include "frontend/llvm/instruction.h"
#include "frontend/llvm/translator.h"
#include "frontend/llvm/types.h"
#include "frontend/llvm/value.h"

/* Operations on vectors, element by element. */

static bool is_vector(LLVMValueRef v) {
    return LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMVectorTypeKind;
}

static leaf element_leaf(translator *tr, LLVMValueRef v) {
    LLVMTypeRef type = LLVMTypeOf(v);
    return type_leaf(tr,
                     LLVMGetTypeKind(type) == LLVMVectorTypeKind ? LLVMGetElementType(type) : type);
}

/* One element of the result, from the elements of the operands. */
/* Clang's checks leave vectors out. */
static void note_checked(translator *tr, LLVMOpcode op) {
    bool sums = op == LLVMAdd || op == LLVMSub || op == LLVMMul,
         shifts = op == LLVMShl || op == LLVMLShr || op == LLVMAShr;
    uint32_t about = sums ? CHECK_OVERFLOW | CHECK_UNSIGNED : shifts ? CHECK_SHIFT : 0;
    if (tr->o->checks & about) note_here(tr, NOTE_UNDER, "arithmetic on vectors is not checked");
}

static component element(translator *tr, LLVMValueRef i, component *a, component *b) {
    LLVMOpcode op = LLVMGetInstructionOpcode(i);
    leaf from = element_leaf(tr, LLVMGetOperand(i, 0)), to = element_leaf(tr, i);
    note_checked(tr, op);
    if (is_integer_binary(op)) return (component){.bits = integer_binary(tr, op, a->bits, b->bits)};
    if (is_float_operation(op)) return float_element(tr, i, a, b, &from, &to);
    switch (op) {
    case LLVMICmp:
        return (component){.bits = integer_compared(tr, LLVMGetICmpPredicate(i), a->bits, b->bits)};
    case LLVMTrunc:
    case LLVMZExt:
    case LLVMSExt:
        return (component){.bits = integer_resized(tr, a->bits, to.bits, op == LLVMSExt)};
    case LLVMFreeze: return *a;
    default: unsupported(tr, i, "this operation on vectors");
    }
}

static void shuffle(translator *tr, frame *f, uint32_t number, LLVMValueRef i) {
    component *a = operand(tr, f, LLVMGetOperand(i, 0)), *b = operand(tr, f, LLVMGetOperand(i, 1)),
              *out = define(tr, f, number);
    int n = (int)LLVMGetVectorSize(LLVMTypeOf(LLVMGetOperand(i, 0)));
    leaf l = element_leaf(tr, i);
    for (unsigned k = 0; k < LLVMGetNumMaskElements(i); k++) {
        int from = LLVMGetMaskValue(i, k);
        if (from == LLVMGetUndefMaskElem())
            out[k] = component_any(tr, &l, ORIGIN_OPEN, "undefined value");
        else out[k] = from < n ? a[from] : b[from - n];
    }
    define_done(tr, f, number);
}

bool vector_instruction(translator *tr, frame *f, uint32_t number, LLVMValueRef i) {
    assert_debug(number < f->f->values.size);
    assert_debug(LLVMIsAInstruction(i));
    LLVMOpcode op = LLVMGetInstructionOpcode(i);
    if (!LLVMGetNumOperands(i) || !is_vector(LLVMGetOperand(i, 0))) return false;
    if (op == LLVMExtractElement || op == LLVMInsertElement || op == LLVMStore || op == LLVMCall ||
        op == LLVMBitCast)
        return false;
    if (op == LLVMRet || op == LLVMInsertValue || op == LLVMExtractValue || op == LLVMSelect)
        return false;
    if (op == LLVMShuffleVector) return shuffle(tr, f, number, i), true;
    component *a = operand(tr, f, LLVMGetOperand(i, 0)),
              *b = LLVMGetNumOperands(i) > 1 ? operand(tr, f, LLVMGetOperand(i, 1)) : NULL;
    component *out = define(tr, f, number);
    for (unsigned k = 0; k < LLVMGetVectorSize(LLVMTypeOf(LLVMGetOperand(i, 0))); k++)
        out[k] = element(tr, i, &a[k], b ? &b[k] : NULL);
    define_done(tr, f, number);
    return true;
}
