#include "engine/common/conjuncts.h"

#include "engine/common/unroll.h"

void conjuncts_add(conjuncts *c, terms *t, loc at, term formula) {
    assert(term_is_bool(t, formula));
    term_vec parts = {0};
    term_conjuncts(t, formula, &parts);
    for (uint32_t i = 0; i < parts.size; i++) {
        bool known = term_is_true(t, parts.data[i]);
        for (uint32_t j = 0; j < c->size && !known; j++)
            known = same_loc(c->data[j].at, at) && same(c->data[j].formula, parts.data[i]);
        conjunct one = {.at = at, .formula = parts.data[i]};
        if (known) continue;
        one.active = term_fresh(t, "active", sort_bool(t));
        vec_push(c, one);
    }
    vec_release(&parts);
}

static void conjoin(terms *t, term *into, term part) {
    *into = into->id ? term_and(t, *into, part) : part;
}

void conjuncts_guarded(const conjuncts *c, terms *t, uint32_t locations, term_vec *out) {
    vec_clear(out);
    vec_resize(out, locations);
    for (uint32_t i = 0; i < c->size; i++)
        conjoin(t, &out->data[c->data[i].at.id],
                term_implies(t, c->data[i].active, conjunct_premise(&c->data[i])));
}

void conjuncts_plain(const conjuncts *c, terms *t, uint32_t locations, term_vec *out) {
    vec_clear(out);
    vec_resize(out, locations);
    for (uint32_t i = 0; i < c->size; i++)
        conjoin(t, &out->data[c->data[i].at.id], c->data[i].formula);
}

void conjuncts_literals(const conjuncts *c, term_vec *out) {
    vec_clear(out);
    for (uint32_t i = 0; i < c->size; i++) vec_push(out, c->data[i].active);
}

/* ---- errors ---- */

/* Is no error one segment away, from the start (where nothing is known) or from any stop in what is
 * known? */
static bool exclude_from(const conjuncts *c, program *p, solver *s, const budget *b,
                         bool from_start, term_vec *needed) {
    terms *t = p->terms;
    term_vec assumed = {0}, literals = {0};
    values *pool = values_new(t);
    unrolling u;
    uint32_t hit;
    solver_set_budget(s, b);
    unroll_init(&u, p, s);
    conjuncts_guarded(c, t, p->locations.size, &assumed);
    if (!from_start) conjuncts_literals(c, &literals);
    u.assumed = from_start ? NULL : &assumed;
    if (from_start) unroll_start(&u, p->start, term_true(t));
    else unroll_start_anywhere(&u);
    u.assumed = NULL;
    bool safe =
        unroll_advance(&u, b) && unroll_ask(&u, &u.errors, &literals, pool, &hit) == ANSWER_UNSAT;
    for (uint32_t i = 0; safe && i < literals.size; i++)
        if (solver_in_core(s, literals.data[i])) vec_push(needed, literals.data[i]);
    unroll_release(&u);
    values_delete(pool);
    vec_release(&assumed);
    vec_release(&literals);
    return safe;
}

bool conjuncts_exclude_errors(const conjuncts *c, program *p, const engine_options *o,
                              const budget *b, term_vec *needed, const char **solver_used) {
    bool safe = true;
    for (int from_start = 1; from_start >= 0 && safe; from_start--) {
        solver *s = solver_new(p->terms, o->solver, (solver_options){0}, NULL);
        safe = s && exclude_from(c, p, s, b, from_start, needed);
        if (safe) *solver_used = solver_name(s);
        if (s) solver_delete(s);
    }
    return safe;
}

/* ---- trimming ---- */

typedef struct {
    conjuncts *all;
    solver *solver;
    unrolling unrolling;
    vec(bool) needed;
    u32_vec queue;
} conjunct_trimming;

static void need(conjunct_trimming *x, uint32_t i) {
    if (x->needed.data[i]) return;
    x->needed.data[i] = true;
    vec_push(&x->queue, i);
}

/* The condition that part i fails after one segment. */
static term violated(conjunct_trimming *x, terms *t, uint32_t i) {
    const conjunct *c = &x->all->data[i];
    term any = term_false(t);
    for (uint32_t j = 0; j < x->unrolling.frontier.size; j++) {
        const unroll_node *n = &x->unrolling.nodes.data[x->unrolling.frontier.data[j]];
        if (!same_loc(n->at, c->at)) continue;
        symbolic_load(&x->unrolling.state, n->state);
        any = term_or(
            t, any,
            term_and(t, n->reach, term_not(t, symbolic_value(&x->unrolling.state, c->formula))));
    }
    return any;
}

/* What keeps part i: first tried with what is needed anyway, then with all. */
static bool support(conjunct_trimming *x, terms *t, uint32_t i) {
    term bad = violated(x, t, i);
    if (term_is_false(t, bad)) return true;
    for (int round = 0; round < 2; round++) {
        term_vec assumed = {0};
        vec_push(&assumed, bad);
        for (uint32_t j = 0; j < x->all->size; j++)
            if (round || x->needed.data[j]) vec_push(&assumed, x->all->data[j].active);
        bool kept = solver_check(x->solver, assumed.size, assumed.data) == ANSWER_UNSAT;
        vec_release(&assumed);
        if (!kept) continue;
        for (uint32_t j = 0; round && j < x->all->size; j++)
            if (solver_in_core(x->solver, x->all->data[j].active)) need(x, j);
        return true;
    }
    return false;
}

static void keep_needed(conjunct_trimming *x) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < x->all->size; i++)
        if (x->needed.data[i]) x->all->data[kept++] = x->all->data[i];
    x->all->size = kept;
}

bool conjuncts_trim(conjuncts *c, program *p, const engine_options *o, const budget *b,
                    const term_vec *needed) {
    conjunct_trimming x = {.all = c};
    term_vec assumed = {0};
    bool done = true;
    x.solver = solver_new(p->terms, o->solver, (solver_options){0}, NULL);
    if (!x.solver) return false;
    solver_set_budget(x.solver, b);
    unroll_init(&x.unrolling, p, x.solver);
    conjuncts_guarded(c, p->terms, p->locations.size, &assumed);
    x.unrolling.assumed = &assumed;
    unroll_start_anywhere(&x.unrolling);
    x.unrolling.assumed = NULL;
    done = unroll_advance(&x.unrolling, b);
    vec_resize(&x.needed, c->size);
    for (uint32_t i = 0; i < c->size; i++)
        for (uint32_t j = 0; j < needed->size; j++)
            if (same(needed->data[j], c->data[i].active)) need(&x, i);
    for (uint32_t next = 0; done && next < x.queue.size; next++)
        done = support(&x, p->terms, x.queue.data[next]);
    if (done) keep_needed(&x);
    unroll_release(&x.unrolling);
    solver_delete(x.solver);
    vec_release(&assumed);
    vec_release(&x.needed);
    vec_release(&x.queue);
    return done;
}
