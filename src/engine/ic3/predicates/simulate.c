/* Is an abstract counterexample a run? One incremental solver decides the path on the concrete
 * automaton: step i of edge a is asserted once, under an activation literal, over variables x@i.
 */
#include "engine/ic3/predicates/predicates.h"

#include "base/log.h"
#include "base/fail.h"

#include <stdio.h>

term at_step(ic3ia *e, term var, uint32_t step) {
    assert_debug(term_is_var(e->k.t, var));
    char *name = mem_format("%s@%u", term_name(e->k.t, var), step);
    term v = term_var(e->k.t, name, term_sort(e->k.t, var));
    mem_free(name);
    return v;
}

simulation *simulation_new(ic3ia *e) {
    simulation *m = mem_zero(sizeof *m);
    map seen = {0};
    const char *why = NULL;
    m->s = solver_new(e->k.t, e->k.o->solver, (solver_options){0}, &why);
    if (m->s) solver_set_budget(m->s, e->k.limits);
    else ic3_stop(&e->k, why ? why : "solver");
    for (uint32_t i = 0; i < e->arrows.size; i++)
        for (uint32_t j = 0; j < e->arrows.data[i].source_vars.size; j++) {
            term v = e->arrows.data[i].source_vars.data[j];
            if (!map_add(&seen, v.id)) continue;
            vec_push(&m->vars, v);
        }
    map_release(&seen);
    return m;
}

void simulation_delete(ic3ia *e) {
    simulation *m = e->sim;
    if (!m) return;
    if (m->s) solver_delete(m->s);
    vec_release_each(&m->at, subst_release);
    vec_release(&m->vars);
    map_release(&m->steps);
    mem_free(m);
    e->sim = NULL;
}

static substitution *step_names(ic3ia *e, uint32_t step) {
    simulation *m = e->sim;
    while (m->at.size <= step) {
        substitution s = {0};
        for (uint32_t i = 0; i < m->vars.size; i++)
            subst_set(&s, e->k.t, m->vars.data[i], at_step(e, m->vars.data[i], m->at.size));
        vec_push(&m->at, s);
    }
    return &m->at.data[step];
}

/* The names of step i for one edge: its locals too. */
static substitution arrow_names(ic3ia *e, const arrow *a, uint32_t step) {
    substitution s = {0};
    for (uint32_t i = 0; i < e->sim->vars.size; i++)
        subst_set(&s, e->k.t, e->sim->vars.data[i], at_step(e, e->sim->vars.data[i], step));
    for (uint32_t i = 0; i < a->tr->locals.size; i++)
        subst_set(&s, e->k.t, a->tr->locals.data[i], at_step(e, a->tr->locals.data[i], step));
    return s;
}

static term step_literal(ic3ia *e, uint32_t number, uint32_t step) {
    uint64_t key = (uint64_t)number << 32 | step, found;
    if (map_get(&e->sim->steps, key, &found)) return (term){(uint32_t)found};
    arrow *a = &e->arrows.data[number];
    char name[48];
    snprintf(name, sizeof name, "take!%u@%u", number, step);
    term guard = term_var(e->k.t, name, sort_bool(e->k.t)), off = term_not(e->k.t, guard);
    substitution now = arrow_names(e, a, step);
    solver_assert(e->sim->s, term_or(e->k.t, off, subst_apply(&now, e->k.t, a->tr->formula)));
    for (uint32_t i = 0; i < e->sim->vars.size; i++) {
        term v = e->sim->vars.data[i];
        term after = subst_apply(&now, e->k.t, subst_apply(&a->to_next, e->k.t, v));
        solver_assert(e->sim->s,
                      term_or(e->k.t, off, term_eq(e->k.t, at_step(e, v, step + 1), after)));
    }
    subst_release(&now);
    map_set(&e->sim->steps, key, guard.id);
    return guard;
}

/* ---- the concrete run ---- */

static void log_inputs(ic3ia *e, const arrow *a, uint32_t step) {
    substitution now = arrow_names(e, a, step);
    engine_result *r = e->k.result;
    for (uint32_t i = 0; i < a->tr->inputs.size; i++) {
        const struct input_use *u = &a->tr->inputs.data[i];
        if (u->guard.id &&
            !value_is_true(solver_value(e->sim->s, r->pool, subst_apply(&now, e->k.t, u->guard))))
            continue;
        struct input_value v = {
            u->input, solver_value(e->sim->s, r->pool, subst_apply(&now, e->k.t, u->var))};
        vec_push(&r->trace.inputs.items, v);
    }
    subst_release(&now);
}

void report_run(ic3ia *e, const u32_vec *steps) {
    assert_debug(steps->size);
    LOG("ic3ia", "a run of %u steps", steps->size);
    engine_result *r = e->k.result;
    for (uint32_t i = 0; i < e->sim->vars.size; i++)
        model_set(&r->trace.initial, e->sim->vars.data[i],
                  solver_value(e->sim->s, r->pool, at_step(e, e->sim->vars.data[i], 0)));
    for (uint32_t i = 0; i < steps->size; i++) {
        const arrow *a = &e->arrows.data[steps->data[i]];
        vec_push(&r->trace.edges, a->id);
        log_inputs(e, a, i);
        r->reached = a->to;
    }
    r->verdict = VERDICT_FALSE;
}

enum answer simulate(ic3ia *e, const u32_vec *steps, const vec_cube *cubes) {
    assert_debug(!cubes || steps->size == cubes->size);
    LOG("ic3ia", "simulate %u steps", steps->size);
    term_vec assumptions = {0};
    for (uint32_t i = 0; i < steps->size; i++) {
        term taken = step_literal(e, steps->data[i], i);
        substitution *names = step_names(e, i);
        vec_push(&assumptions, taken);
        for (uint32_t j = 0; i && j < cubes->data[i].size; j++)
            vec_push(&assumptions, subst_apply(names, e->k.t, cubes->data[i].lits[j]));
    }
    e->k.queries++;
    enum answer answer = solver_check(e->sim->s, assumptions.size, assumptions.data);
    if (answer == ANSWER_UNKNOWN) ic3_stop_asking(&e->k, e->sim->s);
    vec_release(&assumptions);
    return answer;
}
