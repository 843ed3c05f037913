/* Which of the guessed clauses hold together (frontend/contract.h): all are in one program, each
 * behind switches, and those that fail where the others are assumed are dropped, one by one, until
 * none does (Flanagan and Leino's Houdini). What no solver decides is dropped, too: it would keep
 * the others from being proved. Loops are not entered, and nothing rests on the outcome: what is
 * left is verified like any program. */
#include "engine/common/unroll.h"
#include "verify/verify_internal.h"

static const double ALL_SECONDS = 0.5, ONE_SECONDS = 0.15, LINEAR_SECONDS = 1.5; /* of CPU */

typedef struct {
    const verification *v;
    contracts *all;
    budget limits;
    solver *solver;
    unrolling unrolling;
    u32_vec errors; /* nodes where a clause fails */
    map hard;       /* clauses that bits did not decide, by their first switch */
} settling;

typedef struct {
    uint32_t of, clause; /* by number; UINT32_MAX: all */
} choice;

static const choice all_clauses = {UINT32_MAX, UINT32_MAX};

static bool is_asked(choice c, uint32_t of, uint32_t clause) {
    return c.clause == UINT32_MAX || (c.of == of && c.clause == clause);
}

/* ---- the program with its switches ---- */

static void add_errors(settling *x) {
    const program *p = x->v->unreduced;
    for (uint32_t i = 0; i < x->unrolling.errors.size; i++) {
        uint32_t node = x->unrolling.errors.data[i];
        uint32_t fails = p->locations.data[x->unrolling.nodes.data[node].at.id].property;
        if (p->properties.data[fails - 1].id == PROPERTY_CONTRACT) vec_push(&x->errors, node);
    }
}

static void fix(settling *x, uint32_t id, bool on) {
    program *p = x->v->unreduced;
    for (uint32_t i = 0; i < p->variables.size; i++)
        if (p->variables.data[i].var.id == id)
            unroll_fix(&x->unrolling, i, term_bool(p->terms, on));
}

static void fix_switches(settling *x, choice c) {
    for (uint32_t i = 0; i < x->all->items.size; i++)
        for (uint32_t k = 0; k < x->all->items.data[i].clauses.size; k++) {
            const contract_clause *clause = &x->all->items.data[i].clauses.data[k];
            fix(x, clause->assumed, !clause->refuted);
            fix(x, clause->asked, !clause->refuted && is_asked(c, i, k));
        }
}

/* `fixed`: the switches have their values from the start, and what is off is not there. */
static bool begin_questions(settling *x, const char *solver_name, const choice *fixed) {
    program *p = x->v->unreduced;
    x->solver = solver_new(p->terms, solver_name, (solver_options){0}, NULL);
    if (!x->solver) return false;
    solver_set_budget(x->solver, &x->limits);
    unroll_init(&x->unrolling, p, x->solver);
    if (fixed) fix_switches(x, *fixed);
    unroll_start(&x->unrolling, p->start, term_true(p->terms));
    vec_clear(&x->errors);
    bool good = unroll_advance(&x->unrolling, &x->limits);
    if (good) add_errors(x);
    return good;
}

static void end_questions(settling *x) {
    unroll_release(&x->unrolling);
    solver_delete(x->solver);
}

/* ---- questions ---- */

static void add_switch(settling *x, uint32_t id, bool on, term_vec *out) {
    term var = {id};
    vec_push(out, on ? var : term_not(x->v->terms, var));
}

static void add_switches(settling *x, choice c, term_vec *out) {
    for (uint32_t i = 0; i < x->all->items.size; i++)
        for (uint32_t k = 0; k < x->all->items.data[i].clauses.size; k++) {
            const contract_clause *clause = &x->all->items.data[i].clauses.data[k];
            add_switch(x, clause->assumed, !clause->refuted, out);
            add_switch(x, clause->asked, !clause->refuted && is_asked(c, i, k), out);
        }
}

/* Can the clauses that are asked for fail? Where they do, what fails is dropped. */
static enum answer ask(settling *x, choice c, double seconds) {
    term_vec switches = {0};
    uint32_t hit = 0;
    engine_result run;
    engine_result_init(&run, x->v->terms);
    budget effort = budget_effort(x->limits, seconds);
    solver_set_budget(x->solver, &effort);
    add_switches(x, c, &switches);
    enum answer a = x->errors.size
                        ? unroll_ask(&x->unrolling, &x->errors, &switches, run.pool, &hit)
                        : ANSWER_UNSAT;
    if (a == ANSWER_SAT) {
        unroll_trace(&x->unrolling, hit, &run);
        if (!contracts_refute(&run.trace.inputs, x->all)) a = ANSWER_UNKNOWN;
    }
    engine_result_release(&run);
    vec_release(&switches);
    return a;
}

/* By linear arithmetic with rules about products and remainders, which bits do not know. */
static enum answer ask_linear(const settling *x, choice c) {
    settling other = {.v = x->v, .all = x->all};
    other.limits = budget_effort(x->limits, LINEAR_SECONDS);
    u32_vec ignored = {0};
    enum answer a = ANSWER_UNKNOWN;
    if (begin_questions(&other, "reals/z3", &c))
        a = other.errors.size
                ? unroll_ask(&other.unrolling, &other.errors, NULL, NULL, ignored.data)
                : ANSWER_UNSAT;
    if (other.solver) end_questions(&other);
    vec_release(&other.errors);
    return a;
}

/* ---- until none fails ---- */

/* False: it was dropped. */
static bool stands(settling *x, choice c) {
    contract_clause *k = &x->all->items.data[c.of].clauses.data[c.clause];
    if (!contract_clause_used(x->all, k, k->after)) return true;
    bool hard = map_get(&x->hard, k->assumed, NULL);
    enum answer a = hard ? ANSWER_UNKNOWN : ask(x, c, ONE_SECONDS);
    if (a == ANSWER_UNKNOWN) {
        map_set(&x->hard, k->assumed, 1);
        a = ask_linear(x, c);
    }
    if (a == ANSWER_UNKNOWN) k->refuted = true;
    return a == ANSWER_UNSAT;
}

static bool all_stand(settling *x) {
    bool all = true;
    for (uint32_t i = 0; i < x->all->items.size; i++)
        for (uint32_t k = 0; k < x->all->items.data[i].clauses.size; k++)
            if (!budget_over(&x->limits)) all &= stands(x, (choice){i, k});
    return all;
}

static void settle(settling *x) {
    while (ask(x, all_clauses, ALL_SECONDS) == ANSWER_SAT && !budget_over(&x->limits)) {}
    while (!budget_over(&x->limits) && !all_stand(x)) {}
}

void contracts_settle(model_series *s) {
    verification v;
    verification_init(&v, s->options, &s->model);
    s->contracts.switched = true;
    settling x = {.v = &v, .all = &s->contracts, .limits = budget_share(s->share, s->seconds / 4)};
    if (verify_load(s->options, &v) && s->contracts.items.size) {
        if (begin_questions(&x, "auto", NULL)) settle(&x);
        if (x.solver) end_questions(&x);
    }
    s->contracts.switched = false;
    vec_release(&x.errors);
    map_release(&x.hard);
    verification_release(&v);
}
