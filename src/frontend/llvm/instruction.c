#include "frontend/llvm/internal.h"

bool is_float(LLVMValueRef v) {
    LLVMTypeRef type = LLVMTypeOf(v);
    return type_is_scalar(type) && LLVMGetTypeKind(type) != LLVMIntegerTypeKind && LLVMGetTypeKind(type) != LLVMPointerTypeKind;
}

/* ---- integers ---- */
static term is_zero(translator *tr, term a) { return term_eq(tr->t, a, term_bv(tr->t, term_width(tr->t, a), 0)); }

static term least(translator *tr, uint32_t width) {
    mpz_t n;
    mpz_init_set_ui(n, 1);
    mpz_mul_2exp(n, n, width - 1);
    term a = term_bv_mpz(tr->t, width, n);
    mpz_clear(n);
    return a;
}

static void division_check(translator *tr, term bad, const char *what) {
    if (term_is_false(tr->t, bad)) return;
    if (tr->o->checks & CHECK_DIV) emit_fail(tr, bad, PROPERTY_ERROR, "div-by-zero", what);
    else emit_assume(tr, term_not(tr->t, bad));
}

/* Division by zero, and the one quotient that does not fit, end the run. */
static term divide(translator *tr, term a, term b, enum op op, bool is_signed) {
    terms *t = tr->t;
    a = as_bv(tr, a);
    b = as_bv(tr, b);
    uint32_t width = term_width(t, a);
    division_check(tr, is_zero(tr, b), "division by zero");
    if (is_signed) {
        term overflow = term_and(t, term_eq(t, a, least(tr, width)), is_zero(tr, term_1(t, OP_BVNOT, b)));
        emit_assume(tr, term_not(t, overflow));
    }
    return term_2(t, op, a, b);
}

/* Shifting by the width or more gives poison: any value. */
static term shift(translator *tr, term a, term b, enum op op) {
    terms *t = tr->t;
    a = as_bv(tr, a);
    b = as_bv(tr, b);
    uint32_t width = term_width(t, a);
    term fits = term_2(t, OP_BVULT, b, term_bv(t, width, width)), r = term_2(t, op, a, b);
    if (width == 1) fits = is_zero(tr, b);
    if (term_is_true(t, fits)) return r;
    return term_ite(t, fits, r, emit_any(tr, sort_bv(t, width), INPUT_OPEN, "shift out of range", ""));
}

static term bitwise(translator *tr, term a, term b, enum op op) {
    if (!term_is_bool(tr->t, a)) return term_2(tr->t, op, a, b);
    enum op logical = op == OP_BVAND ? OP_AND : op == OP_BVOR ? OP_OR : OP_XOR;
    return term_2(tr->t, logical, a, b);
}

static term sum(translator *tr, term a, term b, enum op op) {
    if (!term_is_bool(tr->t, a)) return term_2(tr->t, op, a, b);
    return op == OP_BVMUL ? term_and(tr->t, a, b) : term_2(tr->t, OP_XOR, a, b);
}

term integer_binary(translator *tr, LLVMOpcode op, term a, term b) {
    bool single = term_width(tr->t, a) == 1;
    term r;
    switch (op) {
    case LLVMAdd: r = sum(tr, a, b, OP_BVADD); break;
    case LLVMSub: r = sum(tr, a, b, OP_BVSUB); break;
    case LLVMMul: r = sum(tr, a, b, OP_BVMUL); break;
    case LLVMUDiv: r = divide(tr, a, b, OP_BVUDIV, false); break;
    case LLVMURem: r = divide(tr, a, b, OP_BVUREM, false); break;
    case LLVMSDiv: r = divide(tr, a, b, OP_BVSDIV, true); break;
    case LLVMSRem: r = divide(tr, a, b, OP_BVSREM, true); break;
    case LLVMShl: r = shift(tr, a, b, OP_BVSHL); break;
    case LLVMLShr: r = shift(tr, a, b, OP_BVLSHR); break;
    case LLVMAShr: r = shift(tr, a, b, OP_BVASHR); break;
    case LLVMAnd: r = bitwise(tr, a, b, OP_BVAND); break;
    case LLVMOr: r = bitwise(tr, a, b, OP_BVOR); break;
    default: r = bitwise(tr, a, b, OP_BVXOR); break;
    }
    return single ? as_bool(tr, r) : r;
}

