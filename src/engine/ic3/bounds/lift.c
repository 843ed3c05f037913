/* Obligations, enlarged. The solver found a state, inputs and a path. With the inputs fixed the
 * path is a function, so "this state, and not along the path into the target" has no solution; what
 * the refutation needs of the state is a box all of whose states go there (paper 003, Sect. III-D:
 * generalization with the negated transition relation). */
#include "engine/ic3/bounds/bounds.h"

#include "base/log.h"

enum { TICKS = 500 };

/* Guards of the path and bounds of the target, over the state before and the inputs, negated;
 * inputs are replaced by values. */
static term missed(icpic3 *s, const path *x, const box *target, const input_log *inputs) {
    term_vec parts = {0};
    vec_append(&parts, x->guards.data, x->guards.size);
    for (uint32_t i = 0; i < x->assigned.size; i++)
        subst_set(&s->scratch, s->k.t, x->assigned.data[i], x->image.data[i]);
    for (uint32_t i = 0; target && i < target->size; i++) {
        term l =
            bound_term(s->k.t, s->k.p->variables.data[target->data[i].var].var, target->data[i].at);
        vec_push(&parts, x->assigned.size ? subst_apply(&s->scratch, s->k.t, l) : l);
    }
    subst_clear(&s->scratch);
    term all = term_and_n(s->k.t, parts.size, parts.data);
    for (uint32_t i = 0; i < x->inputs.size; i++)
        subst_set(&s->scratch, s->k.t, x->inputs.data[i].var,
                  value_to_term(s->k.result->pool, inputs->items.data[i].value));
    if (x->inputs.size) all = subst_apply(&s->scratch, s->k.t, all);
    subst_clear(&s->scratch);
    vec_release(&parts);
    return term_not(s->k.t, all);
}

/* False: a variable has no bounds. Not `exact`: the box has more than the state. */
static bool box_of_state(icpic3 *s, const step *o, box *out, bool *exact) {
    *exact = true;
    for (uint32_t i = 0; i < o->state.size; i++) {
        state_value v = o->state.data[i];
        const variable *of = program_variable(s->k.p, v.var);
        bound at[BOUNDS_OF_VALUE];
        bool is_value;
        uint32_t n =
            bounds_of_value(s->k.t, s->k.result->pool, v.value, of->is_signed, at, &is_value);
        if (!n) return false;
        *exact &= is_value;
        for (uint32_t k = 0; k < n; k++)
            vec_push(out, ((box_literal){(uint32_t)(of - s->k.p->variables.data), at[k]}));
    }
    return true;
}

/* One refutation; the box becomes what it needs. */
static bool shrink(icpic3 *s, solver *lifting, box *b) {
    term_vec all = {0};
    box needed = {0};
    for (uint32_t i = 0; i < b->size; i++)
        vec_push(&all,
                 bound_term(s->k.t, s->k.p->variables.data[b->data[i].var].var, b->data[i].at));
    s->n.lifts++;
    bool unsat = solver_check(lifting, all.size, all.data) == ANSWER_UNSAT;
    for (uint32_t i = 0; unsat && i < b->size; i++) {
        bound at[BOUNDS_NEEDED];
        uint32_t n = 0;
        if (!solver_in_core(lifting, all.data[i])) continue;
        if (!s->k.o->icp_bound_generalization ||
            !icp_core_bounds(lifting, all.data[i], s->k.p->variables.data[b->data[i].var].var, &n,
                             at)) {
            box_add(&needed, b->data[i]);
            continue;
        }
        for (uint32_t k = 0; k < n; k++) box_add(&needed, (box_literal){b->data[i].var, at[k]});
    }
    vec_release(&all);
    if (unsat) {
        box old = *b;
        *b = needed;
        needed = old;
    }
    vec_release(&needed);
    return unsat;
}

/* False: not even the box itself is known to go there. */
static bool enlarge(icpic3 *s, term formula, box *b) {
    solver *lifting = solver_new(s->k.t, "icp", (solver_options){.query_ticks = TICKS}, NULL);
    solver_set_budget(lifting, s->k.limits);
    solver_assert(lifting, formula);
    box_shuffle(&s->k.random, b);
    bool good = shrink(s, lifting, b), known = good;
    if (!good) s->n.points++;
    for (uint32_t i = 0; good && b->size > 1 && i < b->size; i++) {
        box_turn(b);
        good = shrink(s, lifting, b);
    }
    solver_delete(lifting);
    return known;
}

static void read_inputs(icpic3 *s, const sides *a, const path *x, input_log *out) {
    for (uint32_t i = 0; i < x->inputs.size; i++) {
        struct input_value v = {x->inputs.data[i].input,
                                solver_value(a->model, s->k.result->pool, x->inputs.data[i].var)};
        vec_push(&out->items, v);
    }
}

static void read_state(icpic3 *s, const sides *a, term formula, step *o) {
    term_vec vars = {0};
    term_vars(s->k.t, formula, NULL, &vars);
    for (uint32_t i = 0; i < vars.size; i++)
        if (program_variable(s->k.p, vars.data[i]))
            vec_push(&o->state,
                     ((state_value){vars.data[i],
                                    solver_value(a->model, s->k.result->pool, vars.data[i])}));
    vec_release(&vars);
}

/* The obligation has its cube, the step what a trace needs of it. */
static void add_obligation(icpic3 *s, uint32_t number, uint32_t level, uint32_t parent, box *b,
                           step x) {
    uint32_t id =
        obligation_new(&s->k, level, s->k.arcs.data[number].from, box_cube(b), parent, number, 0);
    if (s->steps.size <= id) vec_resize(&s->steps, id + 1);
    s->steps.data[id] = x;
    obligation_queue(&s->k, id);
}

bool box_predecessor(ic3 *k, uint32_t number, uint32_t level, uint32_t parent) {
    assert_debug(number < k->arcs.size);
    LOG("icpic3", "predecessor along arc %u at level %u", number, level);
    icpic3 *s = (icpic3 *)k;
    const sides *a = &s->sides.data[number];
    const path *x = way_of_model(&k->arcs.data[number].way, k->p, a->model, k->result->pool);
    if (!x) return ic3_stop(k, "internal: a model takes no path"), false;
    step o = {0};
    box target = {0}, b = {0};
    if (parent != NO_OBLIGATION) target = box_view(&k->obligations.data[parent].cube);
    read_inputs(s, a, x, &o.inputs);
    term formula = missed(s, x, parent == NO_OBLIGATION ? NULL : &target, &o.inputs);
    read_state(s, a, formula, &o);
    bool exact, bounded = box_of_state(s, &o, &b, &exact);
    if (bounded && !same_loc(k->arcs.data[number].from, k->p->start)) {
        if (!k->o->icp_gentr) s->n.points++;
        else if (enlarge(s, formula, &b)) exact = true;
        bounded = exact;
    }
    add_obligation(s, number, level, parent, &b, o);
    if (!bounded) ic3_stop(k, "icpic3: a state without bounds");
    return bounded;
}
