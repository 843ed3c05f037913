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

uint32_t tuples_most_values(const tuples *x, const bits *spared, uint32_t *worst) {
    uint32_t most = 0;
    for (uint32_t i = 0; i < x->members.size; i++) {
        if (spared && bits_has(spared, x->members.data[i])) continue;
        for (uint32_t l = 0; l < x->at.size; l++) {
            uint32_t n = table_values(&x->at.data[l], i);
            if (n > most) most = n, *worst = i;
        }
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

static term tuple_formula(const tuples *x, const uint32_t *tuple, const bits *said) {
    term_vec parts = {0};
    for (uint32_t i = 0; i < x->members.size; i++)
        if (tuple[i] && !bits_has(said, i)) vec_push(&parts, fact(x, i, tuple[i]));
    term all = term_and_n(x->program->terms, parts.size, parts.data);
    vec_release(&parts);
    return all;
}

/* What is the same in all tuples is said once. */
static term formula_of(const tuples *x, const table *all) {
    terms *t = x->program->terms;
    term_vec any = {0}, both = {0};
    bits said = {0};
    for (uint32_t i = 0; i < x->members.size; i++)
        if (table_values(all, i) == 1) {
            bits_add(&said, i);
            vec_push(&both, fact(x, i, table_at(all, 0)[i]));
        }
    for (uint32_t k = 0; k < all->size; k++)
        vec_push(&any, tuple_formula(x, table_at(all, k), &said));
    vec_push(&both, term_or_n(t, any.size, any.data));
    term result = term_and_n(t, both.size, both.data);
    vec_release(&any);
    vec_release(&both);
    bits_release(&said);
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