term integer_compared(translator *tr, LLVMIntPredicate p, term a, term b) {
    terms *t = tr->t;
    if (p == LLVMIntEQ) return term_eq(t, a, b);
    if (p == LLVMIntNE) return term_not(t, term_eq(t, a, b));
    a = as_bv(tr, a);
    b = as_bv(tr, b);
    switch (p) {
    case LLVMIntUGT: return term_2(t, OP_BVULT, b, a);
    case LLVMIntUGE: return term_2(t, OP_BVULE, b, a);
    case LLVMIntULT: return term_2(t, OP_BVULT, a, b);
    case LLVMIntULE: return term_2(t, OP_BVULE, a, b);
    case LLVMIntSGT: return term_2(t, OP_BVSLT, b, a);
    case LLVMIntSGE: return term_2(t, OP_BVSLE, b, a);
    case LLVMIntSLT: return term_2(t, OP_BVSLT, a, b);
    default: return term_2(t, OP_BVSLE, a, b);
    }
}

/* Addresses among the facts of an operand: all of a pointer, those made numbers of an integer. */
static void seen_addresses(translator *tr, frame *f, LLVMValueRef v, fact_vec *out) {
    fact_vec facts = {0};
    bool is_pointer = LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMPointerTypeKind;
    operand_facts(tr, f->instance, v, &facts);
    for (uint32_t i = 0; i < facts.size; i++)
        if (is_pointer || facts.data[i].number) vec_push(out, facts.data[i]);
    vec_release(&facts);
}

/* Those of both operands, to be released; true where each has some. */
static bool both_addresses(translator *tr, frame *f, LLVMValueRef i, fact_vec *left, fact_vec *right) {
    seen_addresses(tr, f, LLVMGetOperand(i, 0), left);
    seen_addresses(tr, f, LLVMGetOperand(i, 1), right);
    return left->size && right->size;
}

/* All in one object, of which there is only one. */
static bool one_object(const translator *tr, const fact_vec *a) {
    for (uint32_t i = 1; i < a->size; i++)
        if (a->data[i].object != a->data[0].object) return false;
    return !a->size || (a->data[0].object && tr->objects.data[a->data[0].object].copies == 1);
}

/* ---- where objects lie ----
 * Which of two objects comes first, and whether the end of one is the start of another, is the linker's choice. Our slots are
 * one choice: an input that is false keeps to it, one that is true departs from it, in each comparison anew. That admits more
 * than any one placement does, so a violation that uses a true one must be seen in the compiled program. */

static bool may_be_at(fact f, int64_t offset) {
    return f.stride ? (uint64_t)(f.offset - offset) % f.stride == 0 : f.offset == offset;
}

/* An object has at least one byte where its size is known only at run time: it does not end where it starts. */
static bool may_be_at_end(const object *o, fact f) {
    if (o->variable) return (uint64_t)f.offset % o->slot || f.stride % o->slot;
    return may_be_at(f, (int64_t)o->size);
}

static bool is_data(const translator *tr, uint32_t object_) { return object_ && tr->objects.data[object_].kind != OBJECT_FUNCTION; }

static bool may_touch(const translator *tr, const fact_vec *ends, const fact_vec *starts) {
    for (uint32_t i = 0; i < ends->size; i++)
        for (uint32_t k = 0; k < starts->size; k++) {
            fact e = ends->data[i], s = starts->data[k];
            const object *o = &tr->objects.data[e.object];
            bool other = e.object != s.object || o->copies > 1;
            if (other && is_data(tr, e.object) && is_data(tr, s.object) && may_be_at_end(o, e) && may_be_at(s, 0)) return true;
        }
    return false;
}

/* The address is `bytes` behind the start of a copy of the object. */
static term is_behind(translator *tr, const object *o, term a, term bytes) {
    terms *t = tr->t;
    term offset = term_2(t, OP_BVSUB, a, pointer_term(tr, o->base));
    if (o->copies == 1) return term_eq(t, offset, bytes);
    term inside = term_2(t, OP_BVULT, offset, pointer_term(tr, o->slot * o->copies));
    return term_and(t, inside, term_eq(t, term_2(t, OP_BVAND, offset, pointer_term(tr, o->slot - 1)), bytes));
}

