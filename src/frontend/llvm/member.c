/* Members and elements of what code that is not seen hands over, which points to an object or
 * nowhere. A pointer may be one of theirs or the program's own: of the latter nothing is assumed,
 * and what it leads to behind its object is an error (own_beyond). */
#include "frontend/llvm/internal.h"
#include "frontend/llvm/place.h"

/* Pointers of code that is not seen, and no numbers that the program itself made pointers of. */
static bool are_handed_over(const translator *tr, const fact_vec *facts) {
    for (uint32_t i = 0; i < facts->size; i++)
        if (!facts->data[i].object && facts->data[i].offset == NOWHERE) return false;
    return any_outside(tr, facts);
}

/* Runs in which what code that is not seen handed over is neither null nor an address. */
void leave_marks(translator *tr, term pointer) {
    terms *t = tr->t;
    if (!unseen_may_mark(tr)) return;
    term zero = term_eq(t, pointer, pointer_term(tr, 0));
    emit_fail(tr, term_and(t, is_null(tr, pointer), term_not(t, zero)), LIMIT_ADDRESSES,
              "access through a small number from code that is not seen");
}

/* ---- the program's own pointers ---- */
static bool is_own(const translator *tr, fact f) {
    return f.object && !f.lent && tr->objects.data[f.object].kind != OBJECT_FUNCTION;
}

/* In the address space of an object that the program itself may have stored a pointer to. */
static term in_own(translator *tr, const fact_vec *facts, term pointer) {
    term any = term_false(tr->t);
    for (uint32_t i = 0; i < facts->size; i++) {
        const object *o = &tr->objects.data[facts->data[i].object];
        if (!is_own(tr, facts->data[i])) continue;
        term offset = term_2(tr->t, OP_BVSUB, pointer, object_start(tr, o));
        any = term_or(tr->t, any,
                      term_2(tr->t, OP_BVULT, offset, pointer_term(tr, o->slot * o->copies)));
    }
    return any;
}

/* Where facts say that a pointer of the program is, but no access of `size` bytes may be: with a
 * stride as far as the object's address space goes, and a page before it. */
static term beyond_at(translator *tr, fact f, term pointer, uint64_t size) {
    enum { PAGE = 4096 };
    terms *t = tr->t;
    const object *o = &tr->objects.data[f.object];
    term offset = term_2(t, OP_BVSUB, pointer, object_start(tr, o)),
         inside = access_is_inside(tr, o, offset, size);
    if (!f.stride)
        return term_and(t, term_eq(t, offset, pointer_term(tr, (uint64_t)f.offset)),
                        term_not(t, inside));
    term near = term_2(t, OP_BVULT, term_2(t, OP_BVADD, offset, pointer_term(tr, PAGE)),
                       pointer_term(tr, o->slot * o->copies + PAGE));
    bool power = !(f.stride & (f.stride - 1));
    term rest = term_2(t, OP_BVSUB, offset, pointer_term(tr, (uint64_t)f.offset));
    term step = power ? term_eq(t, term_2(t, OP_BVAND, rest, pointer_term(tr, f.stride - 1)),
                                pointer_term(tr, 0))
                      : term_true(t);
    return term_and(t, term_and(t, near, step), term_not(t, inside));
}

term own_beyond(translator *tr, const fact_vec *facts, term pointer, const places *ps,
                uint64_t size) {
    term any = term_false(tr->t);
    if (!any_outside(tr, facts)) return any;
    for (uint32_t i = 0; i < facts->size; i++)
        if (is_own(tr, facts->data[i]))
            any = term_or(tr->t, any, beyond_at(tr, facts->data[i], pointer, size));
    for (uint32_t i = 0; i < ps->items.size && !term_is_false(tr->t, any); i++)
        any = term_and(tr->t, any, term_not(tr->t, ps->items.data[i].condition));
    return any;
}

/* ---- sums ---- */
static bool is_accessed(LLVMValueRef address) {
    for (LLVMUseRef u = LLVMGetFirstUse(address); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (LLVMIsALoadInst(user) || (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 1) == address))
            return true;
    }
    return false;
}

/* A member of null that lies behind the first page is not told from memory by its address. */
static void leave_null(translator *tr, LLVMValueRef gep, term base, term address) {
    terms *t = tr->t;
    term far = term_and(t, is_null(tr, base), term_not(t, is_null(tr, address)));
    if (!null_property(tr)) emit_assume(tr, term_not(t, far));
    else if (is_accessed(gep))
        emit_fail(tr, far, null_property(tr), "access through a null pointer");
    else emit_fail(tr, far, LIMIT_ADDRESSES, "a member of null behind the first page");
}

/* No part of an object of theirs lies at null, though the sum may be 0, nor in an object which that
 * code does not know. */
void assume_member(translator *tr, frame *f, LLVMValueRef gep, term address) {
    terms *t = tr->t;
    fact_vec facts = {0};
    if (!accesses_are_checked(tr) || !LLVMIsInBounds(gep)) return;
    operand_facts(tr, f->instance, LLVMGetOperand(gep, 0), &facts);
    if (are_handed_over(tr, &facts)) {
        term base = as_bv(tr, operand_seen(tr, f, LLVMGetOperand(gep, 0)));
        leave_marks(tr, base);
        leave_null(tr, gep, base, address);
        term own = term_or(t, address_is_private(tr, base), in_own(tr, &facts, base));
        emit_assume(tr, term_or(t, is_null(tr, base), term_not(t, is_null(tr, address))));
        emit_assume(tr, term_or(t, own, term_not(t, address_is_private(tr, address))));
        watched_member(tr, base, address);
    }
    vec_release(&facts);
}
