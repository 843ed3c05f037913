/* Comparisons and distances of addresses. */
#include "frontend/memory/compare.h"
#include "frontend/external/escape.h"
#include "frontend/llvm/call.h"
#include "frontend/llvm/emit.h"
#include "frontend/llvm/function.h"
#include "frontend/llvm/translator.h"
#include "frontend/llvm/value.h"
#include "frontend/memory/address.h"
#include "frontend/memory/object.h"
#include "frontend/memory/observe.h"
#include "frontend/memory/place.h"
#include "frontend/memory/points_to.h"

#include <llvm-c/DebugInfo.h>
#include <string.h>

/* Those of both operands, to be released; true where each has some. */
static bool both_addresses(translator *tr, frame *f, LLVMValueRef i, fact_vec *left,
                           fact_vec *right) {
    address_facts(tr, f->instance, LLVMGetOperand(i, 0), left);
    address_facts(tr, f->instance, LLVMGetOperand(i, 1), right);
    return left->size && right->size;
}

/* All in one object, of which there is only one. */
static bool one_object(const translator *tr, const fact_vec *a) {
    for (uint32_t i = 1; i < a->size; i++)
        if (a->data[i].object != a->data[0].object) return false;
    return !a->size || (a->data[0].object && tr->objects.data[a->data[0].object].copies == 1);
}

/* ---- where objects lie ----
 * Which of two objects comes first, and whether the end of one is the start of another, is the
 * linker's choice. Our slots are one choice: an input that is false keeps to it, one that is true
 * departs from it, in each comparison again. That admits more than any one placement does, so a
 * violation that uses a true one must be seen in the compiled program. */

static bool may_be_at(fact f, int64_t offset) {
    return f.stride ? (uint64_t)(f.offset - offset) % f.stride == 0 : f.offset == offset;
}

/* An object has at least one byte where its size is known only at run time: it does not end where
 * it starts. */
static bool may_be_at_end(const object *o, fact f) {
    if (o->variable) return (uint64_t)f.offset % o->slot || f.stride % o->slot;
    return may_be_at(f, (int64_t)o->size);
}

static bool is_data(const translator *tr, uint32_t object_id) {
    return object_id && tr->objects.data[object_id].kind != OBJECT_FUNCTION;
}

static bool may_touch(const translator *tr, const fact_vec *ends, const fact_vec *starts) {
    for (uint32_t i = 0; i < ends->size; i++)
        for (uint32_t k = 0; k < starts->size; k++) {
            fact e = ends->data[i], s = starts->data[k];
            const object *o = &tr->objects.data[e.object];
            bool other = e.object != s.object || o->copies > 1;
            if (other && is_data(tr, e.object) && is_data(tr, s.object) && may_be_at_end(o, e) &&
                may_be_at(s, 0))
                return true;
        }
    return false;
}

/* The address is `bytes` after the start of a copy of the object. (Before it is made, its size may
 * be any number, and nothing is its end.) */
static term is_behind(translator *tr, const object *o, term a, term bytes) {
    terms *t = tr->t;
    term offset = term_2(t, OP_BVSUB, a, object_start(tr, o));
    term near = o->variable && !o->address.at.id
                    ? term_2(t, OP_BVULE, offset, pointer_term(tr, o->slot))
                    : term_true(t);
    if (o->copies == 1) return term_and(t, near, term_eq(t, offset, bytes));
    term inside = term_2(t, OP_BVULT, offset, pointer_term(tr, o->slot * o->copies));
    return term_and(t, inside,
                    term_eq(t, term_2(t, OP_BVAND, offset, pointer_term(tr, o->slot - 1)), bytes));
}

/* a is the end of some object, and b not that object's start. */
static term is_end(translator *tr, const fact_vec *facts, term a, term b) {
    term any = term_false(tr->t);
    for (uint32_t i = 0; i < facts->size; i++) {
        const object *o = &tr->objects.data[facts->data[i].object];
        if (!is_data(tr, facts->data[i].object) || !may_be_at_end(o, facts->data[i])) continue;
        term bytes = o->variable ? object_bytes(tr, o, a) : pointer_term(tr, o->size);
        term own = term_eq(tr->t, b, term_2(tr->t, OP_BVSUB, a, bytes));
        any =
            term_or(tr->t, any, term_and(tr->t, is_behind(tr, o, a, bytes), term_not(tr->t, own)));
    }
    return any;
}

static term is_start(translator *tr, const fact_vec *facts, term a) {
    term any = term_false(tr->t);
    for (uint32_t i = 0; i < facts->size; i++)
        if (is_data(tr, facts->data[i].object) && may_be_at(facts->data[i], 0))
            any = term_or(
                tr->t, any,
                is_behind(tr, &tr->objects.data[facts->data[i].object], a, pointer_term(tr, 0)));
    return any;
}