/* a is the end of some object, and b not that object's start. */
static term is_end(translator *tr, const fact_vec *facts, term a, term b) {
    term any = term_false(tr->t);
    for (uint32_t i = 0; i < facts->size; i++) {
        const object *o = &tr->objects.data[facts->data[i].object];
        if (!is_data(tr, facts->data[i].object) || !may_be_at_end(o, facts->data[i])) continue;
        term bytes = o->variable ? object_bytes(tr, o, a) : pointer_term(tr, o->size);
        term own = term_eq(tr->t, b, term_2(tr->t, OP_BVSUB, a, bytes));
        any = term_or(tr->t, any, term_and(tr->t, is_behind(tr, o, a, bytes), term_not(tr->t, own)));
    }
    return any;
}

static term is_start(translator *tr, const fact_vec *facts, term a) {
    term any = term_false(tr->t);
    for (uint32_t i = 0; i < facts->size; i++)
        if (is_data(tr, facts->data[i].object) && may_be_at(facts->data[i], 0))
            any = term_or(tr->t, any, is_behind(tr, &tr->objects.data[facts->data[i].object], a, pointer_term(tr, 0)));
    return any;
}

/* The addresses may be equal although our slots keep them apart. */
static term may_be_equal(translator *tr, const fact_vec *left, const fact_vec *right, term a, term b) {
    term r = term_false(tr->t);
    if (may_touch(tr, left, right)) r = term_and(tr->t, is_end(tr, left, a, b), is_start(tr, right, b));
    if (may_touch(tr, right, left)) r = term_or(tr->t, r, term_and(tr->t, is_end(tr, right, b, a), is_start(tr, left, a)));
    return r;
}

static term is_inside(translator *tr, const object *o, term a) {
    term from_first = term_2(tr->t, OP_BVSUB, a, pointer_term(tr, o->base));
    return term_2(tr->t, OP_BVULT, from_first, pointer_term(tr, o->slot * o->copies));
}

/* Both addresses are in the same object, or at its end. */
static term in_one_object(translator *tr, const fact_vec *facts, term a, term b) {
    terms *t = tr->t;
    term known = term_false(t);
    for (uint32_t i = 0; i < facts->size; i++) {
        const object *o = &tr->objects.data[facts->data[i].object];
        if (!facts->data[i].object) continue;
        term shift_ = pointer_term(tr, (uint64_t)__builtin_ctzll(o->slot));
        term x = term_2(t, OP_BVLSHR, a, shift_), y = term_2(t, OP_BVLSHR, b, shift_);
        term first = pointer_term(tr, o->base >> __builtin_ctzll(o->slot));
        term inside = term_2(t, OP_BVULT, term_2(t, OP_BVSUB, x, first), pointer_term(tr, o->copies));
        known = term_or(t, known, term_and(t, inside, term_eq(t, x, y)));
    }
    return known;
}

/* ---- where objects lay ----
 * Our slots are never used again; memory is, after the object in it ended. */

/* Neither call is part of the other. */
static bool one_after_the_other(const translator *tr, uint32_t a, uint32_t b) {
    uint32_t x = a, y = b;
    while (x != NONE && x != b) x = tr->instances.data[x].parent;
    while (y != NONE && y != a) y = tr->instances.data[y].parent;
    return x == NONE && y == NONE;
}

static bool is_called(LLVMValueRef call, const char *name) {
    size_t length;
    LLVMValueRef callee = LLVMIsACallInst(call) ? called_function(call) : NULL;
    return callee && !strcmp(LLVMGetValueName2(callee, &length), name);
}

/* A pointer to an object that ended has no value, a number keeps it; but programs do ask whether realloc moved a block. */
static bool may_reuse(const translator *tr, const object *a, const object *b, bool numbers) {
    if (a->kind != b->kind || (a == b && a->copies == 1)) return false;
    if (is_called(a->value, "realloc") || is_called(b->value, "realloc")) return true;
    if (a->kind == OBJECT_HEAP) return numbers && LLVMGetNamedFunction(tr->m, "free");
    return numbers && a->kind == OBJECT_LOCAL && one_after_the_other(tr, a->instance, b->instance);
}

