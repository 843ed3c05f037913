/* From an abstract counterexample to a run, or to predicates that refute it.
 *
 * `simulate` decides the path on the concrete automaton with one incremental solver: step i of edge a is asserted once,
 * behind an activation literal, over variables x@i. Where the path with its abstract cubes is infeasible,
 * `refute` computes a sequence of interpolants without proofs: a bounded IC3 along this one path, whose
 * pre-images are model-based projections and whose lemmas are cores. Every query is one step deep. The atoms of the lemmas
 * are the new predicates, each at the location of its step. */
#include "engine/ic3ia/ic3ia_internal.h"

#include "base/fail.h"

#include <stdio.h>

typedef struct simulation {
    solver *s;
    term_vec vars;            /* state variables: read by some edge before it writes them */
    map steps;                /* arrow << 32 | step -> activation literal's term id */
    vec(substitution) at;     /* program variable -> x@i */
} simulation;

enum { REFUTE_QUERIES = 20000, MINIMIZE_TRIES = 24 };

/* ---- simulation ---- */

static term at_step(ic3ia *e, term var, uint32_t step) {
    char *name = mem_format("%s@%u", term_name(e->t, var), step);
    term v = term_var(e->t, name, term_sort(e->t, var));
    mem_free(name);
    return v;
}

static simulation *simulation_new(ic3ia *e) {
    simulation *m = mem_zero(sizeof *m);
    map seen = {0};
    const char *why = NULL;
    m->s = solver_new(e->t, e->o->solver, (solver_options){0}, &why);
    if (m->s) solver_set_budget(m->s, e->b);
    else e->stop = why ? why : "solver";
    for (uint32_t i = 0; i < e->arrows.size; i++)
        for (uint32_t j = 0; j < e->arrows.data[i].source_vars.size; j++) {
            term v = e->arrows.data[i].source_vars.data[j];
            if (map_get(&seen, v.id, NULL)) continue;
            map_set(&seen, v.id, 1);
            vec_push(&m->vars, v);
        }
    map_release(&seen);
    return m;
}

void simulation_delete(ic3ia *e) {
    simulation *m = e->sim;
    if (!m) return;
    if (m->s) solver_delete(m->s);
    for (uint32_t i = 0; i < m->at.size; i++) subst_release(&m->at.data[i]);
    vec_release(&m->at);
    vec_release(&m->vars);
    map_release(&m->steps);
    mem_free(m);
    e->sim = NULL;
}

static substitution *step_names(ic3ia *e, uint32_t step) {
    simulation *m = e->sim;
    while (m->at.size <= step) {
        substitution s = {0};
        for (uint32_t i = 0; i < m->vars.size; i++) subst_set(&s, e->t, m->vars.data[i], at_step(e, m->vars.data[i], m->at.size));
        vec_push(&m->at, s);
    }
    return &m->at.data[step];
}

/* The names of step i for one edge: its locals too. */
static substitution arrow_names(ic3ia *e, const arrow *a, uint32_t step) {
    substitution s = {0};
    for (uint32_t i = 0; i < e->sim->vars.size; i++) subst_set(&s, e->t, e->sim->vars.data[i], at_step(e, e->sim->vars.data[i], step));
    for (uint32_t i = 0; i < a->tr.locals.size; i++) subst_set(&s, e->t, a->tr.locals.data[i], at_step(e, a->tr.locals.data[i], step));
    return s;
}

static term step_literal(ic3ia *e, uint32_t number, uint32_t step) {
    uint64_t key = (uint64_t)number << 32 | step, found;
    if (map_get(&e->sim->steps, key, &found)) return (term){(uint32_t)found};
    arrow *a = &e->arrows.data[number];
    char name[48];
    snprintf(name, sizeof name, "take!%u@%u", number, step);
    term guard = term_var(e->t, name, sort_bool(e->t)), off = term_not(e->t, guard);
    substitution now = arrow_names(e, a, step);
    solver_assert(e->sim->s, term_or(e->t, off, subst_apply(&now, e->t, a->tr.formula)));
    for (uint32_t i = 0; i < e->sim->vars.size; i++) {
        term v = e->sim->vars.data[i];
        term after = subst_apply(&now, e->t, subst_apply(&a->to_next, e->t, v));
        solver_assert(e->sim->s, term_or(e->t, off, term_eq(e->t, at_step(e, v, step + 1), after)));
    }
    subst_release(&now);
    map_set(&e->sim->steps, key, guard.id);
    return guard;
}

