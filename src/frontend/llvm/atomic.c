/* Atomic operations: one thread, so a load and a store. */
#include "frontend/llvm/atomic.h"
#include "frontend/external/escape.h"
#include "frontend/llvm/emit.h"
#include "frontend/llvm/translator.h"
#include "frontend/llvm/types.h"
#include "frontend/llvm/value.h"
#include "frontend/memory/access.h"
#include "frontend/memory/points_to.h"
#include "frontend/memory/uninitialized.h"

/* Atomic operations: one thread, so a load and a store. */

static term updated(translator *tr, LLVMValueRef i, term old, term v) {
    terms *t = tr->t;
    switch (LLVMGetAtomicRMWBinOp(i)) {
    case LLVMAtomicRMWBinOpXchg: return v;
    case LLVMAtomicRMWBinOpAdd: return term_2(t, OP_BVADD, old, v);
    case LLVMAtomicRMWBinOpSub: return term_2(t, OP_BVSUB, old, v);
    case LLVMAtomicRMWBinOpAnd: return term_2(t, OP_BVAND, old, v);
    case LLVMAtomicRMWBinOpNand: return term_1(t, OP_BVNOT, term_2(t, OP_BVAND, old, v));
    case LLVMAtomicRMWBinOpOr: return term_2(t, OP_BVOR, old, v);
    case LLVMAtomicRMWBinOpXor: return term_2(t, OP_BVXOR, old, v);
    case LLVMAtomicRMWBinOpMax: return term_ite(t, term_2(t, OP_BVSLT, old, v), v, old);
    case LLVMAtomicRMWBinOpMin: return term_ite(t, term_2(t, OP_BVSLT, old, v), old, v);
    case LLVMAtomicRMWBinOpUMax: return term_ite(t, term_2(t, OP_BVULT, old, v), v, old);
    case LLVMAtomicRMWBinOpUMin: return term_ite(t, term_2(t, OP_BVULT, old, v), old, v);
    default: unsupported(tr, i, "an atomic operation");
    }
}

void atomic_update(translator *tr, frame *f, uint32_t number, LLVMValueRef i) {
    assert_debug(number < f->f->values.size);
    assert_debug(LLVMIsAInstruction(i));
    leaf l = type_leaf(tr, LLVMTypeOf(i));
    fact_vec facts = {0};
    if (l.kind == LEAF_FLOAT) unsupported(tr, i, "an atomic operation on floats");
    leaf_facts(tr, f->instance, LLVMGetOperand(i, 0), &l, &facts);
    term p = operand_bits(tr, f, LLVMGetOperand(i, 0)),
         v = operand_bits(tr, f, LLVMGetOperand(i, 1));
    component old = memory_load(tr, i, p, &facts, &l), new = {.bits = updated(tr, i, old.bits, v)};
    if (LLVMGetAtomicRMWBinOp(i) != LLVMAtomicRMWBinOpXchg)
        shadow_loaded(tr, f, number, i, old.shadow);
    define_bits(tr, f, number, old.bits);
    memory_store(tr, i, p, &facts, &l, &new);
    vec_release(&facts);
}

/* A weak exchange may fail for no reason. */
void atomic_exchange(translator *tr, frame *f, uint32_t number, LLVMValueRef i) {
    assert_debug(number < f->f->values.size);
    assert_debug(LLVMIsAInstruction(i));
    leaf l = type_leaf(tr, LLVMTypeOf(LLVMGetOperand(i, 1)));
    fact_vec facts = {0};
    leaf_facts(tr, f->instance, LLVMGetOperand(i, 0), &l, &facts);
    term p = operand_bits(tr, f, LLVMGetOperand(i, 0)),
         expected = operand_bits(tr, f, LLVMGetOperand(i, 1));
    term wanted = operand_bits(tr, f, LLVMGetOperand(i, 2));
    component old = memory_load(tr, i, p, &facts, &l);
    shadow_loaded(tr, f, number, i, old.shadow);
    term success = term_eq(tr->t, old.bits, expected);
    if (LLVMGetWeak(i))
        success = term_and(tr->t, success,
                           emit_any(tr, sort_bool(tr->t), ORIGIN_OPEN, "weak exchange", ""));
    component *out = define(tr, f, number);
    out[0].bits = old.bits;
    out[1].bits = success;
    component new = {.bits = term_ite(tr->t, success, wanted, old.bits)};
    define_done(tr, f, number);
    memory_store(tr, i, p, &facts, &l, &new);
    vec_release(&facts);
}