/* The addresses are those of two objects, one of which may be made where the other was. */
static term may_be_again(translator *tr, const fact_vec *left, const fact_vec *right, term a, term b, bool numbers) {
    terms *t = tr->t;
    term any = term_false(t);
    for (uint32_t i = 0; i < left->size; i++)
        for (uint32_t k = 0; k < right->size; k++) {
            const object *x = &tr->objects.data[left->data[i].object], *y = &tr->objects.data[right->data[k].object];
            if (may_reuse(tr, x, y, numbers)) any = term_or(t, any, term_and(t, is_inside(tr, x, a), is_inside(tr, y, b)));
        }
    if (term_is_false(t, any)) return any;
    return term_and(t, any, term_not(t, term_or(t, in_one_object(tr, left, a, b), in_one_object(tr, right, a, b))));
}

/* Null comes before all. */
static term either_null(translator *tr, term a, term b) {
    term zero = pointer_term(tr, 0);
    return term_or(tr->t, term_eq(tr->t, a, zero), term_eq(tr->t, b, zero));
}

static term order_is_known(translator *tr, const fact_vec *facts, term a, term b) {
    return term_or(tr->t, either_null(tr, a, b), in_one_object(tr, facts, a, b));
}

/* Small numbers and the last page are no addresses wherever objects lie. */
static bool is_no_address(translator *tr, LLVMValueRef v) {
    enum { PAGE = 4096, FIRST = 16 };
    if (LLVMIsAConstantPointerNull(v)) return true;
    if (!LLVMIsAConstantInt(v) || LLVMGetIntTypeWidth(LLVMTypeOf(v)) != tr->pointer_bits) return false;
    int64_t c = LLVMConstIntGetSExtValue(v);
    return c < FIRST && c >= -PAGE;
}

/* The result where our slots decide, or else, where `open` holds, any. */
static term any_placement(translator *tr, term plain, term open) {
    terms *t = tr->t;
    if (term_is_false(t, open)) return plain;
    note_here(tr, NOTE_OVER, "the order of objects in memory is any");
    return term_2(t, OP_XOR, plain, term_and(t, open, emit_any(tr, sort_bool(t), INPUT_OPEN, INPUT_PLACEMENT, "")));
}

/* Addresses of objects on both sides. */
static term compare_placed(translator *tr, LLVMValueRef i, fact_vec *left, const fact_vec *right, term a, term b, term plain) {
    LLVMIntPredicate p = LLVMGetICmpPredicate(i);
    bool numbers = LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(i, 0))) == LLVMIntegerTypeKind;
    if (term_width(tr->t, a) != tr->pointer_bits) {
        note_here(tr, NOTE_UNDER, "depends on addresses");
        return plain;
    }
    if (p == LLVMIntEQ || p == LLVMIntNE) {
        term open = term_or(tr->t, may_be_equal(tr, left, right, a, b), may_be_again(tr, left, right, a, b, numbers));
        return any_placement(tr, plain, open);
    }
    vec_append(left, right->data, right->size);
    return one_object(tr, left) ? plain : any_placement(tr, plain, term_not(tr->t, order_is_known(tr, left, a, b)));
}

static term compare_addresses(translator *tr, frame *f, LLVMValueRef i, term a, term b, term plain) {
    LLVMIntPredicate p = LLVMGetICmpPredicate(i);
    fact_vec left = {0}, right = {0};
    term r = plain;
    bool equality = p == LLVMIntEQ || p == LLVMIntNE, mixed = both_addresses(tr, f, i, &left, &right);
    bool integers = LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(i, 0))) == LLVMIntegerTypeKind;
    bool one_sided = !mixed && left.size + right.size && !is_no_address(tr, LLVMGetOperand(i, 0)) && !is_no_address(tr, LLVMGetOperand(i, 1));
    if (one_sided && integers) note_here(tr, NOTE_UNDER, "depends on addresses");
    else if (one_sided && !equality) r = any_placement(tr, plain, term_not(tr->t, either_null(tr, a, b))); /* a pointer to elsewhere */
    if (mixed) r = compare_placed(tr, i, &left, &right, a, b, plain);
    vec_release(&left);
    vec_release(&right);
    return r;
}

static void integer_compare(translator *tr, frame *f, uint32_t number, LLVMValueRef i) {
    term a = operand_bits(tr, f, LLVMGetOperand(i, 0)), b = operand_bits(tr, f, LLVMGetOperand(i, 1));
    term plain = integer_compared(tr, LLVMGetICmpPredicate(i), a, b);
    define_bits(tr, f, number, compare_addresses(tr, f, i, a, b, plain));
}

