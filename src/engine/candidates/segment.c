#include "engine/candidates/segment.h"

#include "base/log.h"

void segment_violations(const unrolling *u, const conjuncts *c, elimination *e) {
    terms *t = e->terms;
    symbolic *state = (symbolic *)&u->state;
    for (uint32_t j = 0; j < u->frontier.size; j++) {
        const unroll_node *n = &u->nodes.data[u->frontier.data[j]];
        symbolic_load(state, n->state);
        for (uint32_t i = 0; i < c->size; i++)
            if (same_loc(c->data[i].at, n->at) && !bits_has(e->dropped, i))
                elimination_violated(
                    e, i,
                    term_and(t, n->reach, term_not(t, symbolic_value(state, c->data[i].formula))));
    }
}

static void start(segment *s, program *p, const conjuncts *c, enum segment_origin from,
                  bits *dropped) {
    term_vec assumed = {0};
    for (uint32_t i = 0; i < c->size; i++)
        if (!bits_has(&s->unrolling.stops, c->data[i].at.id)) bits_add(dropped, i);
    if (from == FROM_START) unroll_start(&s->unrolling, p->start, term_true(p->terms));
    else {
        conjuncts_guarded(c, p->terms, p->locations.size, &assumed);
        s->unrolling.assumed = &assumed;
        unroll_start_anywhere(&s->unrolling);
        s->unrolling.assumed = NULL;
    }
    vec_release(&assumed);
}

bool segment_open(segment *s, program *p, const engine_options *o, const budget *b,
                  const conjuncts *c, enum segment_origin from, bits *dropped) {
    assert_debug(from == FROM_START || from == FROM_ANYWHERE);
    LOG("candidates", "open a segment with %u candidates", c->size);
    *s = (segment){0};
    solver *prover = solver_new(p->terms, o->solver, (solver_options){0}, NULL);
    if (!prover) return false;
    s->open = true;
    solver_set_budget(prover, b);
    unroll_init(&s->unrolling, p, prover);
    elimination_init(&s->elimination, p->terms, prover, b, dropped);
    for (uint32_t i = 0; i < c->size; i++)
        elimination_add(&s->elimination, from == FROM_START ? (term){0} : c->data[i].active);
    start(s, p, c, from, dropped);
    if (!unroll_advance(&s->unrolling, b)) return false;
    segment_violations(&s->unrolling, c, &s->elimination);
    return true;
}

void segment_close(segment *s) {
    if (!s->open) return;
    solver *prover = s->elimination.solver;
    elimination_release(&s->elimination);
    unroll_release(&s->unrolling);
    solver_delete(prover);
    s->open = false;
}

term segment_errors(const segment *s) {
    assert_debug(s->open);
    terms *t = s->elimination.terms;
    term any = term_false(t);
    for (uint32_t i = 0; i < s->unrolling.errors.size; i++)
        any = term_or(t, any, s->unrolling.nodes.data[s->unrolling.errors.data[i]].reach);
    return any;
}

static void select_parts(conjuncts *c, const bits *which, bool in) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < c->size; i++)
        if (bits_has(which, i) == in) c->data[kept++] = c->data[i];
    c->size = kept;
}

void conjuncts_drop(conjuncts *c, const bits *dropped) { select_parts(c, dropped, false); }
void conjuncts_keep(conjuncts *c, const bits *kept) { select_parts(c, kept, true); }
