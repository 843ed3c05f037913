/* The blast backend: checks, scopes and cores over an incremental SAT solver.
 *
 * Assertions of the outermost scope are clauses for good. Those of an inner scope are guarded by a
 * variable that is assumed while the scope lives and falsified when it is popped. When most of the
 * clauses belong to what is gone, the SAT solver is built again from what is alive. */
#include "solver/blast_internal.h"
#include "base/log.h"
#include "solver/interpolate.h"

#define REBUILD_LEAST 4000u /* SAT variables below which rebuilding is not worth it */

/* The SAT solver is left alone until the next check, so that a model stays readable. */
static void blast_pop(solver *s) {
    blast_solver *b = (blast_solver *)s;
    if (b->scopes.pushed.size <= b->base.stack.scopes.size) return;
    b->scopes.told = vec_pop(&b->scopes.pushed);
    vec_push(&b->scopes.retired, vec_pop(&b->scopes.guard));
    if (b->scopes.contradiction > b->scopes.pushed.size + 1) b->scopes.contradiction = 0;
}

/* ---- telling ---- */

static bool is_known(const blast_solver *b, term a) { return sparse_get(&b->place, a.id); }

/* x = a, for good, where x has no bits yet: then it has those of a, and clauses come only with what
 * is asked about it. After a is translated x is still without bits only if it does not occur in a.
 * Not with arrays or products: a read that nobody asks about has no value of its own, its array's
 * model decides. */
static bool define(blast_solver *b, term x, term a) {
    const terms *t = b->base.terms;
    if (!term_is_var(t, x) || is_known(b, x) || sort_kind_of(t, term_sort(t, x)) == SORT_ARRAY)
        return false;
    if (theories_of(&b->theories, t, a) & THEORY_ARRAY) return false;
    if (!blast_translate(b, a) || is_known(b, x) || sparse_get(&b->products.within, a.id))
        return false;
    sparse_set(&b->place, x.id, sparse_get(&b->place, a.id));
    return true;
}

static bool tell_part(blast_solver *b, term a, int guard) {
    const terms *t = b->base.terms;
    if (!guard && term_op(t, a) == OP_EQ) {
        term x = term_arg(t, a, 0), y = term_arg(t, a, 1);
        if (define(b, x, y) || define(b, y, x)) return true;
    }
    word w = blast_word(b, a);
    if (b->refused) return false;
    if (w.bit[0] == LIT_FALSE && !b->scopes.contradiction)
        b->scopes.contradiction = b->scopes.pushed.size + 1;
    else cnf_assert(&b->cnf, w.bit[0], guard);
    return true;
}

static bool tell_until(blast_solver *b, uint32_t end, int guard) {
    for (; b->scopes.told < end; b->scopes.told++) {
        vec_clear(&b->parts);
        term_conjuncts(b->base.terms, b->base.stack.asserted.data[b->scopes.told], &b->parts);
        for (uint32_t i = 0; i < b->parts.size; i++)
            if (!tell_part(b, b->parts.data[i], guard)) return false;
    }
    return true;
}

static int inner_guard(const blast_solver *b) {
    return b->scopes.guard.size ? vec_last(&b->scopes.guard) : 0;
}

static bool tell(blast_solver *b) {
    while (b->scopes.retired.size) {
        int off = -vec_pop(&b->scopes.retired);
        cnf_clause(&b->cnf, 1, &off);
    }
    for (uint32_t k = b->scopes.pushed.size; k < b->base.stack.scopes.size; k++) {
        if (!tell_until(b, b->base.stack.scopes.data[k], inner_guard(b))) return false;
        vec_push(&b->scopes.pushed, b->scopes.told);
        vec_push(&b->scopes.guard, cnf_variable(&b->cnf));
    }
    return tell_until(b, b->base.stack.asserted.size, inner_guard(b));
}

/* ---- rebuilding ---- */

/* The literals that an assertion keeps alive: its own, or the bits of what it defines. */
static void push_roots(blast_solver *b, term a, u32_vec *todo) {
    const terms *t = b->base.terms;
    vec_clear(&b->parts);
    term_conjuncts(b->base.terms, a, &b->parts);
    for (uint32_t i = 0; i < b->parts.size; i++) {
        term x = b->parts.data[i];
        if (!is_known(b, x) && term_op(t, x) == OP_EQ) x = term_arg(t, x, 0);
        if (!is_known(b, x) || sort_kind_of(t, term_sort(t, x)) == SORT_ARRAY) continue;
        word w = blast_known(b, x);
        for (uint32_t k = 0; k < w.n; k++) vec_push(todo, lit_node(w.bit[k]));
    }
}

