#include "engine/imc/interpolate.h"

#include "base/log.h"

bool far_init(far_side *f, program *p, const engine_options *o, const budget *b) {
    memset(f, 0, sizeof *f);
    f->program = p;
    f->solver = solver_new(p->terms, o->solver, (solver_options){.seed = (uint32_t)o->seed}, NULL);
    if (!f->solver) return false;
    solver_set_budget(f->solver, b);
    unroll_init(&f->unrolling, p, f->solver);
    unroll_start_anywhere(&f->unrolling);
    vec_resize(&f->start, p->locations.size);
    for (uint32_t i = 0; i < f->unrolling.frontier.size; i++) {
        const unroll_node *n = &f->unrolling.nodes.data[f->unrolling.frontier.data[i]];
        f->start.data[n->at.id] = n->reach;
    }
    f->error = term_false(p->terms);
    return true;
}

void far_release(far_side *f) {
    if (!f->solver) return;
    unroll_release(&f->unrolling);
    solver_delete(f->solver);
    vec_release(&f->start);
    vec_release(&f->cube);
    vec_release(&f->candidate);
}

bool far_deepen(far_side *f, const budget *b) {
    LOG("imc", "deepen the far side");
    terms *t = f->program->terms;
    if (!unroll_advance(&f->unrolling, b)) return false;
    for (uint32_t i = 0; i < f->unrolling.errors.size; i++)
        f->error = term_or(t, f->error, f->unrolling.nodes.data[f->unrolling.errors.data[i]].reach);
    vec_clear(&f->unrolling.errors);
    return true;
}

term far_formula(const far_side *f, loc at) {
    assert_debug(at.id < f->program->locations.size);
    terms *t = f->program->terms;
    term all = term_and_n(t, f->unrolling.asserted.size, f->unrolling.asserted.data);
    return term_and(t, all, term_and(t, f->start.data[at.id], f->error));
}

static enum answer check(far_side *f, loc at, const term_vec *cube) {
    vec_clear(&f->candidate);
    vec_push(&f->candidate, f->error);
    vec_push(&f->candidate, f->start.data[at.id]);
    vec_append(&f->candidate, cube->data, cube->size);
    return solver_check(f->solver, f->candidate.size, f->candidate.data);
}

/* Keep of the cube what the last core names. */
static void keep_core(far_side *f, term_vec *cube) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < cube->size; i++)
        if (solver_in_core(f->solver, cube->data[i])) cube->data[kept++] = cube->data[i];
    cube->size = kept;
}

/* The weaker literals that an equation with a constant may become, one side of an order. */
static uint32_t weaker(terms *t, term literal, term *out) {
    if (term_op(t, literal) != OP_EQ) return 0;
    term x = term_arg(t, literal, 0), c = term_arg(t, literal, 1);
    if (term_is_const(t, x)) {
        term swap = x;
        x = c;
        c = swap;
    }
    if (!term_is_const(t, c)) return 0;
    uint32_t n = 0;
    enum sort_kind kind = sort_kind_of(t, term_sort(t, x));
    static const enum op bv[] = {OP_BVSLE, OP_BVULE}, fp[] = {OP_FP_LE}, number[] = {OP_LE};
    const enum op *le = kind == SORT_BV ? bv : kind == SORT_FP ? fp : number;
    uint32_t orders =
        kind == SORT_BV ? 2 : kind == SORT_FP || kind == SORT_INT || kind == SORT_REAL;
    for (uint32_t i = 0; i < orders; i++) {
        if (!term_is_true(t, term_2(t, le[i], c, c))) continue; /* NaN: no bound contains it */
        out[n++] = term_2(t, le[i], x, c);
        out[n++] = term_2(t, le[i], c, x);
    }
    return n;
}

/* Replace equations by bounds where the cube stays far from errors. */
static void widen(far_side *f, loc at, term_vec *cube) {
    term options[4];
    for (uint32_t i = 0; i < cube->size; i++) {
        term old = cube->data[i];
        uint32_t n = weaker(f->program->terms, old, options);
        for (uint32_t j = 0; j < n; j++) {
            cube->data[i] = options[j];
            if (check(f, at, cube) == ANSWER_UNSAT) {
                keep_core(f, cube);
                break;
            }
            cube->data[i] = old;
        }
    }
}

enum answer far_from_errors(far_side *f, loc at, const term *state, term *set) {
    assert_debug(at.id < f->program->locations.size);
    assert_debug(term_is_bool(f->program->terms, *set));
    LOG("imc", "interpolate at location %u", at.id);
    terms *t = f->program->terms;
    vec_clear(&f->cube);
    for (uint32_t i = 0; i < f->program->variables.size; i++)
        vec_push(&f->cube, term_eq(t, f->program->variables.data[i].var, state[i]));
    enum answer a = check(f, at, &f->cube);
    if (a != ANSWER_UNSAT) return a;
    keep_core(f, &f->cube);
    widen(f, at, &f->cube);
    *set = term_and_n(t, f->cube.size, f->cube.data);
    return a;
}
