/* What is assumed on the way to a loop and stays true in it: what a contract requires, bounds of
 * what does not change, copies.
 *
 * The state at a location is a set of formulas that hold there in every run: the greatest solution,
 * found from the optimistic side. An assumption adds its conjuncts; an assignment takes away what
 * speaks of the old value, and adds an equation, by which later facts are kept under another name;
 * after a choice holds what all alternatives know, and what one of them knows. Nothing is changed:
 * the facts are for engines to start from. Direction: sets are cut where they grow large, so less
 * is known, never more. */
#include "reduce/reduce_internal.h"

#include "base/log.h"

enum {
    MOST_FACTS = 40,        /* of a state */
    MOST_NODES = 40,        /* of a fact */
    MOST_OFFERED = 16,      /* at a location */
    MOST_ALTERNATIVES = 3,  /* of a choice whose outcome is a fact */
    MOST_STEPS = 20000000u, /* facts looked at in all */
};

typedef struct {
    bool reached;
    term_vec of;
} assumed;

typedef struct {
    reducer *r;
    terms *t;
    vec(assumed) at; /* by location */
    bits waiting;
    substitution rename;
    uint32_t steps;
} assumption_flow;

/* ---- sets of facts ---- */

static bool speaks_of(assumption_flow *x, term f, uint32_t var) {
    uint32_t n;
    const uint32_t *vars = reads_of(&x->r->live, f, &n);
    x->steps++;
    for (uint32_t i = 0; i < n; i++)
        if (vars[i] == var) return true;
    return false;
}

static bool is_array(const assumption_flow *x, term a) {
    return sort_kind_of(x->t, term_sort(x->t, a)) == SORT_ARRAY;
}

/* Small, about variables, and none of them an array. */
static bool fits(assumption_flow *x, term f) {
    uint32_t n;
    const uint32_t *vars = reads_of(&x->r->live, f, &n);
    for (uint32_t i = 0; i < n; i++)
        if (is_array(x, x->r->p->variables.data[vars[i]].var)) return false;
    return n && term_dag_size(x->t, f) <= MOST_NODES;
}

static void add(assumption_flow *x, term_vec *facts, term f) {
    if (facts->size < MOST_FACTS && !terms_have(facts, f) && fits(x, f)) vec_push(facts, f);
}

/* ---- without a variable ---- */

static term replaced(assumption_flow *x, term f, term what, term by) {
    subst_clear(&x->rename);
    subst_set(&x->rename, x->t, what, by);
    return subst_apply(&x->rename, x->t, f);
}

/* `e` is an equation of `var`, or of a term with it, by which facts can do without it. */
static bool is_definition(assumption_flow *x, term e, uint32_t var, term *what, term *by) {
    if (term_op(x->t, e) != OP_EQ) return false;
    for (uint32_t i = 0; i < 2; i++) {
        *what = term_arg(x->t, e, i), *by = term_arg(x->t, e, 1 - i);
        bool either = term_is_var(x->t, *what) || term_is_var(x->t, *by);
        if (either && speaks_of(x, *what, var) && !speaks_of(x, *by, var)) return true;
    }
    return false;
}

/* `f` by the definition; none: it still speaks of the variable. */
static term by_definition(assumption_flow *x, term e, term f, uint32_t var) {
    term what, by, none = {0};
    if (same(e, f) || !is_definition(x, e, var, &what, &by)) return none;
    term g = replaced(x, f, what, by);
    return speaks_of(x, g, var) ? none : g;
}

/* One of several conjunctions: `f` where each of them defines the variable, or, without `f`, what
 * they say of others. None: there is one that does not, or says nothing. */