/* How many nodes the live assertions reach. */
static uint32_t live_nodes(blast_solver *b) {
    vec(uint8_t) seen = {0};
    u32_vec todo = {0};
    uint32_t live = 0;
    vec_resize(&seen, b->graph.nodes.size);
    for (uint32_t i = 0; i < b->scopes.told; i++)
        push_roots(b, b->base.stack.asserted.data[i], &todo);
    while (todo.size) {
        uint32_t id = vec_pop(&todo);
        if (seen.data[id]) continue;
        seen.data[id] = 1;
        live++;
        const aig_node *n = &b->graph.nodes.data[id];
        uint32_t inputs = n->gate == GATE_INPUT ? 1 : gate_inputs(n);
        for (uint32_t i = 0; i < inputs; i++) vec_push(&todo, lit_node(n->in[i]));
    }
    vec_release(&seen);
    vec_release(&todo);
    return live;
}

static void forget_clauses(blast_solver *b) {
    cnf_restart(&b->cnf);
    b->scopes.told = 0;
    b->scopes.contradiction = 0;
    vec_clear(&b->scopes.pushed);
    vec_clear(&b->scopes.guard);
    vec_clear(&b->scopes.retired);
}

/* The graph itself is thrown away only where it is mostly dead: terms are then translated again. */
static void forget_graph(blast_solver *b) {
    aig_check(&b->graph);
    aig_release(&b->graph);
    aig_init(&b->graph);
    sparse_release(&b->place);
    vec_clear(&b->bits);
    vec_clear(&b->last.stamp);
    vec_clear(&b->last.assumed_as);
    vec_clear(&b->known);
    arrays_clear(&b->arrays);
    products_clear(&b->products);
}

static void rebuild_if_due(blast_solver *b) {
    if (b->cnf.variables < b->rebuild_at) return;
    uint32_t live = live_nodes(b);
    b->rebuild_at = b->cnf.variables * 2;
    if (live * 2 > b->cnf.variables) return;
    if (live * 8 < b->graph.nodes.size) forget_graph(b);
    forget_clauses(b);
    b->rebuild_at = live * 3 > REBUILD_LEAST ? live * 3 : REBUILD_LEAST;
    b->rebuilt = true;
}

/* What the first check after a rebuild needs is likely to be needed again: only beyond twice that
 * is garbage. */
static void note_rebuilt(blast_solver *b) {
    if (b->rebuilt && b->cnf.variables * 2 > b->rebuild_at) b->rebuild_at = b->cnf.variables * 2;
    b->rebuilt = false;
}

/* ---- checks ---- */

/* Note a literal among the assumptions; false where its negation is already there. */
static bool note_literal(blast_solver *b, lit a, uint32_t i) {
    uint32_t node = lit_node(a), mark = b->last.number * 2 + (a & 1);
    if (node >= b->last.stamp.size) {
        vec_resize(&b->last.stamp, b->graph.nodes.size);
        vec_resize(&b->last.assumed_as, b->graph.nodes.size);
    }
    bool clash = b->last.stamp.data[node] == (mark ^ 1);
    if (clash)
        b->last.clash[0] = b->last.assumed_as.data[node], b->last.clash[1] = i, b->last.clashes = 2;
    b->last.stamp.data[node] = mark;
    b->last.assumed_as.data[node] = i;
    return !clash;
}

/* Translate the assumptions; false where syntax alone shows that they fail. */
static bool take_assumptions(blast_solver *b, uint32_t n, const term *assumptions) {
    vec_clear(&b->last.literals);
    b->last.clashes = 0;
    b->last.number++;
    for (uint32_t i = 0; i < n; i++) {
        lit a = blast_word(b, assumptions[i]).bit[0];
        if (a == LIT_FALSE) return b->last.clash[0] = i, b->last.clashes = 1, false;
        if (a != LIT_TRUE && !note_literal(b, a, i)) return false;
        vec_push(&b->last.literals, a == LIT_TRUE ? 0 : (int)a);
    }
    return true;
}

static void encode_assumptions(blast_solver *b) {
    for (uint32_t i = 0; i < b->last.literals.size; i++)
        if (b->last.literals.data[i])
            b->last.literals.data[i] = cnf_literal(&b->cnf, (lit)b->last.literals.data[i]);
}

static void assume_all(blast_solver *b) {
    for (uint32_t i = 0; i < b->scopes.guard.size; i++)
        cnf_assume(&b->cnf, b->scopes.guard.data[i]);
    for (uint32_t i = 0; i < b->last.literals.size; i++)
        if (b->last.literals.data[i]) cnf_assume(&b->cnf, b->last.literals.data[i]);
}

static stop_reason reason(const blast_solver *b) {
    const solver *s = &b->base;
    if (s->interrupted || interrupt_requested) return stop_by(BUDGET_INTERRUPTED);
    if (b->cnf.deadline > 0 && clock_now() >= b->cnf.deadline) return stop_by(BUDGET_TIME);
    if (s->budget && budget_over(s->budget)) return budget_stop(s->budget);
    return (stop_reason){0, s->options.query_ticks ? "effort" : "incomplete"};
}

static void set_limits(blast_solver *b) {
    solver *s = &b->base;
    double seconds = check_seconds(s);
    b->cnf.deadline = seconds > 0 ? clock_now() + seconds : 0;
    b->cnf.budget = s->budget;
    b->cnf.interrupted = &s->interrupted;
    b->cnf.calls = 0;
}

