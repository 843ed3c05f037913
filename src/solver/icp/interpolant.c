/* Interpolants from icp's own refutations (McMillan, CAV 2003, over simple bounds).
 *
 * The conjuncts of both formulas are assumptions, so whatever else the search derives is a
 * resolution of lemmas: a contractor's reason is a clause over bounds that follows from the
 * definition of its node. A node with a variable that only a has belongs to a, and so do lemmas
 * that mention it; all other lemmas belong to b. A lemma of a is worth what b can know of it; one
 * of b is worth "true". Resolution on a node of a is a disjunction of what both clauses are worth,
 * on any other node a conjunction. Learned clauses keep what they are worth.
 *
 * Neither that a bound implies a weaker one, nor what holds of a node without any assumption
 * changes what a clause is worth: both follow from either formula. */
#include "solver/icp/internal.h"
#include "base/log.h"
#include "base/fail.h"

enum { MOST_TERMS = 3000, MOST_CONFLICTS = 3000 };

/* ---- what belongs to a ---- */

/* By node: it has a variable that b does not have. */
static bool is_of_a(icp_solver *s, uint32_t node) {
    icp_proof *p = s->proof;
    for (uint32_t i = p->of_a.size; i <= node; i++) {
        term_vec vars = {0};
        uint8_t of_a = 0;
        term_vars(s->base.terms, s->graph.nodes.data[i].term, NULL, &vars);
        for (uint32_t k = 0; k < vars.size; k++) of_a |= map_get(&p->only_a, vars.data[k].id, NULL);
        vec_release(&vars);
        vec_push(&p->of_a, of_a);
    }
    return p->of_a.data[node];
}

static bool lemma_is_of_a(icp_solver *s, uint32_t node) {
    const icp_node n = s->graph.nodes.data[node];
    bool of_a = is_of_a(s, node);
    for (uint32_t i = 0; i < n.args && !of_a; i++) of_a = is_of_a(s, arg_of(s, &n, i));
    return of_a;
}

/* ---- what clauses are worth ---- */

static term fact_term(icp_solver *s, icp_literal f) {
    return bound_term(s->base.terms, s->graph.nodes.data[f.node].term, (bound){f.channel, f.value});
}

static term conjunction(icp_solver *s, uint32_t n, const icp_literal *facts) {
    term all = term_true(s->base.terms);
    for (uint32_t i = 0; i < n; i++) all = term_and(s->base.terms, all, fact_term(s, facts[i]));
    return all;
}

/* Of the premises of a lemma of a: some that b knows is false. */
static term known_premises(icp_solver *s, const icp_literals *reasons) {
    terms *t = s->base.terms;
    term some = term_false(t);
    for (uint32_t i = 0; i < reasons->size; i++)
        if (!is_of_a(s, reasons->data[i].node))
            some = term_or(t, some, term_not(t, fact_term(s, reasons->data[i])));
    return some;
}

static void resolve_on(icp_solver *s, uint32_t node, term other) {
    term *now = &s->proof->chain;
    *now = is_of_a(s, node) ? term_or(s->base.terms, *now, other)
                            : term_and(s->base.terms, *now, other);
}

void interpolant_begin(icp_solver *s, uint32_t change) {
    assert_debug(change < s->trail.changes.size || !s->proof);
    if (!s->proof) return;
    terms *t = s->base.terms;
    const icp_change *c = &s->trail.changes.data[change];
    if (s->analysis.failed_clause != NO_NODE)
        s->proof->chain = s->clauses.all.data[s->analysis.failed_clause].worth;
    else if (c->reason == BY_CLAUSE) s->proof->chain = s->clauses.all.data[c->of].worth;
    else if (c->reason == BY_CONTRACTOR && lemma_is_of_a(s, c->of))
        s->proof->chain = known_premises(s, &s->analysis.reasons);
    else s->proof->chain = is_of_a(s, c->node) ? term_false(t) : term_true(t);
}

void interpolant_resolve(icp_solver *s, uint32_t change) {
    assert_debug(change < s->trail.changes.size || !s->proof);
    if (!s->proof) return;
    terms *t = s->base.terms;
    const icp_change *c = &s->trail.changes.data[change];
    if (c->reason == BY_CLAUSE) resolve_on(s, c->node, s->clauses.all.data[c->of].worth);
    if (c->reason != BY_CONTRACTOR || !lemma_is_of_a(s, c->of)) return;
    term other = known_premises(s, &s->analysis.reasons);
    if (!is_of_a(s, c->node))
        other = term_or(t, other, conjunction(s, s->analysis.wanted.size, s->analysis.wanted.data));
    resolve_on(s, c->node, other);
}

