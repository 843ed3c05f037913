#include "frontend/memory/place.h"
#include "frontend/external/escape.h"
#include "frontend/llvm/translator.h"
#include "frontend/memory/access.h"

/* From an address and what it may point to, to the places an access may touch. */

enum { MOST_PLACES = 2048 };

static uint64_t extent(const object *o) { return o->copies > 1 ? o->slot * o->copies : o->size; }

/* ---- exact division of an offset, as the program wrote it ----
 * An offset base + 4 * i is divided into i. That leaves out the i whose product wraps around: such
 * an index leaves every object, and computing its address is undefined already. */
static bool divides(translator *tr, term a, uint64_t by) {
    uint64_t c;
    switch (term_op(tr->t, a)) {
    case OP_BV: {
        if (!term_get_u64(tr->t, a, &c)) return false;
        uint32_t w = term_width(tr->t, a);
        int64_t v = w < 64 ? (int64_t)(c << (64 - w)) >> (64 - w) : (int64_t)c;
        return v % (int64_t)by == 0;
    }
    case OP_BVADD:
        for (uint32_t i = 0; i < term_arity(tr->t, a); i++)
            if (!divides(tr, term_arg(tr->t, a, i), by)) return false;
        return true;
    case OP_BVMUL:
        for (uint32_t i = 0; i < term_arity(tr->t, a); i++)
            if (term_op(tr->t, term_arg(tr->t, a, i)) == OP_BV &&
                divides(tr, term_arg(tr->t, a, i), by))
                return true;
        return false;
    case OP_ITE:
        return divides(tr, term_arg(tr->t, a, 1), by) && divides(tr, term_arg(tr->t, a, 2), by);
    default: return false;
    }
}

static term constant_quotient(translator *tr, term a, uint64_t by) {
    uint64_t c = 0;
    uint32_t w = term_width(tr->t, a);
    term_get_u64(tr->t, a, &c);
    int64_t v = w < 64 ? (int64_t)(c << (64 - w)) >> (64 - w) : (int64_t)c;
    return term_bv(tr->t, w, (uint64_t)(v / (int64_t)by));
}

static term quotient(translator *tr, term a, uint64_t by) {
    terms *t = tr->t;
    uint32_t n = term_arity(t, a);
    bool done = false;
    switch (term_op(t, a)) {
    case OP_BV: return constant_quotient(tr, a, by);
    case OP_ITE:
        return term_ite(t, term_arg(t, a, 0), quotient(tr, term_arg(t, a, 1), by),
                        quotient(tr, term_arg(t, a, 2), by));
    default: break;
    }
    term_vec args = {0};
    for (uint32_t i = 0; i < n; i++) {
        term x = term_arg(t, a, i);
        bool all = term_op(t, a) == OP_BVADD;
        bool here = all || (!done && term_op(t, x) == OP_BV && divides(tr, x, by));
        done |= here;
        x = here ? quotient(tr, x, by) : x;
        vec_push(&args, x);
    }
    term r = term_app(t, term_op(t, a), n, args.data);
    vec_release(&args);
    return r;
}

term divide_linear(translator *tr, term a, uint64_t by) {
    assert_debug(by);
    terms *t = tr->t;
    uint32_t w = term_width(t, a);
    if (by == 1) return a;
    if (divides(tr, a, by)) return quotient(tr, a, by);
    if (by & (by - 1)) return term_2(t, OP_BVUDIV, a, term_bv(t, w, by));
    return term_2(t, OP_BVLSHR, a, term_bv(t, w, (uint64_t)__builtin_ctzll(by)));
}

/* ---- conditions ---- */
static term bytes_of(translator *tr, const object *o, term offset) {
    if (o->copies == 1) return o->size_var;
    term nth = term_2(tr->t, OP_BVLSHR, offset,
                      term_bv(tr->t, tr->pointer_bits, (uint64_t)__builtin_ctzll(o->slot)));
    return term_select(tr->t, o->size_var, nth);
}

static term inside_copy(translator *tr, const object *o, term offset) {
    if (o->copies == 1) return offset;
    return term_zext(tr->t, term_extract(tr->t, (uint32_t)__builtin_ctzll(o->slot) - 1, 0, offset),
                     tr->pointer_bits);
}

term object_bytes(translator *tr, const object *o, term address) {
    assert_debug(object_is_there(tr, o));
    assert_debug(is_pointer_wide(tr, address));
    return bytes_of(tr, o, term_2(tr->t, OP_BVSUB, address, object_start(tr, o)));
}

/* An access of `size` bytes at this offset ends inside an object whose size is known only at run
 * time. */
static term ends_inside(translator *tr, const object *o, term offset, uint64_t size) {
    terms *t = tr->t;
    if (!o->variable && o->copies == 1) return term_true(t);
    term end = term_2(t, OP_BVADD, inside_copy(tr, o, offset), pointer_term(tr, size));
    term limit = o->variable ? bytes_of(tr, o, offset) : pointer_term(tr, o->size);
    return term_2(t, OP_BVULE, end, limit);
}