static enum answer refuse(blast_solver *b, const char *why) {
    b->base.refused = why != NULL;
    return solver_stopped(&b->base, (stop_reason){0, why});
}

static enum array_verdict theories_agree(blast_solver *b) {
    return products_agree(b) ? array_agree(b) : ARRAYS_LEMMA;
}

/* A model of the SAT solver is an answer only when it is one of the products and arrays too; each
 * round adds lemmas that it violates. */
static enum answer run(blast_solver *b) {
    for (;;) {
        assume_all(b);
        enum sat_answer r = cnf_solve(&b->cnf, b->base.options.query_ticks);
        if (r == SAT_UNSATISFIABLE) return ANSWER_UNSAT;
        if (r != SAT_SATISFIABLE) return solver_stopped(&b->base, reason(b));
        b->round++; /* a new model */
        enum array_verdict v = theories_agree(b);
        if (v == ARRAYS_GOOD) return ANSWER_SAT;
        if (v == ARRAYS_REFUSED) return refuse(b, "blast: equal constant arrays");
        if (b->cnf.deadline > 0 && clock_now() >= b->cnf.deadline)
            return solver_stopped(&b->base, stop_by(BUDGET_TIME));
    }
}

static enum answer blast_check(solver *s, uint32_t n, const term *assumptions) {
    blast_solver *b = (blast_solver *)s;
    rebuild_if_due(b);
    bool good = tell(b);
    bool open = take_assumptions(b, n, assumptions);
    if (!good || b->refused) return refuse(b, b->refused);
    if (b->scopes.contradiction)
        return b->last.clashes = 0, vec_clear(&b->last.literals), s->stats.trivial++, ANSWER_UNSAT;
    if (!open) return vec_clear(&b->last.literals), s->stats.trivial++, ANSWER_UNSAT;
    encode_assumptions(b);
    set_limits(b);
    enum answer a = run(b);
    note_rebuilt(b);
    s->stats.variables = b->cnf.variables;
    s->stats.clauses = b->cnf.clauses;
    return a;
}

static void blast_core(solver *s, uint32_t n, const term *assumptions) {
    blast_solver *b = (blast_solver *)s;
    (void)n;
    for (uint32_t i = 0; i < b->last.clashes; i++)
        vec_push(&s->core, assumptions[b->last.clash[i]]);
    for (uint32_t i = 0; i < b->last.literals.size; i++) {
        int l = b->last.literals.data[i];
        if (l && cnf_failed(&b->cnf, l)) vec_push(&s->core, assumptions[i]);
    }
}

/* ---- models ---- */

static value blast_leaf(solver *s, values *pool, term var) {
    blast_solver *b = (blast_solver *)s;
    sort of = term_sort(s->terms, var);
    if (!sparse_get(&b->place, var.id)) return value_default(pool, of);
    if (sort_kind_of(s->terms, of) == SORT_ARRAY) return array_model(b, pool, var);
    return blast_word_value(b, pool, of, blast_known(b, var));
}

static bool blast_interpolate(solver *s, term a, term b, term *result) {
    return interpolate_by_proof(s->terms, a, b, s->budget, result);
}

/* ---- the object ---- */

static void blast_release(solver *s) {
    blast_solver *b = (blast_solver *)s;
    cnf_release(&b->cnf);
    aig_check(&b->graph);
    aig_release(&b->graph);
    arena_release(&b->circuits.scratch);
    sparse_release(&b->place);
    vec_release(&b->bits);
    vec_release(&b->todo);
    vec_release(&b->scopes.pushed);
    vec_release(&b->scopes.guard);
    vec_release(&b->scopes.retired);
    vec_release(&b->last.literals);
    vec_release(&b->last.stamp);
    vec_release(&b->last.assumed_as);
    vec_release(&b->known);
    vec_release(&b->node_todo);
    vec_release(&b->parts);
    theory_memo_release(&b->theories);
    arrays_release(&b->arrays);
    products_release(&b->products);
}

static const backend blast_backend = {
    .name = "blast",
    .theories = THEORY_BOOL | THEORY_BV | THEORY_FP | THEORY_ARRAY,
    .capabilities = CAN_CORE | CAN_INTERRUPT | CAN_COUNT_CPU | CAN_INTERPOLATE,
    .release = blast_release,
    .pop = blast_pop,
    .check = blast_check,
    .core = blast_core,
    .leaf = blast_leaf,
    .interpolate = blast_interpolate,
};

solver *blast_new(terms *t, solver_options options, const char **why) {
    LOG("blast", "new");
    (void)why;
    blast_solver *b = solver_make(sizeof *b, &blast_backend, t, SOLVED_BY_BLAST, options);
    aig_init(&b->graph);
    b->circuits.graph = &b->graph;
    cnf_init(&b->cnf, &b->graph, options.seed);
    b->rebuild_at = REBUILD_LEAST;
    b->rebuilt = true;
    b->products.least = PRODUCT_BITS;
    return &b->base;
}