/* The addresses may be equal although our slots keep them apart. */
static term may_be_equal(translator *tr, const fact_vec *left, const fact_vec *right, term a,
                         term b) {
    term r = term_false(tr->t);
    if (may_touch(tr, left, right))
        r = term_and(tr->t, is_end(tr, left, a, b), is_start(tr, right, b));
    if (may_touch(tr, right, left))
        r = term_or(tr->t, r, term_and(tr->t, is_end(tr, right, b, a), is_start(tr, left, a)));
    return r;
}

/* In the object, or at its end. */
static term is_inside(translator *tr, const object *o, term a) {
    term from_first = term_2(tr->t, OP_BVSUB, a, object_start(tr, o));
    if (o->address.at.id)
        return term_2(tr->t, OP_BVULE, from_first,
                      o->variable ? o->size_var : pointer_term(tr, o->size));
    return term_2(tr->t, OP_BVULT, from_first, pointer_term(tr, o->slot * o->copies));
}

static term both_inside(translator *tr, const object *o, term a, term b) {
    terms *t = tr->t;
    if (o->address.at.id) return term_and(t, is_inside(tr, o, a), is_inside(tr, o, b));
    term by = pointer_term(tr, (uint64_t)__builtin_ctzll(o->slot));
    term x = term_2(t, OP_BVLSHR, a, by), y = term_2(t, OP_BVLSHR, b, by);
    term first = term_2(t, OP_BVLSHR, object_start(tr, o), by);
    term inside = term_2(t, OP_BVULT, term_2(t, OP_BVSUB, x, first), pointer_term(tr, o->copies));
    return term_and(t, inside, term_eq(t, x, y));
}

/* Both addresses are in the same object, or at its end. */
static term in_one_object(translator *tr, const fact_vec *facts, term a, term b) {
    term known = term_false(tr->t);
    for (uint32_t i = 0; i < facts->size; i++)
        if (facts->data[i].object)
            known = term_or(tr->t, known,
                            both_inside(tr, &tr->objects.data[facts->data[i].object], a, b));
    return known;
}

/* ---- constants without a name ---- */
/* The addresses are in two literals that may share storage so that they are equal. */
static term literals_meet(translator *tr, const object *x, const object *y, term a, term b) {
    terms *t = tr->t;
    term apart = term_2(t, OP_BVSUB, term_2(t, OP_BVSUB, b, object_start(tr, y)),
                        term_2(t, OP_BVSUB, a, object_start(tr, x)));
    term any = literals_overlap(tr, x, y, apart);
    if (term_is_false(t, any)) return any;
    return term_and(t, any, term_and(t, is_inside(tr, x, a), is_inside(tr, y, b)));
}

static term may_be_shared(translator *tr, const fact_vec *left, const fact_vec *right, term a,
                          term b) {
    term any = term_false(tr->t);
    for (uint32_t i = 0; i < left->size; i++)
        for (uint32_t k = 0; k < right->size; k++) {
            const object *x = &tr->objects.data[left->data[i].object],
                         *y = &tr->objects.data[right->data[k].object];
            any = term_or(tr->t, any, literals_meet(tr, x, y, a, b));
        }
    return any;
}

/* ---- where objects lay ----
 * Our slots are never used again; memory is, after the object in it ended. */

static bool is_called(LLVMValueRef call, const char *name) {
    size_t length;
    LLVMValueRef callee = LLVMIsACallInst(call) ? called_function(call) : NULL;
    return callee && !strcmp(LLVMGetValueName2(callee, &length), name);
}

/* The innermost block that a local is declared in; NULL: none is known. */
static LLVMMetadataRef block_of(const translator *tr, const object *o) {
    const function_info *f = tr->functions.data[tr->instances.data[o->instance].function];
    uint32_t n = local_number(f, o->value);
    LLVMMetadataRef declared = n == NONE ? NULL : f->values.data[n].variable;
    return declared ? LLVMDIVariableGetScope(declared) : NULL;
}

static bool lives_with_its_function(const translator *tr, const object *o) {
    LLVMMetadataRef block = block_of(tr, o);
    return !LLVMIsAAllocaInst(o->value) ||
           (block && LLVMGetMetadataKind(block) == LLVMDISubprogramMetadataKind);
}

/* Blocks of one function may follow one another; those that are nested are taken for such, too. */
static bool in_two_blocks(const translator *tr, const object *a, const object *b) {
    if (a->instance != b->instance || a == b) return false;
    if (lives_with_its_function(tr, a) || lives_with_its_function(tr, b)) return false;
    return !block_of(tr, a) || block_of(tr, a) != block_of(tr, b);
}