term access_is_inside(translator *tr, const object *o, term offset, uint64_t size) {
    assert_debug(object_is_there(tr, o));
    terms *t = tr->t;
    uint64_t all = extent(o);
    if (size > all) return term_false(t);
    return term_and(t, term_2(t, OP_BVULE, offset, pointer_term(tr, all - size)),
                    ends_inside(tr, o, offset, size));
}

static void add_exact(translator *tr, places *ps, uint32_t object_id, uint64_t offset,
                      uint64_t size, term matches) {
    const object *o = &tr->objects.data[object_id];
    uint64_t in_copy = o->copies > 1 ? offset % o->slot : offset;
    if (offset + size > extent(o) || in_copy + size > o->size) return;
    if (ps->items.size >= MOST_PLACES)
        unsupported(tr, NULL, "an access with more than %d possible places", MOST_PLACES);
    place p = {.object = object_id, .offset = offset};
    p.condition = term_and(tr->t, matches,
                           o->variable ? ends_inside(tr, o, pointer_term(tr, offset), size)
                                       : term_true(tr->t));
    if (o->layout.element) {
        p.index = pointer_term(tr, offset / o->layout.element);
        p.offset = offset % o->layout.element;
    }
    vec_push(&ps->items, p);
}

static bool has_place(const places *ps, uint32_t object_id, uint64_t offset) {
    for (uint32_t i = ps->items.size; i-- > 0 && ps->items.data[i].object == object_id;)
        if (!ps->items.data[i].index.id && ps->items.data[i].offset == offset) return true;
    return false;
}

/* Few positions: each is compared with the address, by its number where the address is a multiple
 * as written. */
static void add_positions(translator *tr, places *ps, fact f, term pointer, uint64_t size) {
    const object *o = &tr->objects.data[f.object];
    uint64_t end = extent(o);
    int64_t r = f.offset % (int64_t)f.stride;
    uint64_t first = (uint64_t)(r < 0 ? r + (int64_t)f.stride : r);
    term start = term_2(tr->t, OP_BVADD, object_start(tr, o), pointer_term(tr, first));
    term offset = term_2(tr->t, OP_BVSUB, pointer, start);
    bool linear = divides(tr, offset, f.stride);
    term index = linear ? quotient(tr, offset, f.stride) : offset;
    for (uint64_t k = 0; first + k * f.stride + size <= end; k++) {
        if (has_place(ps, f.object, first + k * f.stride)) continue;
        term matches = term_eq(tr->t, index, pointer_term(tr, linear ? k : k * f.stride));
        add_exact(tr, ps, f.object, first + k * f.stride, size, matches);
    }
    if (linear && o->copies == 1 && !o->variable && first + size <= end)
        ps->valid =
            term_2(tr->t, OP_BVULE, index, pointer_term(tr, (end - size - first) / f.stride));
}

/* Many positions: an element number below the count. */
static void add_indexed(translator *tr, places *ps, fact f, term pointer, uint64_t size,
                        bool several) {
    terms *t = tr->t;
    const object *o = &tr->objects.data[f.object];
    int64_t r = f.offset % (int64_t)o->layout.element;
    uint64_t field = (uint64_t)(r < 0 ? r + (int64_t)o->layout.element : r), end = extent(o);
    if (field + size > end) return;
    term offset = term_2(t, OP_BVSUB, pointer, object_start(tr, o));
    place p = {.object = f.object, .offset = field};
    ps->groups++;
    p.index =
        divide_linear(tr, term_2(t, OP_BVSUB, offset, pointer_term(tr, field)), o->layout.element);
    p.condition =
        term_2(t, OP_BVULE, p.index, pointer_term(tr, (end - size - field) / o->layout.element));
    p.condition = term_and(t, p.condition, ends_inside(tr, o, offset, size));
    if (several) {
        term rest = term_2(t, OP_BVUREM, offset, pointer_term(tr, o->layout.element));
        p.condition = term_and(t, p.condition, term_eq(t, rest, pointer_term(tr, field)));
    }
    vec_push(&ps->items, p);
}

/* In an array, facts with the same remainder are one place. */
static void add_array_facts(translator *tr, places *ps, const fact_vec *facts, uint32_t first,
                            term pointer, uint64_t size) {
    const object *o = &tr->objects.data[facts->data[first].object];
    uint32_t kinds = 0;
    for (int pass = 0; pass < 2; pass++)
        for (uint32_t i = first; i < facts->size; i++) {
            bool seen = facts->data[i].object != facts->data[first].object;
            for (uint32_t k = first; k < i && !seen; k++)
                seen = facts->data[k].object == facts->data[i].object &&
                       offset_in_stride(facts->data[k].offset, o->layout.element) ==
                           offset_in_stride(facts->data[i].offset, o->layout.element);
            if (seen) continue;
            if (!pass) kinds++;
            else add_indexed(tr, ps, facts->data[i], pointer, size, kinds > 1);
        }
}

static term is_at(translator *tr, const object *o, term pointer, uint64_t offset) {
    term start = object_start(tr, o);
    if (term_is_const(tr->t, start))
        return term_eq(tr->t, pointer, pointer_term(tr, o->base + offset));
    return term_eq(tr->t, term_2(tr->t, OP_BVSUB, pointer, start),
                   pointer_term(tr, offset)); /* the symbol may cancel out */
}

