#include "engine/values/tuples.h"

#include "base/log.h"

void tuples_init(tuples *x, program *p) {
    *x = (tuples){.program = p};
    liveness_of(p, &x->live);
    cuts_find(&x->cuts, p);
    vec_resize(&x->at, p->locations.size);
}

void tuples_release(tuples *x) {
    vec_release_each(&x->at, table_release);
    vec_release(&x->nodes);
    vec_release(&x->members);
    cuts_release(&x->cuts);
    liveness_release(&x->live);
}

void tuples_clear(tuples *x) {
    for (uint32_t i = 0; i < x->at.size; i++) {
        table_release(&x->at.data[i]);
        x->at.data[i].length = x->members.size;
    }
    vec_clear(&x->nodes);
}

bool tuples_add(tuples *x, loc at, const uint32_t *tuple, uint32_t parent, edge_id by) {
    assert(at.id < x->at.size);
    if (!table_add(&x->at.data[at.id], tuple)) return false;
    vec_push(&x->nodes, ((tuple_node){at, x->at.data[at.id].size - 1, parent, by}));
    return true;
}

bool tuples_can_follow(const program *p, uint32_t var) {
    assert_debug(var < p->variables.size);
    sort s = term_sort(p->terms, p->variables.data[var].var);
    return sort_kind_of(p->terms, s) == SORT_BOOL ||
           (sort_is_bv(p->terms, s) && sort_width(p->terms, s) <= 64);
}

uint32_t tuples_values(const tuples *x, uint32_t place) {
    assert(place < x->members.size);
    uint32_t most = 0;
    for (uint32_t l = 0; l < x->at.size; l++) {
        uint32_t n = table_values(&x->at.data[l], place);
        if (n > most) most = n;
    }
    return most;
}

uint32_t tuples_most_values(const tuples *x, const bits *spared, uint32_t *worst) {
    uint32_t most = 0;
    for (uint32_t i = 0; i < x->members.size; i++) {
        if (spared && bits_has(spared, x->members.data[i])) continue;
        uint32_t n = tuples_values(x, i);
        if (n > most) most = n, *worst = i;
    }
    return most;
}

void tuples_drop_member(tuples *x, uint32_t place) {
    assert(place < x->members.size);
    LOG("values", "variable %u is no longer followed", x->members.data[place]);
    for (uint32_t i = place; i + 1 < x->members.size; i++)
        x->members.data[i] = x->members.data[i + 1];
    x->members.size--;
    tuples_clear(x);
}

/* ---- formulas ---- */

static term in_cell(terms *t, const cut_vec *of, term a, uint32_t cell) {
    uint32_t w = term_width(t, a);
    term in = term_true(t);
    if (cell) in = term_not(t, term_2(t, OP_BVSLT, a, term_bv(t, w, (uint64_t)of->data[cell - 1])));
    if (cell < of->size)
        in = term_and(t, in, term_2(t, OP_BVSLT, a, term_bv(t, w, (uint64_t)of->data[cell])));
    return in;
}

term tuples_entry(const tuples *x, uint32_t var, term a, uint32_t entry) {
    terms *t = x->program->terms;
    if (entry == ENTRY_ANY) return term_true(t);
    if (entry < ENTRY_CELLS) return term_eq(t, a, (term){entry});
    term zero = term_bv(t, term_width(t, a), 0);
    switch (entry) {
    case ENTRY_NOT_ZERO: return term_not(t, term_eq(t, a, zero));
    case ENTRY_NEGATIVE: return term_2(t, OP_BVSLT, a, zero);
    case ENTRY_NOT_NEGATIVE: return term_not(t, term_2(t, OP_BVSLT, a, zero));
    case ENTRY_POSITIVE: return term_2(t, OP_BVSLT, zero, a);
    default: return in_cell(t, &x->cuts.of.data[var], a, entry - ENTRY_CELLS);
    }
}

static term fact(const tuples *x, uint32_t place, uint32_t entry) {
    uint32_t var = x->members.data[place];
    return tuples_entry(x, var, x->program->variables.data[var].var, entry);
}

