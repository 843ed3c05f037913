#include "engine/heap/family.h"

#include "base/log.h"

enum { MOST_FAMILIES = 6, MOST_ADDRESSES = 8, LEAST_ADDRESS = 4096 };

static uint64_t mask(const family *f) {
    return f->width < 64 ? (1ull << f->width) - 1 : UINT64_MAX;
}
static term word(const family *f, terms *t, uint64_t value) { return term_bv(t, f->width, value); }

term family_address(const family *f, terms *t, term number) {
    assert_debug(term_is_there(t, number));
    term scaled = term_2(t, OP_BVMUL, word(f, t, 1ull << f->shift), number);
    return term_2(t, OP_BVADD, scaled, word(f, t, f->base));
}

static term from_base(const family *f, terms *t, term address) {
    return term_2(t, OP_BVADD, address, word(f, t, (0 - f->base) & mask(f)));
}

term family_number(const family *f, terms *t, term address) {
    assert_debug(term_is_there(t, address));
    return term_zext(t, term_extract(t, f->width - 1, f->shift, from_base(f, t, address)),
                     f->width);
}

term family_exists(const family *f, terms *t, term number) {
    assert_debug(term_is_there(t, number));
    return term_2(t, OP_BVULT, number, f->counter);
}

term family_has(const family *f, terms *t, term address) {
    assert_debug(term_is_there(t, address));
    term below = term_extract(t, f->shift - 1, 0, from_base(f, t, address));
    return term_and(t, term_eq(t, below, term_bv(t, f->shift, 0)),
                    family_exists(f, t, family_number(f, t, address)));
}

bool family_holds(const family *f, uint64_t made, uint64_t address) {
    uint64_t offset = (address - f->base) & mask(f);
    return !(offset & ((1ull << f->shift) - 1)) && offset >> f->shift < made;
}

/* ---- recognizing ---- */

static term array_variable(const terms *t, term a) {
    while (term_op(t, a) == OP_STORE) a = term_arg(t, a, 0);
    return term_is_var(t, a) ? a : (term){0};
}

/* index = (address - base) >> shift, for some address. */
static bool is_number(terms *t, term index, family *f) {
    uint64_t constant;
    f->width = term_width(t, index);
    term slice = term_op(t, index) == OP_ZERO_EXTEND ? term_arg(t, index, 0) : index;
    if (term_op(t, slice) != OP_EXTRACT || f->width > 64) return false;
    term sum = term_arg(t, slice, 0);
    f->shift = term_index(t, slice, 1);
    if (term_width(t, sum) != f->width || term_index(t, slice, 0) != f->width - 1 || !f->shift ||
        term_op(t, sum) != OP_BVADD)
        return false;
    if (!term_get_u64(t, term_arg(t, sum, term_arity(t, sum) - 1), &constant)) return false;
    f->base = (0 - constant) & mask(f);
    return true;
}

static bool same_place(const family *a, const family *b) {
    return a->width == b->width && a->shift == b->shift && a->base == b->base;
}

static void add_array(family_vec *out, family f, term array) {
    uint32_t i = 0;
    while (i < out->size && !same_place(&out->data[i], &f)) i++;
    if (i == MOST_FAMILIES) return;
    if (i == out->size) vec_push(out, f);
    term_vec *arrays = &out->data[i].arrays;
    if (terms_have(arrays, array)) return;
    vec_push(arrays, array);
}

static void see_access(terms *t, term a, family_vec *out) {
    family f = {0};
    if (term_op(t, a) != OP_SELECT && term_op(t, a) != OP_STORE) return;
    term array = array_variable(t, term_arg(t, a, 0));
    if (array.id && sort_kind_of(t, sort_element(t, term_sort(t, array))) == SORT_BV &&
        is_number(t, term_arg(t, a, 1), &f))
        add_array(out, f, array);
}

/* The address of the next one, base + (counter << shift), is made where an object is. */
static void see_counter(terms *t, term a, family_vec *out) {
    uint64_t base, factor;
    if (term_op(t, a) != OP_BVADD || term_arity(t, a) != 2 ||
        !term_get_u64(t, term_arg(t, a, 1), &base))
        return;
    term product = term_arg(t, a, 0);
    if (term_op(t, product) != OP_BVMUL || term_arity(t, product) != 2 ||
        !term_is_var(t, term_arg(t, product, 1)))
        return;
    if (!term_get_u64(t, term_arg(t, product, 0), &factor)) return;
    for (uint32_t i = 0; i < out->size; i++) {
        family *f = &out->data[i];
        if (f->width == term_width(t, a) && f->base == base && factor == 1ull << f->shift)
            f->counter = term_arg(t, product, 1);
    }
}