/* How far two addresses are apart: what to add to the distance in our placement, where they are in different objects. */
static term added_distance(translator *tr, frame *f, LLVMValueRef i, term a, term b) {
    terms *t = tr->t;
    fact_vec left = {0}, right = {0};
    term zero = pointer_term(tr, 0), added = zero;
    bool both = both_addresses(tr, f, i, &left, &right);
    vec_append(&left, right.data, right.size);
    if (both && !one_object(tr, &left)) {
        note_here(tr, NOTE_OVER, "the order of objects in memory is any");
        term any = emit_any(tr, sort_bv(t, tr->pointer_bits), INPUT_OPEN, INPUT_PLACEMENT, "");
        added = term_ite(t, in_one_object(tr, &left, a, b), zero, any);
    }
    vec_release(&left);
    vec_release(&right);
    return added;
}

static void binary(translator *tr, frame *f, uint32_t number, LLVMValueRef i) {
    term a = operand_bits(tr, f, LLVMGetOperand(i, 0)), b = operand_bits(tr, f, LLVMGetOperand(i, 1));
    term r = integer_binary(tr, LLVMGetInstructionOpcode(i), a, b);
    if (LLVMGetInstructionOpcode(i) == LLVMSub && term_width(tr->t, a) == tr->pointer_bits)
        r = term_2(tr->t, OP_BVADD, r, added_distance(tr, f, i, a, b));
    define_bits(tr, f, number, r);
}

static uint64_t object_alignment(const object *o) {
    if (o->kind == OBJECT_GLOBAL) return LLVMGetAlignment(o->value);
    return o->kind == OBJECT_LOCAL && LLVMIsAAllocaInst(o->value) ? LLVMGetAlignment(o->value) : 8;
}

/* Low bits that the alignment of the objects fixes, clearing or setting them, are the same wherever the objects lie. */
static bool only_alignment(translator *tr, LLVMValueRef i, const fact_vec *facts) {
    LLVMOpcode op = LLVMGetInstructionOpcode(i);
    if ((op != LLVMAnd && op != LLVMOr && op != LLVMXor) || !LLVMIsAConstantInt(LLVMGetOperand(i, 1))) return false;
    int64_t mask = LLVMConstIntGetSExtValue(LLVMGetOperand(i, 1));
    uint64_t low = mask < 0 && op == LLVMAnd ? ~(uint64_t)mask : (uint64_t)mask;
    for (uint32_t k = 0; k < facts->size; k++)
        if (!facts->data[k].object || low >= object_alignment(&tr->objects.data[facts->data[k].object])) return false;
    return true;
}

/* A number less an address is no address; the distance of two is binary()'s. */
static void subtraction_note(translator *tr, frame *f, LLVMValueRef i) {
    fact_vec left = {0}, right = {0};
    bool both = both_addresses(tr, f, i, &left, &right);
    if (right.size && !both) note_here(tr, NOTE_UNDER, "depends on addresses");
    vec_release(&left);
    vec_release(&right);
}

/* An address used as a number for anything but comparing, adding, a distance in its object, and going back. */
static void address_note(translator *tr, frame *f, LLVMValueRef i) {
    LLVMOpcode op = LLVMGetInstructionOpcode(i);
    switch (op) {
    case LLVMMul: case LLVMUDiv: case LLVMSDiv: case LLVMURem: case LLVMSRem: case LLVMShl: case LLVMLShr: case LLVMAShr:
    case LLVMAnd: case LLVMOr: case LLVMXor: case LLVMTrunc: case LLVMUIToFP: case LLVMSIToFP: break;
    case LLVMSub: subtraction_note(tr, f, i); return;
    default: return;
    }
    fact_vec facts = {0};
    for (int k = 0; k < LLVMGetNumOperands(i); k++) seen_addresses(tr, f, LLVMGetOperand(i, (unsigned)k), &facts);
    if (facts.size && !only_alignment(tr, i, &facts)) note_here(tr, NOTE_UNDER, "depends on addresses");
    vec_release(&facts);
}

/* ---- conversions ---- */
term integer_resized(translator *tr, term a, uint32_t width, bool is_signed) {
    a = as_bv(tr, a);
    uint32_t w = term_width(tr->t, a);
    if (w > width) a = term_extract(tr->t, width - 1, 0, a);
    else a = is_signed ? term_sext(tr->t, a, width) : term_zext(tr->t, a, width);
    return width == 1 ? as_bool(tr, a) : a;
}