/* ---- the set as a decision diagram ---- */

/* Tuples that agree so far, and what of them is still to be said. */
typedef struct {
    const tuples *x;
    const table *all;
    u32_vec order; /* of the members: places */
} diagram;

static term diagram_below(const diagram *d, const u32_vec *set, uint32_t level);

/* The parts of the set by their entry at this level, and what is below each. */
typedef struct {
    u32_vec entries, below; /* below: ids of terms */
} diagram_branches;

static void branches_of(const diagram *d, const u32_vec *set, uint32_t level,
                        diagram_branches *out) {
    uint32_t place = d->order.data[level];
    vec(u32_vec) parts = {0};
    map part_of = {0};
    for (uint32_t i = 0; i < set->size; i++) {
        uint32_t entry = table_at(d->all, set->data[i])[place];
        uint64_t part = parts.size;
        if (!map_get(&part_of, entry, &part)) {
            map_set(&part_of, entry, part);
            vec_push(&out->entries, entry);
            vec_push(&parts, ((u32_vec){0}));
        }
        vec_push(&parts.data[part], set->data[i]);
    }
    for (uint32_t i = 0; i < parts.size; i++) {
        vec_push(&out->below, diagram_below(d, &parts.data[i], level + 1).id);
        vec_release(&parts.data[i]);
    }
    vec_release(&parts);
    map_release(&part_of);
}

/* Entries with the same below them are said together: equal formulas are one term. */
static term branch_formula(const diagram *d, const diagram_branches *b, uint32_t first,
                           uint32_t place) {
    term_vec any = {0};
    terms *t = d->x->program->terms;
    for (uint32_t i = first; i < b->entries.size; i++)
        if (b->below.data[i] == b->below.data[first])
            vec_push(&any, fact(d->x, place, b->entries.data[i]));
    term here = term_or_n(t, any.size, any.data);
    vec_release(&any);
    return term_and(t, here, (term){b->below.data[first]});
}

static bool is_first(const u32_vec *of, uint32_t at) {
    for (uint32_t i = 0; i < at; i++)
        if (of->data[i] == of->data[at]) return false;
    return true;
}

static term diagram_below(const diagram *d, const u32_vec *set, uint32_t level) {
    terms *t = d->x->program->terms;
    if (level == d->order.size) return term_true(t);
    diagram_branches b = {0};
    term_vec any = {0};
    branches_of(d, set, level, &b);
    for (uint32_t i = 0; i < b.below.size; i++)
        if (is_first(&b.below, i)) vec_push(&any, branch_formula(d, &b, i, d->order.data[level]));
    term all = term_or_n(t, any.size, any.data);
    vec_release(&any);
    vec_release(&b.entries);
    vec_release(&b.below);
    return all;
}

/* Members with few values first: the parts are large, and what is below them is often the same. */
static void order_members(diagram *d) {
    for (uint32_t i = 0; i < d->x->members.size; i++) {
        uint32_t k = d->order.size, n = table_values(d->all, i);
        vec_push(&d->order, i);
        for (; k && table_values(d->all, d->order.data[k - 1]) > n; k--)
            d->order.data[k] = d->order.data[k - 1];
        d->order.data[k] = i;
    }
}

static term formula_of(const tuples *x, const table *all) {
    diagram d = {.x = x, .all = all};
    u32_vec set = {0};
    for (uint32_t k = 0; k < all->size; k++) vec_push(&set, k);
    order_members(&d);
    term result = all->size ? diagram_below(&d, &set, 0) : term_false(x->program->terms);
    vec_release(&set);
    vec_release(&d.order);
    return result;
}

void tuples_prove(tuples *x, const bits *followed, engine_result *result) {
    assert(result->verdict == VERDICT_UNKNOWN);
    vec_clear(&result->invariant);
    for (uint32_t l = 0; l < x->at.size; l++)
        vec_push(&result->invariant, followed && !bits_has(followed, l)
                                         ? term_true(x->program->terms)
                                         : formula_of(x, &x->at.data[l]));
    result->verdict = VERDICT_TRUE;
    result->proof = PROOF_INVARIANT;
}
