/* Members and elements of what external code hands over, which points to an object or
 * nowhere. A pointer may be one of theirs or the program's own: of the latter nothing is assumed,
 * and what it leads to after its object is an error (own_beyond). */
#include "frontend/external/external_members.h"
#include "frontend/external/escape.h"
#include "frontend/external/external_block.h"
#include "frontend/llvm/emit.h"
#include "frontend/llvm/translator.h"
#include "frontend/llvm/value.h"
#include "frontend/memory/access.h"
#include "frontend/memory/object.h"
#include "frontend/memory/place.h"
#include "frontend/memory/safety.h"

enum { PAGE = 4096 }; /* before an object: where its own pointers are still looked for */

bool are_handed_over(const translator *tr, const fact_vec *facts) {
    for (uint32_t i = 0; i < facts->size; i++)
        if (!facts->data[i].object && facts->data[i].offset == NOWHERE) return false;
    return any_outside(tr, facts);
}

/* Runs in which what external code handed over is neither null nor an address. */
void leave_marks(translator *tr, term pointer) {
    assert_debug(is_pointer_wide(tr, pointer));
    terms *t = tr->t;
    if (!unseen_may_mark(tr)) return;
    term zero = term_eq(t, pointer, pointer_term(tr, 0));
    emit_fail(tr, term_and(t, is_null(tr, pointer), term_not(t, zero)), LIMIT_ADDRESSES,
              "access through a small number from external code");
}

/* ---- the program's own pointers ---- */
static bool is_own(const translator *tr, fact f) {
    return f.object && !f.lent && tr->objects.data[f.object].kind != OBJECT_FUNCTION;
}

static term offset_in(translator *tr, const object *o, term pointer) {
    return term_2(tr->t, OP_BVSUB, pointer, object_start(tr, o));
}

static term in_slots(translator *tr, const object *o, term pointer) {
    return term_2(tr->t, OP_BVULT, offset_in(tr, o, pointer),
                  pointer_term(tr, o->slot * o->copies));
}

term in_own(translator *tr, const fact_vec *facts, term pointer) {
    assert_debug(facts_are_there(tr, facts));
    assert_debug(is_pointer_wide(tr, pointer));
    term any = term_false(tr->t);
    for (uint32_t i = 0; i < facts->size; i++)
        if (is_own(tr, facts->data[i]))
            any = term_or(tr->t, any,
                          in_slots(tr, &tr->objects.data[facts->data[i].object], pointer));
    return any;
}

/* ---- objects that pointers of theirs are compared with ----
 * One that is equal to the address of an object is as good as the program's own. */
static const object *compared_object(const translator *tr, uint32_t which) {
    const object *o = &tr->objects.data[tr->external.exposed.data[which]];
    bool plain = o->copies == 1 && !o->variable && o->kind != OBJECT_FUNCTION;
    return plain && o->escape.compared.size && exposed_followed(tr) ? o : NULL;
}

static bool has_own(const translator *tr, const fact_vec *facts, const object *o) {
    for (uint32_t i = 0; i < facts->size; i++)
        if (is_own(tr, facts->data[i]) && &tr->objects.data[facts->data[i].object] == o)
            return true;
    return false;
}

static term in_compared(translator *tr, term pointer) {
    term any = term_false(tr->t);
    for (uint32_t i = 0; i < tr->external.exposed.size; i++) {
        const object *o = compared_object(tr, i);
        if (o) any = term_or(tr->t, any, in_slots(tr, o, pointer));
    }
    return any;
}

/* At or after its end. */
static term is_behind(translator *tr, const object *o, term pointer, bool at_end) {
    term end = pointer_term(tr, o->size), offset = offset_in(tr, o, pointer);
    return term_and(tr->t, in_slots(tr, o, pointer),
                    term_2(tr->t, at_end ? OP_BVULE : OP_BVULT, end, offset));
}

static bool end_is_compared(const object *o) {
    for (uint32_t i = 0; i < o->escape.compared.size; i++)
        if (o->escape.compared.data[i].stride ||
            o->escape.compared.data[i].offset == (int64_t)o->size)
            return true;
    return false;
}

term behind_compared(translator *tr, term pointer) {
    assert_debug(is_pointer_wide(tr, pointer));
    term any = term_false(tr->t);
    for (uint32_t i = 0; i < tr->external.exposed.size; i++) {
        const object *o = compared_object(tr, i);
        if (o) any = term_or(tr->t, any, is_behind(tr, o, pointer, !end_is_compared(o)));
    }
    return any;
}

/* A member of a record of theirs, of which no pointer is compared with this place, is not after
 * the object. */
static void assume_field(translator *tr, const fact_vec *facts, term base, term address) {
    terms *t = tr->t;
    for (uint32_t i = 0; i < tr->external.exposed.size; i++) {
        const object *o = compared_object(tr, i);
        if (!o || has_own(tr, facts, o)) continue;
        term equal = term_false(t), at = offset_in(tr, o, base);
        for (uint32_t k = 0; k < o->escape.compared.size; k++) {
            fact f = o->escape.compared.data[k];
            term is = term_eq(t, at, pointer_term(tr, (uint64_t)f.offset));
            equal = f.stride ? term_true(t) : term_or(t, equal, is);
            if (f.stride) break;
        }
        term inside = term_2(t, OP_BVULT, offset_in(tr, o, address), pointer_term(tr, o->size));
        emit_assume(tr, term_or(t, term_not(t, in_slots(tr, o, base)), term_or(t, equal, inside)));
    }
}