/* Symbols of locals may be equal anyway, but for those of one call. */
static bool may_reuse(const translator *tr, const object *a, const object *b) {
    if (a->kind != b->kind || (a == b && a->copies == 1)) return false;
    if (a->kind == OBJECT_HEAP)
        return LLVMGetNamedFunction(tr->m, "free") || LLVMGetNamedFunction(tr->m, "realloc");
    if (a->kind != OBJECT_LOCAL) return false;
    if (in_two_blocks(tr, a, b)) return true;
    bool symbols = a->address.at.id && b->address.at.id;
    return !symbols && one_after_the_other(tr, a->instance, b->instance);
}

/* A pointer to an object that ended has no value, a number keeps it; but programs do ask whether
 * realloc moved a block. */
static bool is_again(translator *tr, const object *a, const object *b, bool numbers) {
    if (a->kind == b->kind && a != b &&
        (is_called(a->value, "realloc") || is_called(b->value, "realloc")))
        return true;
    if (!may_reuse(tr, a, b)) return false;
    if (!numbers)
        note_here(tr, NOTE_ASSUMPTION, "pointers to objects that have ended are not compared");
    return numbers;
}

/* The addresses are those of two objects, one of which may be made where the other was. */
static term may_be_again(translator *tr, const fact_vec *left, const fact_vec *right, term a,
                         term b, bool numbers) {
    terms *t = tr->t;
    term any = term_false(t);
    for (uint32_t i = 0; i < left->size; i++)
        for (uint32_t k = 0; k < right->size; k++) {
            const object *x = &tr->objects.data[left->data[i].object],
                         *y = &tr->objects.data[right->data[k].object];
            if (is_again(tr, x, y, numbers))
                any = term_or(t, any, term_and(t, is_inside(tr, x, a), is_inside(tr, y, b)));
        }
    if (term_is_false(t, any)) return any;
    return term_and(
        t, any,
        term_not(t, term_or(t, in_one_object(tr, left, a, b), in_one_object(tr, right, a, b))));
}

/* Null comes before all. */
static term either_null(translator *tr, term a, term b) {
    term zero = pointer_term(tr, 0);
    return term_or(tr->t, term_eq(tr->t, a, zero), term_eq(tr->t, b, zero));
}

static term order_is_known(translator *tr, const fact_vec *facts, term a, term b) {
    return term_or(tr->t, either_null(tr, a, b), in_one_object(tr, facts, a, b));
}

/* The result where our slots decide, or else, where `open` holds, any. */
static term any_placement(translator *tr, term plain, term open) {
    terms *t = tr->t;
    if (term_is_false(t, open)) return plain;
    note_here(tr, NOTE_OVER, "the order of objects in memory is any");
    return term_2(
        t, OP_XOR, plain,
        term_and(t, open, emit_any(tr, sort_bool(t), ORIGIN_PLACEMENT, "order of objects", "")));
}

static term may_differ_from_slots(translator *tr, const fact_vec *left, const fact_vec *right,
                                  term a, term b, bool numbers) {
    term open = may_be_again(tr, left, right, a, b, numbers);
    if (addresses_are_symbols(tr, left) && addresses_are_symbols(tr, right)) return open;
    open = term_or(tr->t, open, may_be_equal(tr, left, right, a, b));
    return term_or(tr->t, open, may_be_shared(tr, left, right, a, b));
}

/* Addresses of objects on both sides. */
static term compare_placed(translator *tr, LLVMValueRef i, fact_vec *left, const fact_vec *right,
                           term a, term b, term plain) {
    LLVMIntPredicate p = LLVMGetICmpPredicate(i);
    bool numbers = LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(i, 0))) == LLVMIntegerTypeKind;
    if (p == LLVMIntEQ || p == LLVMIntNE)
        return any_placement(tr, plain, may_differ_from_slots(tr, left, right, a, b, numbers));
    vec_append(left, right->data, right->size);
    if (addresses_are_symbols(tr, left) || one_object(tr, left)) return plain;
    return any_placement(tr, plain, term_not(tr->t, order_is_known(tr, left, a, b)));
}

/* The address of an object is not null, wherever that lies. */
static term is_somewhere(translator *tr, term a) {
    if (address_is_fixed(tr, a) && !term_is_const(tr->t, a)) return term_true(tr->t);
    return term_not(tr->t, term_eq(tr->t, a, pointer_term(tr, 0)));
}

/* Where no object is common to what the two may point to, they are apart however objects lie: the
 * end of one may be the start of the other, and is in another object anyway. */
static term are_apart(translator *tr, const fact_vec *left, const fact_vec *right,
                      const fact_vec *all, term a, term b) {
    terms *t = tr->t;
    if (!facts_share_object(left, right))
        return term_or(t, is_somewhere(tr, a), is_somewhere(tr, b));
    return term_not(t, term_or(t, term_eq(t, a, b), in_one_object(tr, all, a, b)));
}

/* Null is in no object. */
static term one_is_null(translator *tr, term a, term b) {
    return term_2(tr->t, OP_XOR, is_somewhere(tr, a), is_somewhere(tr, b));
}

