/* Traces: from the obligation at the start along the parents to the error, running concretely. At
 * each step the state is a state of the obligation's cube, and some inputs lead along the path into
 * the parent's cube: a query with constants for the state finds them. It must be satisfiable; that
 * also confirms the chain of obligations. */
#include "engine/ic3/literals/calls.h"

#include "base/log.h"

typedef struct {
    literals *s;
    engine_result *r;
    solver *solver;
    model state; /* values now, in the result's pool */
    term_vec lits;
    uint32_t depth; /* of calls so far */
} tracing;

static term at_state(tracing *x, term a) {
    terms *t = x->s->k.t;
    term_vec vars = {0};
    term_vars(t, a, NULL, &vars);
    for (uint32_t i = 0; i < vars.size; i++)
        if (program_variable(x->s->k.p, vars.data[i]))
            subst_set(&x->s->scratch, t, vars.data[i],
                      value_to_term(x->r->pool, model_get(&x->state, t, vars.data[i])));
    term result = subst_apply(&x->s->scratch, t, a);
    subst_clear(&x->s->scratch);
    vec_release(&vars);
    return result;
}

/* Guards of the path and literals of the cube it leads into, over the state before and the inputs.
 */
static void conditions(tracing *x, uint32_t id, const path *way_taken, const cube *target) {
    literals *s = x->s;
    vec_clear(&x->lits);
    if (s->calls) calls_equations(s, id, way_taken, &x->lits);
    vec_append(&x->lits, way_taken->guards.data, way_taken->guards.size);
    for (uint32_t i = 0; i < way_taken->assigned.size; i++)
        subst_set(&s->scratch, s->k.t, way_taken->assigned.data[i], way_taken->image.data[i]);
    for (uint32_t i = 0; target && i < target->size; i++) {
        term before = way_taken->assigned.size ? subst_apply(&s->scratch, s->k.t, target->lits[i])
                                               : target->lits[i];
        vec_push(&x->lits, before);
    }
    subst_clear(&s->scratch);
    for (uint32_t i = 0; i < x->lits.size; i++) x->lits.data[i] = at_state(x, x->lits.data[i]);
}

static bool find_inputs(tracing *x, uint32_t id, const path *way_taken) {
    x->s->n.other_queries++;
    x->s->k.queries++;
    if (solver_check(x->solver, x->lits.size, x->lits.data) != ANSWER_SAT) return false;
    for (uint32_t i = 0; i < way_taken->inputs.size; i++) {
        const path_input *in = &way_taken->inputs.data[i];
        struct input_value v = {in->input, solver_value(x->solver, x->r->pool, in->var)};
        if (!x->s->calls) vec_push(&x->r->trace.inputs.items, v);
        model_set(&x->state, in->var, v.value);
    }
    if (x->s->calls) calls_inputs(x->s, id, way_taken, &x->state, &x->r->trace.inputs);
    return true;
}

static void advance(tracing *x, const path *way_taken) {
    evaluator *e = evaluator_new(x->s->k.t, x->r->pool);
    vec(value) after = {0};
    for (uint32_t i = 0; i < way_taken->assigned.size; i++)
        vec_push(&after, term_eval(e, &x->state, way_taken->image.data[i]));
    for (uint32_t i = 0; i < way_taken->assigned.size; i++)
        model_set(&x->state, way_taken->assigned.data[i], after.data[i]);
    vec_release(&after);
    evaluator_delete(e);
}

static bool step(tracing *x, uint32_t id) {
    const obligation *o = &x->s->k.obligations.data[id];
    arc *a = &x->s->k.arcs.data[o->arc];
    const path *way_taken = way_of_alternatives(&a->way, x->s->k.p, &x->s->alternatives.data[id]);
    const cube *target =
        o->parent == NO_OBLIGATION ? NULL : &x->s->k.obligations.data[o->parent].cube;
    conditions(x, id, way_taken, target);
    if (!find_inputs(x, id, way_taken)) return false;
    advance(x, way_taken);
    vec_push(&x->r->trace.edges, a->edge);
    x->r->reached = a->to;
    uint32_t depth = x->s->calls ? calls_depth(x->s, id) : 0;
    if (depth > x->depth) x->depth = depth;
    return true;
}

/* A state of the first cube; every variable of the program gets a value, so that a run can begin.
 */
static bool begin(tracing *x, const cube *c) {
    program *p = x->s->k.p;
    if (solver_check(x->solver, c->size, c->lits) != ANSWER_SAT) return false;
    for (uint32_t i = 0; i < p->variables.size; i++) {
        term var = p->variables.data[i].var;
        value v = solver_value(x->solver, x->r->pool, var);
        model_set(&x->state, var, v);
        model_set(&x->r->trace.initial, var, v);
    }
    return true;
}

/* The chain begins at the end of a callee: it returns this. */
static void learn_fact(tracing *x, loc end) {
    calls_learn(x->s, end, &x->state, x->r->pool, &x->r->trace.inputs, x->depth);
    vec_clear(&x->r->trace.edges);
    model_clear(&x->r->trace.initial);
    x->r->reached = NO_LOC;
}

enum arrival lit_counterexample(ic3 *k, uint32_t at_start) {
    assert_debug(at_start < k->obligations.size &&
                 same_loc(k->obligations.data[at_start].at, k->p->start));
    LOG("ic3cfa", "obligation %u is at the start", at_start);
    literals *s = (literals *)k;
    tracing x = {.s = s, .r = s->k.result};
    const char *why = NULL;
    x.solver =
        solver_new(s->k.t, s->k.o->solver, (solver_options){.seed = (uint32_t)s->k.o->seed}, &why);
    if (!x.solver) {
        ic3_stop(&s->k, why);
        return ARRIVAL_STOPPED;
    }
    solver_set_budget(x.solver, s->k.limits);
    model_init(&x.state, x.r->pool);
    bool ok = begin(&x, &s->k.obligations.data[at_start].cube);
    uint32_t o = at_start;
    for (; ok && o != NO_OBLIGATION && s->k.obligations.data[o].arc != NO_ARC;
         o = s->k.obligations.data[o].parent)
        ok = step(&x, o);
    if (ok && s->calls) s->calls->depth = x.depth;
    if (ok && o != NO_OBLIGATION) learn_fact(&x, s->k.obligations.data[o].at);
    if (!ok && !ic3_out_of_budget(&s->k)) ic3_stop(&s->k, "internal: a trace does not run");
    model_release(&x.state);
    vec_release(&x.lits);
    solver_delete(x.solver);
    return !ok ? ARRIVAL_STOPPED : o == NO_OBLIGATION ? ARRIVAL_RUN : ARRIVAL_FACT;
}