static term by_cases(assumption_flow *x, term e, term f, uint32_t var) {
    term_vec cases = {0}, parts = {0};
    term result = term_false(x->t), none = {0};
    term_disjuncts(x->t, e, &cases);
    for (uint32_t i = 0; i < cases.size && result.id; i++) {
        term rest = term_true(x->t), defined = none;
        vec_clear(&parts);
        term_conjuncts(x->t, cases.data[i], &parts);
        for (uint32_t k = 0; k < parts.size; k++) {
            if (!speaks_of(x, parts.data[k], var)) rest = term_and(x->t, rest, parts.data[k]);
            else if (f.id && !defined.id) defined = by_definition(x, parts.data[k], f, var);
        }
        if (f.id ? !defined.id : term_is_true(x->t, rest)) result = none;
        else result = term_or(x->t, result, f.id ? term_and(x->t, rest, defined) : rest);
    }
    bool several = cases.size > 1;
    vec_release(&cases);
    vec_release(&parts);
    return several ? result : none;
}

/* What `f` says without the variable, by what else is known; none: nothing. */
static term said_otherwise(assumption_flow *x, const term_vec *facts, term f, uint32_t var) {
    term g = {0};
    for (uint32_t i = 0; i < facts->size && !g.id; i++)
        g = by_definition(x, facts->data[i], f, var);
    for (uint32_t i = 0; i < facts->size && !g.id; i++)
        if (!same(facts->data[i], f) && speaks_of(x, facts->data[i], var))
            g = by_cases(x, facts->data[i], f, var);
    return g.id ? g : by_cases(x, f, (term){0}, var);
}

/* The variable gets another value, or is not needed any more. */
static void forget(assumption_flow *x, term_vec *facts, uint32_t var) {
    term_vec kept = {0};
    for (uint32_t i = 0; i < facts->size; i++) {
        term f = facts->data[i];
        if (speaks_of(x, f, var)) f = said_otherwise(x, facts, f, var);
        if (f.id) add(x, &kept, f);
    }
    vec_release(facts);
    *facts = kept;
}

static void keep_common(term_vec *facts, const term_vec *others) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < facts->size; i++)
        if (terms_have(others, facts->data[i])) facts->data[kept++] = facts->data[i];
    facts->size = kept;
}

/* ---- commands ---- */

static void assign(assumption_flow *x, term_vec *facts, cmd c) {
    term var = cmd_var(x->r->p, c), value = cmd_term(x->r->p, c);
    uint32_t index = variable_index(x->r->p, var);
    forget(x, facts, index);
    if (is_array(x, var) || speaks_of(x, value, index)) return;
    add(x, facts, term_eq(x->t, var, value));
}

static void run(assumption_flow *x, term_vec *facts, cmd c);

/* What one alternative alone knows. */
static term conjunction_without(assumption_flow *x, const term_vec *facts, const term_vec *common) {
    term all = term_true(x->t);
    for (uint32_t i = 0; i < facts->size; i++)
        if (!terms_have(common, facts->data[i])) all = term_and(x->t, all, facts->data[i]);
    return all;
}

static void choose(assumption_flow *x, term_vec *facts, cmd c) {
    uint32_t n = cmd_size(x->r->p, c);
    vec(term_vec) after = {0};
    vec_resize(&after, n);
    for (uint32_t i = 0; i < n; i++) {
        vec_append(&after.data[i], facts->data, facts->size);
        run(x, &after.data[i], cmd_part(x->r->p, c, i));
    }
    vec_clear(facts);
    vec_append(facts, after.data[0].data, after.data[0].size);
    for (uint32_t i = 1; i < n; i++) keep_common(facts, &after.data[i]);
    term one = term_false(x->t);
    for (uint32_t i = 0; i < n && n <= MOST_ALTERNATIVES; i++)
        one = term_or(x->t, one, conjunction_without(x, &after.data[i], facts));
    if (n <= MOST_ALTERNATIVES) add(x, facts, one);
    for (uint32_t i = 0; i < n; i++) vec_release(&after.data[i]);
    vec_release(&after);
}