/* Pointers that are not both the program's may be into one object that is not known. */
static void check_one_object(translator *tr, const fact_vec *left, const fact_vec *right, term a,
                             term b) {
    static const char detail[] = "the order or distance of pointers into different objects";
    fact_vec all = {0};
    vec_append(&all, left->data, left->size);
    vec_append(&all, right->data, right->size);
    term apart = are_apart(tr, left, right, &all, a, b);
    if (has_outside(left, NULL) && has_outside(right, NULL))
        note_here(tr, NOTE_ASSUMPTION,
                  "pointers from elsewhere that are compared are into one object");
    else if (one_object(tr, &all) || !left->size || !right->size)
        emit_fail(tr, one_is_null(tr, a, b), PROPERTY_POINTER_COMPARE, detail);
    else emit_fail(tr, apart, PROPERTY_POINTER_COMPARE, detail);
    vec_release(&all);
}

term compare_addresses(translator *tr, frame *f, LLVMValueRef i, term a, term b, term plain) {
    assert_debug(LLVMIsAInstruction(i));
    LLVMIntPredicate p = LLVMGetICmpPredicate(i);
    fact_vec left = {0}, right = {0};
    term r = plain;
    bool equality = p == LLVMIntEQ || p == LLVMIntNE,
         mixed = both_addresses(tr, f, i, &left, &right);
    bool pointers = LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(i, 0))) == LLVMPointerTypeKind;
    bool null = is_no_address(tr, LLVMGetOperand(i, 0)) || is_no_address(tr, LLVMGetOperand(i, 1));
    if (tr->o->checks & CHECK_POINTER_COMPARE && left.size + right.size && pointers && !equality)
        check_one_object(tr, &left, &right, a, b);
    if (mixed && term_width(tr->t, a) == tr->pointer_bits)
        r = compare_placed(tr, i, &left, &right, a, b, plain);
    else if (left.size + right.size && pointers && !equality && !null) /* a pointer to elsewhere */
        r = any_placement(tr, plain, term_not(tr->t, either_null(tr, a, b)));
    vec_release(&left);
    vec_release(&right);
    return r;
}

/* A difference of pointers, and not of the numbers that they are converted to: clang names it so. */
static bool is_pointer_difference(LLVMValueRef i) {
    static const char prefix[] = "sub.ptr";
    size_t length;
    return !strncmp(LLVMGetValueName2(i, &length), prefix, sizeof prefix - 1);
}

/* Of two objects with linkage the difference itself is a constant; only its division is not. */
void check_constant_distance(translator *tr, frame *f, LLVMValueRef division) {
    LLVMValueRef v = LLVMGetOperand(division, 0);
    fact_vec left = {0}, right = {0};
    if (!(tr->o->checks & CHECK_POINTER_COMPARE) || !is_pointer_difference(division) ||
        !LLVMIsAConstantExpr(v) || LLVMGetConstOpcode(v) != LLVMSub)
        return;
    if (both_addresses(tr, f, v, &left, &right))
        check_one_object(tr, &left, &right, operand_bits(tr, f, LLVMGetOperand(v, 0)),
                         operand_bits(tr, f, LLVMGetOperand(v, 1)));
    vec_release(&left);
    vec_release(&right);
}

/* How far two addresses are apart: what to add to the distance in our placement, where they are in
 * different objects. */
term added_distance(translator *tr, frame *f, LLVMValueRef i, term a, term b) {
    assert_debug(LLVMIsAInstruction(i));
    terms *t = tr->t;
    fact_vec left = {0}, right = {0};
    term zero = pointer_term(tr, 0), added = zero;
    bool both = both_addresses(tr, f, i, &left, &right);
    if (tr->o->checks & CHECK_POINTER_COMPARE && both && is_pointer_difference(i))
        check_one_object(tr, &left, &right, a, b);
    vec_append(&left, right.data, right.size);
    if (both && !one_object(tr, &left) && !addresses_are_symbols(tr, &left)) {
        note_here(tr, NOTE_OVER, "the order of objects in memory is any");
        term any =
            emit_any(tr, sort_bv(t, tr->pointer_bits), ORIGIN_PLACEMENT, "order of objects", "");
        added = term_ite(t, in_one_object(tr, &left, a, b), zero, any);
    }
    vec_release(&left);
    vec_release(&right);
    return added;
}

/* What depends on where objects lie is decided where their addresses are symbols. */
void address_note(translator *tr, frame *f, LLVMValueRef i) {
    assert_debug(LLVMIsAInstruction(i));
    fact_vec seen = {0};
    addresses_seen(tr, f->instance, i, &seen);
    if (!addresses_are_symbols(tr, &seen)) note_here(tr, NOTE_UNDER, "depends on addresses");
    vec_release(&seen);
}