void interpolant_axiom(icp_solver *s, uint32_t node) {
    assert_debug(node < s->graph.nodes.size);
    terms *t = s->base.terms;
    if (s->proof) s->proof->chain = is_of_a(s, node) ? term_false(t) : term_true(t);
}

void interpolant_assumption(icp_solver *s, uint32_t assumption) {
    assert_debug(assumption < s->assumed.size || !s->proof);
    if (!s->proof || assumption >= s->proof->of_b) return;
    uint32_t node = s->assumed.data[assumption].literal.node;
    if (!is_of_a(s, node))
        resolve_on(s, node, conjunction(s, s->analysis.wanted.size, s->analysis.wanted.data));
}

/* ---- all of it ---- */

static void find_only_a(terms *t, term a, term b, icp_proof *p) {
    term_vec vars = {0};
    term_vars(t, a, NULL, &vars);
    for (uint32_t i = 0; i < vars.size; i++) map_set(&p->only_a, vars.data[i].id, 1);
    vec_clear(&vars);
    term_vars(t, b, NULL, &vars);
    for (uint32_t i = 0; i < vars.size; i++) map_set(&p->in_b, vars.data[i].id, 1);
    for (uint32_t i = 0; i < vars.size; i++)
        if (map_get(&p->only_a, vars.data[i].id, NULL)) {
            map_remove(&p->only_a, vars.data[i].id);
            map_remove(&p->in_b, vars.data[i].id); /* what is left is in b only */
        }
    vec_release(&vars);
}

/* A variable that a conjunct of its only side defines is that term. */
static void define_local(icp_solver *s, const term_vec *conjuncts, const map *local) {
    terms *t = s->base.terms;
    for (uint32_t i = 0; i < conjuncts->size; i++) {
        if (term_op(t, conjuncts->data[i]) != OP_EQ) continue;
        for (uint32_t k = 0; k < 2; k++) {
            term x = term_arg(t, conjuncts->data[i], k), y = term_arg(t, conjuncts->data[i], 1 - k);
            if (!map_get(local, x.id, NULL) || same(x, y) || map_get(&s->graph.defined, x.id, NULL))
                continue;
            icp_define(&s->base, x, y);
            break;
        }
    }
}

static bool over_common(const icp_solver *s, const icp_proof *p, term a) {
    term_vec vars = {0};
    bool good = true;
    term_vars(s->base.terms, a, NULL, &vars);
    for (uint32_t i = 0; i < vars.size; i++)
        good = good && !map_get(&p->only_a, vars.data[i].id, NULL) &&
               !map_get(&p->in_b, vars.data[i].id, NULL);
    vec_release(&vars);
    return good;
}

/* In debug builds: implied by a, not consistent with b, as far as another solver can tell. */
static void check(terms *t, term a, term b, term i) {
#ifdef CINCH_CHECK
    term sides[2][2] = {{a, term_not(t, i)}, {i, b}};
    for (int k = 0; k < 2; k++) {
        solver *s = solver_new(t, "auto", (solver_options){.query_seconds = 1}, NULL);
        enum answer r = s ? solver_check(s, 2, sides[k]) : ANSWER_UNKNOWN;
        require(r != ANSWER_SAT, "an interpolant of icp separates nothing");
        if (s) solver_delete(s);
    }
#else
    (void)t, (void)a, (void)b, (void)i;
#endif
}

bool icp_interpolate(solver *base, term a, term b, term *result) {
    assert_debug(term_is_bool(base->terms, a) && term_is_bool(base->terms, b));
    LOG("icp", "interpolate %u and %u", a.id, b.id);
    terms *t = base->terms;
    if (term_is_false(t, a) || term_is_false(t, b))
        return *result = term_is_false(t, a) ? term_false(t) : term_true(t), true;
    solver_options options = {.seed = base->options.seed, .query_ticks = MOST_CONFLICTS};
    solver *fresh = icp_new(t, options, NULL);
    icp_solver *s = (icp_solver *)fresh;
    icp_proof p = {0};
    term_vec conjuncts = {0};
    solver_set_budget(fresh, base->budget);
    find_only_a(t, a, b, &p);
    term_conjuncts(t, a, &conjuncts);
    p.of_b = conjuncts.size;
    define_local(s, &conjuncts, &p.only_a);
    term_conjuncts(t, b, &conjuncts);
    define_local(s, &conjuncts, &p.in_b);
    s->proof = &p;
    bool good = fresh->backend->check(fresh, conjuncts.size, conjuncts.data) == ANSWER_UNSAT &&
                p.chain.id && term_dag_size(t, p.chain) <= MOST_TERMS &&
                over_common(s, &p, p.chain);
    if (good) check(t, a, b, *result = p.chain);
    solver_delete(fresh);
    vec_release(&conjuncts);
    vec_release(&p.of_a);
    map_release(&p.only_a);
    map_release(&p.in_b);
    return good;
}