/* ---- the concrete run ---- */

static void log_inputs(ic3ia *e, const arrow *a, uint32_t step) {
    substitution now = arrow_names(e, a, step);
    engine_result *r = e->result;
    for (uint32_t i = 0; i < a->tr.inputs.size; i++) {
        const struct input_use *u = &a->tr.inputs.data[i];
        if (u->guard.id && !value_is_true(solver_value(e->sim->s, r->pool, subst_apply(&now, e->t, u->guard)))) continue;
        struct input_value v = {u->input, solver_value(e->sim->s, r->pool, subst_apply(&now, e->t, u->var))};
        vec_push(&r->trace.inputs.items, v);
    }
    subst_release(&now);
}

static void report_run(ic3ia *e, const u32_vec *path) {
    engine_result *r = e->result;
    for (uint32_t i = 0; i < e->sim->vars.size; i++)
        model_set(&r->trace.initial, e->sim->vars.data[i],
                  solver_value(e->sim->s, r->pool, at_step(e, e->sim->vars.data[i], 0)));
    for (uint32_t i = 0; i < path->size; i++) {
        const arrow *a = &e->arrows.data[path->data[i]];
        vec_push(&r->trace.edges, a->id);
        log_inputs(e, a, i);
        r->reached = a->to;
    }
    r->verdict = VERDICT_FALSE;
}

static enum answer simulate(ic3ia *e, const u32_vec *path, const vec_cube *cubes) {
    term_vec assumptions = {0};
    for (uint32_t i = 0; i < path->size; i++) {
        term taken = step_literal(e, path->data[i], i);
        substitution *names = step_names(e, i);
        vec_push(&assumptions, taken);
        for (uint32_t j = 0; i && j < cubes->data[i].size; j++)
            vec_push(&assumptions, subst_apply(names, e->t, cubes->data[i].literals[j]));
    }
    e->queries++;
    enum answer answer = solver_check(e->sim->s, assumptions.size, assumptions.data);
    if (answer == ANSWER_UNKNOWN) e->stop = budget_over(e->b) ? budget_reason(e->b) : solver_why(e->sim->s);
    vec_release(&assumptions);
    return answer;
}

/* ---- interpolants along the path ---- */

typedef struct {
    ic3ia *e;
    const u32_vec *path;
    const vec_cube *cubes;
    vec(term_vec) lemmas;     /* by step: clauses */
    uint32_t queries;
} refutation;

/* Premises at step i - 1, then the abstract cube and the literals of s after the edge. */
static void query_terms(refutation *f, uint32_t step, const term_vec *s, term_vec *assumptions, uint32_t *first) {
    ic3ia *e = f->e;
    arrow *a = &e->arrows.data[f->path->data[step - 1]];
    vec_clear(assumptions);
    vec_append(assumptions, f->lemmas.data[step - 1].data, f->lemmas.data[step - 1].size);
    if (step > 1) vec_append(assumptions, f->cubes->data[step - 1].literals, f->cubes->data[step - 1].size);
    for (uint32_t i = 0; step < f->path->size && i < f->cubes->data[step].size; i++)
        vec_push(assumptions, subst_apply(&a->to_next, e->t, f->cubes->data[step].literals[i]));
    *first = assumptions->size;
    for (uint32_t i = 0; i < s->size; i++) vec_push(assumptions, subst_apply(&a->to_next, e->t, s->data[i]));
}