static void run(assumption_flow *x, term_vec *facts, cmd c) {
    const program *p = x->r->p;
    term_vec parts = {0};
    switch (cmd_kind_of(p, c)) {
    case CMD_SKIP: break;
    case CMD_ASSIGN: assign(x, facts, c); break;
    case CMD_HAVOC: forget(x, facts, variable_index(p, cmd_var(p, c))); break;
    case CMD_ASSUME:
        term_conjuncts(x->t, cmd_term(p, c), &parts);
        for (uint32_t i = 0; i < parts.size; i++) add(x, facts, parts.data[i]);
        break;
    case CMD_SEQ:
        for (uint32_t i = 0; i < cmd_size(p, c); i++) run(x, facts, cmd_part(p, c, i));
        break;
    case CMD_CHOICE: choose(x, facts, c); break;
    }
    vec_release(&parts);
}

/* ---- the program ---- */

static void meet(assumption_flow *x, loc l, const term_vec *facts) {
    assumed *a = &x->at.data[l.id];
    uint32_t before = a->of.size;
    if (!a->reached) vec_append(&a->of, facts->data, facts->size);
    else keep_common(&a->of, facts);
    if (!a->reached || a->of.size < before) bits_add(&x->waiting, l.id);
    a->reached = true;
}

/* What speaks of others is said of what is needed, or dropped. */
static void keep_needed(assumption_flow *x, loc l, term_vec *facts) {
    for (uint32_t i = 0; i < facts->size;) {
        uint32_t n, k = 0;
        const uint32_t *vars = reads_of(&x->r->live, facts->data[i], &n);
        while (k < n && bits_has(&x->r->live.at.data[l.id], vars[k])) k++;
        if (k == n) i++;
        else forget(x, facts, vars[k]), i = 0;
    }
}

static void leave(assumption_flow *x, loc l) {
    const edge_id *out;
    uint32_t n = program_out(x->r->p, l, &out);
    for (uint32_t i = 0; i < n; i++) {
        const edge *e = &x->r->p->edges.data[out[i].id];
        term_vec facts = {0};
        vec_append(&facts, x->at.data[l.id].of.data, x->at.data[l.id].of.size);
        run(x, &facts, e->command);
        keep_needed(x, e->to, &facts);
        meet(x, e->to, &facts);
        vec_release(&facts);
    }
}

/* False: it would take too long, and nothing is known. */
static bool solve(assumption_flow *x) {
    loc_vec order = {0};
    program_order(x->r->p, &order);
    meet(x, x->r->p->start, &(term_vec){0});
    bool over = false;
    for (bool again = true; again && !over;) {
        again = false;
        for (uint32_t i = 0; i < order.size && !over; i++) {
            if (!bits_has(&x->waiting, order.data[i].id)) continue;
            bits_remove(&x->waiting, order.data[i].id);
            leave(x, order.data[i]);
            again = true;
            over = x->steps > MOST_STEPS || budget_over(x->r->limits);
        }
    }
    vec_release(&order);
    return !over;
}

static void record(assumption_flow *x, loc l) {
    const term_vec *facts = &x->at.data[l.id].of;
    for (uint32_t i = 0; i < facts->size && i < MOST_OFFERED; i++)
        reduce_fact(x->r, l, facts->data[i]);
}

/* Elsewhere IC3 finds such facts as fast by itself, and only those that it needs. */
static bool has_arrays(const assumption_flow *x) {
    for (uint32_t i = 0; i < x->r->p->variables.size; i++)
        if (is_array(x, x->r->p->variables.data[i].var)) return true;
    return false;
}

void reduce_assumptions(reducer *r) {
    LOG("reduce", "assumptions");
    assumption_flow x = {.r = r, .t = r->p->terms};
    if (!has_arrays(&x)) return;
    vec_resize(&x.at, r->p->locations.size);
    liveness_compute(&r->live);
    bool solved = solve(&x);
    for (loc l = {0}; l.id < r->p->locations.size && solved; l.id++)
        if (r->p->locations.data[l.id].cut && x.at.data[l.id].reached) record(&x, l);
    for (uint32_t i = 0; i < x.at.size; i++) vec_release(&x.at.data[i].of);
    vec_release(&x.at);
    bits_release(&x.waiting);
    subst_release(&x.rename);
}