static void convert(translator *tr, frame *f, uint32_t number, LLVMValueRef i) {
    leaf l = type_leaf(tr, LLVMTypeOf(i));
    term a = operand_bits(tr, f, LLVMGetOperand(i, 0));
    define_bits(tr, f, number, integer_resized(tr, a, l.bits, LLVMGetInstructionOpcode(i) == LLVMSExt));
}

/* The same bits as another type; between vectors and scalars through one wide word, in memory order. */
static void bitcast(translator *tr, frame *f, uint32_t number, LLVMValueRef i) {
    leaf_vec from = {0}, to = {0};
    type_leaves(tr, LLVMTypeOf(LLVMGetOperand(i, 0)), &from);
    type_leaves(tr, LLVMTypeOf(i), &to);
    component *c = operand(tr, f, LLVMGetOperand(i, 0)), *out = define(tr, f, number);
    term whole = {0};
    for (uint32_t k = 0; k < from.size; k++) {
        const leaf *l = &from.data[k];
        term part = as_bv(tr, l->kind == LEAF_FLOAT ? float_bits(tr, &c[k], l->class) : c[k].bits);
        whole = !whole.id ? part : tr->big_endian ? term_2(tr->t, OP_CONCAT, whole, part) : term_2(tr->t, OP_CONCAT, part, whole);
    }
    uint32_t width = term_width(tr->t, whole), at = 0;
    for (uint32_t k = 0; k < to.size; k++) {
        uint32_t low = tr->big_endian ? width - at - to.data[k].bits : at;
        out[k].bits = term_extract(tr->t, low + to.data[k].bits - 1, low, whole);
        if (to.data[k].bits == 1) out[k].bits = as_bool(tr, out[k].bits);
        at += to.data[k].bits;
    }
    define_done(tr, f, number);
    vec_release(&from);
    vec_release(&to);
}

/* ---- aggregates ---- */
static void copy_components(component *to, const component *from, uint32_t n) { memcpy(to, from, n * sizeof *to); }

static void extract_value(translator *tr, frame *f, uint32_t number, LLVMValueRef i) {
    LLVMTypeRef part;
    LLVMValueRef whole = LLVMGetOperand(i, 0);
    uint32_t before = leaves_before(tr, LLVMTypeOf(whole), LLVMGetNumIndices(i), LLVMGetIndices(i), &part);
    component *c = operand(tr, f, whole);
    copy_components(define(tr, f, number), c + before, leaf_count(tr, part));
    define_done(tr, f, number);
}

static void insert_value(translator *tr, frame *f, uint32_t number, LLVMValueRef i) {
    LLVMTypeRef part;
    uint32_t before = leaves_before(tr, LLVMTypeOf(i), LLVMGetNumIndices(i), LLVMGetIndices(i), &part);
    component *whole = operand(tr, f, LLVMGetOperand(i, 0)), *value_ = operand(tr, f, LLVMGetOperand(i, 1));
    component *out = define(tr, f, number);
    copy_components(out, whole, leaf_count(tr, LLVMTypeOf(i)));
    copy_components(out + before, value_, leaf_count(tr, part));
    define_done(tr, f, number);
}

static unsigned vector_index(translator *tr, LLVMValueRef i, LLVMValueRef index, LLVMTypeRef vector) {
    if (!LLVMIsAConstantInt(index)) unsupported(tr, i, "a vector with a symbolic index");
    uint64_t n = LLVMConstIntGetZExtValue(index);
    if (n >= LLVMGetVectorSize(vector)) unsupported(tr, i, "a vector index out of range");
    return (unsigned)n;
}

static void extract_element(translator *tr, frame *f, uint32_t number, LLVMValueRef i) {
    LLVMValueRef whole = LLVMGetOperand(i, 0);
    unsigned n = vector_index(tr, i, LLVMGetOperand(i, 1), LLVMTypeOf(whole));
    copy_components(define(tr, f, number), operand(tr, f, whole) + n, 1);
    define_done(tr, f, number);
}

