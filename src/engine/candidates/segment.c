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

/* From one loop head; NO_LOC: from any. */
static void start_in_candidates(segment *s, program *p, const conjuncts *c, loc head) {
    term_vec assumed = {0};
    conjuncts_guarded(c, p->terms, p->locations.size, &assumed);
    s->unrolling.assumed = &assumed;
    if (same_loc(head, NO_LOC)) unroll_start_anywhere(&s->unrolling);
    else unroll_start(&s->unrolling, head, term_true(p->terms));
    s->unrolling.assumed = NULL;
    vec_release(&assumed);
}

static bool open_at(segment *s, program *p, const engine_options *o, const budget *b,
                    const conjuncts *c, enum segment_origin from, loc head, bits *dropped) {
    assert_debug(from == FROM_START || from == FROM_ANYWHERE);
    LOG("candidates", "open a segment with %u candidates", c->size);
    *s = (segment){0};
    solver *prover = solver_new(p->terms, o->solver, (solver_options){0}, NULL);
    if (!prover) return false;
    s->open = true;
    solver_set_budget(prover, b);
    unroll_init(&s->unrolling, p, prover);
    elimination_init(&s->elimination, p->terms, prover, b, dropped);
    for (uint32_t i = 0; i < c->size; i++) {
        bool assumed =
            from != FROM_START && (same_loc(head, NO_LOC) || same_loc(head, c->data[i].at));
        elimination_add(&s->elimination, assumed ? c->data[i].active : (term){0});
        if (!bits_has(&s->unrolling.stops, c->data[i].at.id)) bits_add(dropped, i);
    }
    if (from == FROM_START) unroll_start(&s->unrolling, p->start, term_true(p->terms));
    else start_in_candidates(s, p, c, head);
    if (!unroll_advance(&s->unrolling, b)) return false;
    segment_violations(&s->unrolling, c, &s->elimination);
    return true;
}

bool segment_open(segment *s, program *p, const engine_options *o, const budget *b,
                  const conjuncts *c, enum segment_origin from, bits *dropped) {
    return open_at(s, p, o, b, c, from, NO_LOC, dropped);
}

bool segment_open_at(segment *s, program *p, const engine_options *o, const budget *b,
                     const conjuncts *c, loc head, bits *dropped) {
    return open_at(s, p, o, b, c, FROM_ANYWHERE, head, dropped);
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