static void see_limit(terms *t, term a, family_vec *out) {
    uint64_t limit;
    if (term_op(t, a) != OP_BVULT || !term_get_u64(t, term_arg(t, a, 1), &limit)) return;
    for (uint32_t i = 0; i < out->size; i++)
        if (same(out->data[i].counter, term_arg(t, a, 0)) && limit > out->data[i].limit)
            out->data[i].limit = limit;
}

static void see_chosen(terms *t, term a, family_vec *out) {
    if (term_op(t, a) != OP_BVULT || !term_is_var(t, term_arg(t, a, 0))) return;
    for (uint32_t i = 0; i < out->size; i++)
        if (same(out->data[i].counter, term_arg(t, a, 1)))
            vec_push(&out->data[i].chosen, term_arg(t, a, 0));
}

static void see_address(terms *t, term a, uint32_t width, u64_vec *addresses) {
    uint64_t constant;
    if (term_op(t, a) != OP_EQ || term_width(t, term_arg(t, a, 0)) != width) return;
    bool found = term_get_u64(t, term_arg(t, a, 1), &constant) ||
                 term_get_u64(t, term_arg(t, a, 0), &constant);
    if (!found || constant < LEAST_ADDRESS || addresses->size == MOST_ADDRESSES) return;
    for (uint32_t i = 0; i < addresses->size; i++)
        if (addresses->data[i] == constant) return;
    vec_push(addresses, constant);
}

static void drop_uncounted(family_vec *out) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < out->size; i++) {
        if (out->data[i].counter.id) out->data[kept++] = out->data[i];
        else vec_release(&out->data[i].arrays);
    }
    out->size = kept;
}

/* ---- all terms of a program ---- */

static void add_term(map *seen, term_vec *all, term a) {
    if (map_get(seen, a.id, NULL)) return;
    map_set(seen, a.id, 1);
    vec_push(all, a);
}

static void add_terms(const program *p, cmd c, map *seen, term_vec *all) {
    assert_debug(cmds_are_there(p, 1, &c));
    enum cmd_kind k = cmd_kind_of(p, c);
    if (k == CMD_ASSIGN || k == CMD_ASSUME) add_term(seen, all, cmd_term(p, c));
    for (uint32_t i = 0; (k == CMD_SEQ || k == CMD_CHOICE) && i < cmd_size(p, c); i++)
        add_terms(p, cmd_part(p, c, i), seen, all);
}

static void terms_of_program(const program *p, term_vec *all) {
    map seen = {0};
    for (edge_id e = {0}; e.id < p->edges.size; e.id++)
        if (!p->edges.data[e.id].removed) add_terms(p, p->edges.data[e.id].command, &seen, all);
    for (uint32_t next = 0; next < all->size; next++) {
        term a = all->data[next];
        for (uint32_t i = 0; i < term_arity(p->terms, a); i++)
            add_term(&seen, all, term_arg(p->terms, a, i));
    }
    map_release(&seen);
}

void families_find(program *p, family_vec *out, u64_vec *addresses) {
    LOG("heap", "families of blocks");
    terms *t = p->terms;
    term_vec all = {0};
    terms_of_program(p, &all);
    for (uint32_t i = 0; i < all.size; i++) see_access(t, all.data[i], out);
    for (uint32_t i = 0; out->size && i < all.size; i++) {
        see_counter(t, all.data[i], out);
        see_address(t, all.data[i], out->data[0].width, addresses);
    }
    for (uint32_t i = 0; i < all.size; i++) {
        see_limit(t, all.data[i], out);
        see_chosen(t, all.data[i], out);
    }
    drop_uncounted(out);
    vec_release(&all);
}

void families_release(family_vec *families) {
    for (uint32_t i = 0; i < families->size; i++) {
        vec_release(&families->data[i].arrays);
        vec_release(&families->data[i].chosen);
    }
    vec_release(families);
}