static void add_cell_facts(translator *tr, places *ps, const fact_vec *facts, uint32_t first,
                           term pointer, uint64_t size) {
    uint32_t object_id = facts->data[first].object;
    for (uint32_t i = first; i < facts->size; i++) {
        fact f = facts->data[i];
        if (f.object != object_id) continue;
        ps->groups++;
        if (f.stride) {
            add_positions(tr, ps, f, pointer, size);
            continue;
        }
        if (f.offset < 0 || has_place(ps, object_id, (uint64_t)f.offset)) continue;
        add_exact(tr, ps, object_id, (uint64_t)f.offset, size,
                  is_at(tr, &tr->objects.data[object_id], pointer, (uint64_t)f.offset));
    }
}

/* A few constant offsets of an array are cells by themselves: the parameters of a model beside its
 * tables. */
static bool is_at_few_offsets(const fact_vec *facts, uint32_t first) {
    enum { FEW = 4 };
    uint32_t n = 0;
    for (uint32_t i = first; i < facts->size; i++) {
        if (facts->data[i].object != facts->data[first].object) continue;
        if (facts->data[i].stride || ++n > FEW) return false;
    }
    return true;
}

static bool seen_before(const fact_vec *facts, uint32_t i) {
    for (uint32_t k = 0; k < i; k++)
        if (facts->data[k].object == facts->data[i].object) return true;
    return false;
}

/* Memory that is not the program's is anywhere but at null; a register may have a small number. */
static void note_outside(translator *tr, term pointer, places *out) {
    bool fixed = term_is_const(tr->t, pointer);
    term null = fixed ? term_eq(tr->t, pointer, pointer_term(tr, 0)) : is_null(tr, pointer);
    if (!out->outside) return;
    term away = term_not(tr->t, address_is_private(tr, pointer));
    for (uint32_t i = 0; i < out->items.size && !term_is_true(tr->t, away); i++)
        away = term_or(tr->t, away, out->items.data[i].condition);
    out->valid = term_and(tr->t, term_not(tr->t, null), away);
}

/* What external code may know now, not only at some time. */
static void require_gone(translator *tr, const fact_vec *facts, places *out) {
    for (uint32_t i = 0; i < facts->size; i++) {
        const object *o = &tr->objects.data[facts->data[i].object];
        if (!facts->data[i].lent || o->escape.exposed || !o->escape.gone.id ||
            seen_before(facts, i))
            continue;
        for (uint32_t k = 0; k < out->items.size; k++) {
            place *p = &out->items.data[k];
            if (p->object == facts->data[i].object)
                p->condition = term_and(tr->t, p->condition, o->escape.gone);
        }
    }
}

static void find_places(translator *tr, term pointer, const fact_vec *facts, uint64_t size,
                        places *out) {
    uint64_t offset;
    uint32_t o = object_known(tr, pointer, &offset);
    if (o != NONE ||
        term_is_const(tr->t, pointer)) { /* a number that happens to be an address is none */
        bool meant = false;
        for (uint32_t i = 0; i < facts->size; i++) {
            meant |= facts->data[i].object == o;
            out->outside |= leads_outside(tr, facts->data[i]);
        }
        if (o != NONE && meant && tr->objects.data[o].kind != OBJECT_FUNCTION)
            add_exact(tr, out, o, offset, size, term_true(tr->t));
        note_outside(tr, pointer, out);
        return;
    }
    for (uint32_t i = 0; i < facts->size; i++) {
        o = facts->data[i].object;
        if (leads_outside(tr, facts->data[i])) out->outside = true;
        if (!o || tr->objects.data[o].kind == OBJECT_FUNCTION || seen_before(facts, i)) continue;
        const object *x = &tr->objects.data[o];
        bool cells =
            !x->layout.element || (x->copies == 1 && !x->variable && is_at_few_offsets(facts, i));
        if (!cells) add_array_facts(tr, out, facts, i, pointer, size);
        else add_cell_facts(tr, out, facts, i, pointer, size);
    }
    /* A pointer that nothing was stored into: blocking here would prove what follows. */
    if (!facts->size) out->outside = true;
    note_outside(tr, pointer, out);
}

void places_find(translator *tr, term pointer, const fact_vec *facts, uint64_t size, places *out) {
    assert_debug(is_pointer_wide(tr, pointer));
    assert_debug(facts_are_there(tr, facts));
    find_places(tr, pointer, facts, size, out);
    require_gone(tr, facts, out);
}

term places_valid(translator *tr, const places *ps) {
    term_vec conditions = {0};
    if (ps->groups == 1 && ps->valid.id && !ps->outside) return ps->valid;
    for (uint32_t i = 0; i < ps->items.size; i++)
        vec_push(&conditions, ps->items.data[i].condition);
    term valid = ps->outside ? ps->valid : term_or_n(tr->t, conditions.size, conditions.data);
    vec_release(&conditions);
    return valid;
}

void places_release(places *ps) { vec_release(&ps->items); }