static enum answer ask(refutation *f, uint32_t step, const term_vec *s, term_vec *core) {
    ic3ia *e = f->e;
    arrow *a = &e->arrows.data[f->path->data[step - 1]];
    term_vec assumptions = {0};
    uint32_t first;
    query_terms(f, step, s, &assumptions, &first);
    e->queries++;
    enum answer answer = ++f->queries > REFUTE_QUERIES ? ANSWER_UNKNOWN : solver_check(a->s, assumptions.size, assumptions.data);
    if (answer == ANSWER_UNKNOWN)
        e->stop = budget_over(e->b) ? budget_reason(e->b) : f->queries > REFUTE_QUERIES ? "refinement" : solver_why(a->s);
    if (answer == ANSWER_UNSAT && core) {
        vec_clear(core);
        for (uint32_t i = 0; i < s->size; i++)
            if (solver_in_core(a->s, assumptions.data[first + i])) vec_push(core, s->data[i]);
    }
    vec_release(&assumptions);
    return answer;
}

/* Fewer literals make fewer and more general predicates. */
static void minimize(refutation *f, uint32_t step, term_vec *core) {
    term_vec rest = {0}, smaller = {0};
    uint32_t tries = 0;
    for (uint32_t i = core->size; i-- > 0 && core->size > 1 && tries < MINIMIZE_TRIES && !f->e->stop; tries++) {
        if (i >= core->size) continue;
        vec_clear(&rest);
        for (uint32_t j = 0; j < core->size; j++)
            if (j != i) vec_push(&rest, core->data[j]);
        if (ask(f, step, &rest, &smaller) != ANSWER_UNSAT) continue;
        vec_clear(core);
        vec_append(core, smaller.data, smaller.size);
    }
    vec_release(&rest);
    vec_release(&smaller);
}

/* After SAT at `step`: a cube before the edge all of whose states can take it into s and the abstract cube. */
static void preimage(refutation *f, uint32_t step, const term_vec *s, term_vec *pre) {
    ic3ia *e = f->e;
    arrow *a = &e->arrows.data[f->path->data[step - 1]];
    term_vec targets = {0};
    for (uint32_t i = 0; i < s->size; i++) vec_push(&targets, subst_apply(&a->to_next, e->t, s->data[i]));
    for (uint32_t i = 0; step < f->path->size && i < f->cubes->data[step].size; i++)
        vec_push(&targets, subst_apply(&a->to_next, e->t, f->cubes->data[step].literals[i]));
    edge_preimage(e, a, &targets, pre);
    vec_release(&targets);
}

static void learn(refutation *f, uint32_t step, const term_vec *core) {
    ic3ia *e = f->e;
    term_vec clause = {0};
    for (uint32_t i = 0; i < core->size; i++) vec_push(&clause, term_not(e->t, core->data[i]));
    vec_push(&f->lemmas.data[step], term_or_n(e->t, clause.size, clause.data));
    vec_release(&clause);
}

/* Depth-first: the cube at the top of the stack is blocked at its step or gets a predecessor. */
static bool refute(refutation *f) {
    ic3ia *e = f->e;
    vec(term_vec) stack = {0};
    term_vec core = {0};
    term_vec all = {0};
    vec_push(&stack, all); /* any state at the error, step n */
    while (stack.size && !e->stop) {
        uint32_t step = f->path->size + 1 - stack.size;
        enum answer answer = ask(f, step, &vec_last(&stack), &core);
        if (answer == ANSWER_UNSAT) {
            minimize(f, step, &core);
            learn(f, step, &core);
            vec_release(&vec_last(&stack));
            stack.size--;
        } else if (answer == ANSWER_SAT) {
            require(step > 1, "a spurious path that is feasible");
            term_vec pre = {0};
            preimage(f, step, &vec_last(&stack), &pre);
            vec_push(&stack, pre);
        }
    }
    for (uint32_t i = 0; i < stack.size; i++) vec_release(&stack.data[i]);
    vec_release(&stack);
    vec_release(&core);
    return !e->stop;
}

/* ---- predicates ---- */