static void insert_element(translator *tr, frame *f, uint32_t number, LLVMValueRef i) {
    unsigned n = vector_index(tr, i, LLVMGetOperand(i, 2), LLVMTypeOf(i));
    component *whole = operand(tr, f, LLVMGetOperand(i, 0)), *value_ = operand(tr, f, LLVMGetOperand(i, 1));
    component *out = define(tr, f, number);
    copy_components(out, whole, LLVMGetVectorSize(LLVMTypeOf(i)));
    out[n] = *value_;
    define_done(tr, f, number);
}

/* ---- choice ---- */
static component choose(translator *tr, term c, component *a, component *b, const leaf *l) {
    component r = {0};
    if (l->kind == LEAF_FLOAT && !tr->float_bits[l->class]) {
        r.fp = term_ite(tr->t, c, float_fp(tr, a, l->class), float_fp(tr, b, l->class));
        return r;
    }
    term x = component_held(tr, a, l), y = component_held(tr, b, l);
    r.bits = term_ite(tr->t, c, x, y);
    return r;
}

static void select_value(translator *tr, frame *f, uint32_t number, LLVMValueRef i) {
    leaf_vec leaves = {0};
    type_leaves(tr, LLVMTypeOf(i), &leaves);
    term c = operand_bits(tr, f, LLVMGetOperand(i, 0));
    component *a = operand(tr, f, LLVMGetOperand(i, 1)), *b = operand(tr, f, LLVMGetOperand(i, 2)), *out = define(tr, f, number);
    for (uint32_t k = 0; k < leaves.size; k++) out[k] = choose(tr, c, &a[k], &b[k], &leaves.data[k]);
    define_done(tr, f, number);
    vec_release(&leaves);
}

static void same_value(translator *tr, frame *f, uint32_t number, LLVMValueRef i) {
    component *c = operand(tr, f, LLVMGetOperand(i, 0));
    copy_components(define(tr, f, number), c, leaf_count(tr, LLVMTypeOf(i)));
    define_done(tr, f, number);
}

/* One switch an instruction kind; control flow is block.c's. */
void instruction(translator *tr, frame *f, uint32_t number, LLVMValueRef i) {
    address_note(tr, f, i);
    if (vector_instruction(tr, f, number, i)) return;
    switch (LLVMGetInstructionOpcode(i)) {
    case LLVMAdd: case LLVMSub: case LLVMMul: case LLVMUDiv: case LLVMSDiv: case LLVMURem: case LLVMSRem: case LLVMShl:
    case LLVMLShr: case LLVMAShr: case LLVMAnd: case LLVMOr: case LLVMXor: binary(tr, f, number, i); return;
    case LLVMICmp: integer_compare(tr, f, number, i); return;
    case LLVMTrunc: case LLVMZExt: case LLVMSExt: case LLVMPtrToInt: case LLVMIntToPtr: convert(tr, f, number, i); return;
    case LLVMBitCast: bitcast(tr, f, number, i); return;
    case LLVMAddrSpaceCast: case LLVMFreeze: same_value(tr, f, number, i); return;
    case LLVMFAdd: case LLVMFSub: case LLVMFMul: case LLVMFDiv: case LLVMFRem: case LLVMFNeg: case LLVMFPTrunc: case LLVMFPExt:
    case LLVMUIToFP: case LLVMSIToFP: case LLVMFPToUI: case LLVMFPToSI: case LLVMFCmp:
            float_instruction(tr, f, number, i);
        return;
    case LLVMSelect: select_value(tr, f, number, i); return;
    case LLVMExtractValue: extract_value(tr, f, number, i); return;
    case LLVMInsertValue: insert_value(tr, f, number, i); return;
    case LLVMExtractElement: extract_element(tr, f, number, i); return;
    case LLVMInsertElement: insert_element(tr, f, number, i); return;
    case LLVMAlloca: alloca_instruction(tr, f, number, i); return;
    case LLVMLoad: load_instruction(tr, f, number, i); return;
    case LLVMStore: store_instruction(tr, f, i); return;
    case LLVMGetElementPtr: define_bits(tr, f, number, gep_term(tr, f, i)); return;
    case LLVMCall: call_instruction(tr, f, number, i); return;
    case LLVMAtomicRMW: atomic_update(tr, f, number, i); return;
    case LLVMAtomicCmpXchg: atomic_exchange(tr, f, number, i); return;
    case LLVMFence: return;
    default: unsupported(tr, i, "an instruction");
    }
}