/* Where facts say that a pointer of the program is, but no access of `size` bytes may be: with a
 * stride as far as the object's address space goes, and a page before it. */
static term beyond_at(translator *tr, fact f, term pointer, uint64_t size) {
    terms *t = tr->t;
    const object *o = &tr->objects.data[f.object];
    term offset = offset_in(tr, o, pointer), inside = access_is_inside(tr, o, offset, size);
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
    assert_debug(facts_are_there(tr, facts));
    assert_debug(is_pointer_wide(tr, pointer));
    term any = term_false(tr->t);
    bool unseen;
    if (!any_outside(tr, facts)) return any;
    for (uint32_t i = 0; i < facts->size; i++)
        if (is_own(tr, facts->data[i]))
            any = term_or(tr->t, any, beyond_at(tr, facts->data[i], pointer, size));
    for (uint32_t i = 0; has_outside(facts, &unseen) && unseen && i < tr->external.exposed.size;
         i++) {
        const object *o = compared_object(tr, i);
        if (o && !has_own(tr, facts, o)) any = term_or(tr->t, any, is_behind(tr, o, pointer, true));
    }
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

/* A member of null that lies after the first page is not told from memory by its address. */
static void leave_null(translator *tr, LLVMValueRef gep, term base, term address) {
    terms *t = tr->t;
    term far = term_and(t, is_null(tr, base), term_not(t, is_null(tr, address)));
    if (!null_property(tr)) emit_assume(tr, term_not(t, far));
    else if (is_accessed(gep))
        emit_fail(tr, far, null_property(tr), "access through a null pointer");
    else emit_fail(tr, far, LIMIT_ADDRESSES, "a member of null behind the first page");
}

/* A sum that starts at such an object and leaves its address space is not told from other memory
 * where it is followed. (Sums at constant offsets are: beyond_at.) */
static term leaves(translator *tr, const object *o, term base, term address, uint64_t below) {
    terms *t = tr->t;
    term to = term_2(t, OP_BVADD, offset_in(tr, o, address), pointer_term(tr, below));
    term stays = term_2(t, OP_BVULT, to, pointer_term(tr, o->slot * o->copies + below));
    return term_and(t, in_slots(tr, o, base), term_or(t, term_not(t, stays), is_null(tr, address)));
}

static void leave_objects(translator *tr, const fact_vec *from, LLVMValueRef gep, uint32_t inst,
                          term base, term address) {
    terms *t = tr->t;
    fact_vec to = {0};
    term any = term_false(t);
    operand_facts(tr, inst, gep, &to);
    for (uint32_t i = 0; i < to.size; i++)
        if (is_own(tr, to.data[i]) && to.data[i].stride)
            any = term_or(t, any,
                          leaves(tr, &tr->objects.data[to.data[i].object], base, address, PAGE));
    for (uint32_t i = 0; i < tr->external.exposed.size; i++) {
        const object *o = compared_object(tr, i);
        if (o && !has_own(tr, from, o)) any = term_or(t, any, leaves(tr, o, base, address, 0));
    }
    vec_release(&to);
    emit_fail(tr, term_and(t, any, term_not(t, address_is_private(tr, address))), LIMIT_ADDRESSES,
              "a pointer leaves an object that it may have been compared with or come from");
}

/* No part of an object of theirs lies at null, though the sum may be 0, nor in an object which that
 * code does not know, nor in any where it does not start there. */
void assume_member(translator *tr, frame *f, LLVMValueRef gep, term address) {
    assert_debug(is_pointer_wide(tr, address));
    terms *t = tr->t;
    fact_vec facts = {0};
    if (!accesses_are_checked(tr) || !LLVMIsInBounds(gep)) return;
    operand_facts(tr, f->instance, LLVMGetOperand(gep, 0), &facts);
    if (are_handed_over(tr, &facts)) {
        term base = as_bv(tr, operand_seen(tr, f, LLVMGetOperand(gep, 0)));
        leave_marks(tr, base);
        leave_null(tr, gep, base, address);
        term own = term_or(t, address_is_private(tr, base),
                           term_or(t, in_own(tr, &facts, base), in_compared(tr, base)));
        if (LLVMGetNumOperands(gep) > 2) assume_field(tr, &facts, base, address);
        if (bounds_property(tr)) leave_objects(tr, &facts, gep, f->instance, base, address);
        emit_assume(tr, term_or(t, is_null(tr, base), term_not(t, is_null(tr, address))));
        emit_assume(tr, term_or(t, own, term_not(t, address_is_private(tr, address))));
        term apart = term_or(t, own, in_objects(tr, base));
        emit_assume(tr, term_or(t, apart, term_not(t, in_objects(tr, address))));
        watched_member(tr, base, address);
    }
    vec_release(&facts);
}