bool predicate_add(ic3ia *e, loc at, term atom) {
    place *l = &e->places.data[at];
    if (map_get(&l->known, atom.id, NULL) || l->is_start || l->is_error) return false;
    map_set(&l->known, atom.id, 1);
    vec_push(&l->predicates, atom);
    term_vars(e->t, atom, &l->vars_seen, &l->vars);
    return true;
}

/* An equation of numbers becomes two bounds: either may be what is inductive. */
static void propose(ic3ia *e, loc at, term literal, map *seen, candidate_vec *out) {
    terms *t = e->t;
    term atom = term_op(t, literal) == OP_NOT ? term_arg(t, literal, 0) : literal;
    if (term_is_const(t, atom)) return;
    enum sort_kind kind = term_op(t, atom) == OP_EQ ? sort_kind_of(t, term_sort(t, term_arg(t, atom, 0))) : SORT_NONE;
    if (kind == SORT_INT || kind == SORT_REAL) {
        propose(e, at, term_2(t, OP_LE, term_arg(t, atom, 0), term_arg(t, atom, 1)), seen, out);
        propose(e, at, term_2(t, OP_LE, term_arg(t, atom, 1), term_arg(t, atom, 0)), seen, out);
        return;
    }
    uint64_t key = (uint64_t)at << 32 | atom.id;
    if (map_get(&e->places.data[at].known, atom.id, NULL) || map_get(seen, key, NULL)) return;
    map_set(seen, key, 1);
    candidate c = {at, atom};
    vec_push(out, c);
}

static void collect(refutation *f, candidate_vec *out) {
    ic3ia *e = f->e;
    map seen = {0};
    term_vec parts = {0};
    for (uint32_t i = 1; i < f->path->size; i++)
        for (uint32_t j = 0; j < f->lemmas.data[i].size; j++) {
            vec_clear(&parts);
            term_disjuncts(e->t, f->lemmas.data[i].data[j], &parts);
            for (uint32_t k = 0; k < parts.size; k++)
                propose(e, e->arrows.data[f->path->data[i]].from, parts.data[k], &seen, out);
        }
    map_release(&seen);
    vec_release(&parts);
}

static bool refine(ic3ia *e, const u32_vec *path, const vec_cube *cubes) {
    refutation f = {.e = e, .path = path, .cubes = cubes};
    candidate_vec candidates = {0};
    vec_resize(&f.lemmas, path->size + 1);
    if (refute(&f)) collect(&f, &candidates);
    uint32_t found = candidates.size, added = 0;
    if (e->o->ia_minimize) minimize_predicates(e, path, cubes, &e->sim->vars, &candidates);
    e->minimized += found - candidates.size;
    for (uint32_t i = 0; i < candidates.size; i++) added += predicate_add(e, candidates.data[i].at, candidates.data[i].atom);
    for (uint32_t i = 0; i < f.lemmas.size; i++) vec_release(&f.lemmas.data[i]);
    vec_release(&f.lemmas);
    vec_release(&candidates);
    e->refinements++;
    if (!e->stop && !added) e->stop = "refinement";
    return !e->stop;
}

bool concretize_path(ic3ia *e, const u32_vec *path, const vec_cube *cubes) {
    if (!e->sim) e->sim = simulation_new(e);
    enum answer answer = e->stop ? ANSWER_UNKNOWN : simulate(e, path, cubes);
    if (answer == ANSWER_SAT) report_run(e, path);
    require(answer != ANSWER_UNSAT || !e->quantify, "a chain of pre-images that is no run");
    return answer == ANSWER_UNSAT && refine(e, path, cubes);
}

bool concretize(ic3ia *e, uint32_t obligation_) {
    u32_vec path = {0};
    vec_cube cubes = {0};
    for (uint32_t i = obligation_; i != UINT32_MAX; i = e->obligations.data[i].parent) {
        vec_push(&path, e->obligations.data[i].arrow);
        vec_push(&cubes, e->obligations.data[i].c);
    }
    bool going = concretize_path(e, &path, &cubes);
    vec_release(&path);
    vec_release(&cubes);
    return going;
}
