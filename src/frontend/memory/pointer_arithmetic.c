/* Pointer arithmetic: what is computed from a pointer into an object stays in it, or is its end
 * (C11 6.5.6). Clang's check sees only addresses that wrap. */
#include "frontend/memory/pointer_arithmetic.h"
#include "frontend/llvm/check_words.h"
#include "frontend/llvm/constant.h"
#include "frontend/llvm/emit.h"
#include "frontend/llvm/translator.h"
#include "frontend/llvm/types.h"
#include "frontend/llvm/value.h"
#include "frontend/memory/object.h"
#include "frontend/memory/place.h"
#include "frontend/memory/points_to.h"

/* The sum is used as a value, or goes into one that is. What is only accessed is left to the check
 * of the access. */
static bool is_kept(LLVMValueRef gep) {
    for (LLVMUseRef u = LLVMGetFirstUse(gep); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        bool accessed = LLVMIsALoadInst(user) ||
                        (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) != gep) ||
                        (LLVMIsAGetElementPtrInst(user) && !is_kept(user));
        if (!accessed) return true;
    }
    return false;
}

static const char detail[] = "pointer arithmetic leaves its object, and is not its end";

/* `from` is in a copy of the object, or its end, and `to` is not. */
static term leaves(translator *tr, const object *o, term from, term to) {
    terms *t = tr->t;
    term start = object_start(tr, o), offset = term_2(t, OP_BVSUB, from, start);
    term size = o->variable ? object_bytes(tr, o, from) : pointer_term(tr, o->size);
    if (o->copies > 1) { /* the slots of copies are larger than they are */
        term inside = term_2(t, OP_BVULT, offset, pointer_term(tr, o->slot * o->copies));
        term within = term_2(t, OP_BVAND, offset, pointer_term(tr, o->slot - 1));
        term moved = term_2(t, OP_BVADD, within, term_2(t, OP_BVSUB, to, from));
        return term_and(t, inside, term_2(t, OP_BVULT, size, moved));
    }
    return term_and(t, term_2(t, OP_BVULE, offset, size),
                    term_2(t, OP_BVULT, size, term_2(t, OP_BVSUB, to, start)));
}

void check_arithmetic(translator *tr, frame *f, LLVMValueRef gep, term from, term to) {
    if (!(tr->o->checks & CHECK_POINTER_OVERFLOW) || !is_kept(gep)) return;
    fact_vec facts = {0};
    text words = {0};
    term any = term_false(tr->t);
    operand_facts(tr, f->instance, LLVMGetOperand(gep, 0), &facts);
    for (uint32_t i = 0; i < facts.size; i++) {
        const object *o = &tr->objects.data[facts.data[i].object];
        bool seen = !facts.data[i].object; /* elsewhere: its size is not known */
        for (uint32_t k = 0; k < i; k++) seen |= facts.data[k].object == facts.data[i].object;
        if (!seen && o->kind != OBJECT_FUNCTION && o->kind != OBJECT_OUTSIDE)
            any = term_or(tr->t, any, leaves(tr, o, from, to));
    }
    sum_words(tr, f->f, gep, &facts, &words);
    emit_fail_about(tr, any, PROPERTY_POINTER_OVERFLOW, detail, &words, "at @1",
                    (comparands){{to}});
    vec_release(&facts);
}

/* The address of something in a global that the compiler computed. */
static bool constant_leaves(translator *tr, LLVMValueRef v) {
    bool sum = LLVMIsAConstantExpr(v) && LLVMGetConstOpcode(v) == LLVMGetElementPtr;
    LLVMValueRef of = sum ? LLVMGetOperand(v, 0) : NULL;
    if (!of || !LLVMIsAGlobalVariable(of) || !LLVMGetInitializer(of)) return false;
    gep_offset at = gep_shape(tr, v);
    return !at.stride &&
           (at.constant < 0 || (uint64_t)at.constant > type_size(tr, LLVMGlobalGetValueType(of)));
}

void check_constant_arithmetic(translator *tr, LLVMValueRef i) {
    if (!(tr->o->checks & CHECK_POINTER_OVERFLOW)) return;
    int accessed = LLVMIsALoadInst(i) ? 0 : LLVMIsAStoreInst(i) ? 1 : -1;
    for (int k = 0; k < LLVMGetNumOperands(i) && !tr->emission.dead; k++)
        if (k != accessed && constant_leaves(tr, LLVMGetOperand(i, (unsigned)k)))
            emit_fail(tr, term_true(tr->t), PROPERTY_POINTER_OVERFLOW, detail);
}
