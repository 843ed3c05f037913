/* The search: assumptions one by one, then decisions; propagate, learn, jump back, begin again. */
#include "base/log.h"
#include "solver/icp/internal.h"

enum { RESTART = 250, CLAUSES = 3000, GIVEN_UP = 4 };

static bool out_of_budget(icp_solver *s) {
    solver *b = &s->base;
    if (b->interrupted) return solver_stopped(b, stop_by(BUDGET_INTERRUPTED)), true;
    if (b->options.query_ticks && s->conflicts > b->options.query_ticks)
        return b->why = "effort", true;
    if (b->budget && budget_over(b->budget)) return solver_stopped(b, budget_stop(b->budget)), true;
    if (s->deadline > 0 && clock_now() > s->deadline)
        return solver_stopped(b, stop_by(BUDGET_TIME)), true;
    return false;
}

/* 1 1 2 1 1 2 4 ... */
static uint64_t luby(uint64_t i) {
    uint64_t power = 2;
    while (power - 1 < i) power *= 2;
    return power - 1 == i ? power / 2 : luby(i - power / 2 + 1);
}

/* ---- assumptions ---- */

enum next { ALL_HOLD, DECIDED, FALSE_NOW };

static enum next assume(icp_solver *s, icp_literal l, uint32_t assumption) {
    enum status now = literal_status(&s->graph.doms.data[l.node], &s->graph.nodes.data[l.node], l);
    if (now == OPEN) icp_decide(s, l, assumption);
    return now == OPEN ? DECIDED : now == FAILS ? FALSE_NOW : ALL_HOLD;
}

/* One that is false already, before the next is decided: so the one that fails does so on the
 * lowest level (Sect. III-A, step 3), and what is decided after that is not blamed. */
static uint32_t first_false(const icp_solver *s) {
    for (uint32_t i = 0; i < s->assumed.size; i++) {
        icp_literal l = s->assumed.data[i].literal;
        if (literal_status(&s->graph.doms.data[l.node], &s->graph.nodes.data[l.node], l) == FAILS)
            return i;
    }
    return NO_NODE;
}

/* Each is a decision of its own, and what follows from it is found before the next (paper 003,
 * Sect. III-A). */
static enum next assume_next(icp_solver *s) {
    if (s->gap != NO_NODE) {
        enum next n = assume(s, (icp_literal){s->gap, CH_FALSE, 0}, NO_NODE);
        if (n == FALSE_NOW) s->rests_on_gap = true;
        if (n != ALL_HOLD) return n;
    }
    uint32_t failed = first_false(s);
    if (failed != NO_NODE) return icp_blame(s, failed), FALSE_NOW;
    for (uint32_t i = 0; i < s->assumed.size; i++) {
        enum next n = assume(s, s->assumed.data[i].literal, i);
        if (n != ALL_HOLD) return n;
    }
    return ALL_HOLD;
}

/* ---- boxes that are given up ---- */

/* Nothing left to split here, and no solution found: the box is left out, and whatever follows from
 * that says so. */
static void give_up(icp_solver *s) {
    s->conflicts += GIVEN_UP; /* the search for it and the way back are effort too */
    vec_clear(&s->analysis.learnt);
    if (s->gap == NO_NODE)
        s->gap = icp_node_of(s, term_fresh(s->base.terms, "gap", sort_bool(s->base.terms)));
    vec_push(&s->analysis.learnt, ((icp_literal){s->gap, CH_TRUE, 0}));
    for (uint32_t i = 0; i < s->trail.levels.size; i++)
        if (s->trail.levels.data[i].node != s->gap)
            vec_push(&s->analysis.learnt, literal_negated(s->trail.levels.data[i].literal));
    icp_undo(s, 0);
    uint32_t clause = clause_add(s, s->analysis.learnt.size, s->analysis.learnt.data, true);
    s->clauses.all.data[clause].worth =
        term_true(s->base.terms); /* whatever rests on it is unknown */
    if (s->analysis.learnt.size == 1) icp_set(s, s->analysis.learnt.data[0], BY_CLAUSE, clause);
}

/* ---- the loop ---- */

static void restart(icp_solver *s) {
    icp_undo(s, 0);
    if (s->clauses.learned > CLAUSES) clauses_reduce(s);
}

static bool point_due(const icp_solver *s) { return s->decisions < 64 || s->decisions % 16 == 0; }

/* The next decision; SAT where a point was found. */
static enum answer advance(icp_solver *s) {
    icp_literal l;
    bool open = icp_choose(s, &l);
    if (!open || point_due(s))
        for (uint32_t k = 0; k < (open ? 1u : (uint32_t)POINTS); k++)
            if (icp_try_point(s, open ? (uint32_t)(s->decisions % POINTS) : k)) return ANSWER_SAT;
    s->decisions++;
    if (open) icp_decide(s, l, NO_NODE);
    else give_up(s);
    return ANSWER_UNKNOWN;
}

static enum answer loop(icp_solver *s) {
    uint64_t restarts = 1, due = RESTART;
    for (uint64_t rounds = 0;; rounds++) {
        bool good = icp_propagate(s);
        if (rounds % 16 == 0) icp_trail_check(s);
        if (rounds % 16 == 0 && out_of_budget(s)) return ANSWER_UNKNOWN;
        if (!good) {
            if (!icp_learn(s)) return s->refuted = true, ANSWER_UNSAT;
            continue;
        }
        if (s->conflicts >= due) {
            restart(s);
            due = s->conflicts + RESTART * luby(++restarts);
        }
        enum next n = assume_next(s);
        if (n == FALSE_NOW) return ANSWER_UNSAT;
        if (n == ALL_HOLD && advance(s) == ANSWER_SAT) return ANSWER_SAT;
    }
}

/* The Boolean of this check is of no use to the next: it becomes true, and with it all that left
 * out a box. */
static void close_gap(icp_solver *s) {
    if (s->gap == NO_NODE) return;
    dom yes = dom_bool(true, false);
    if (s->graph.doms.data[s->gap].can_true) icp_change_to(s, s->gap, &yes, BY_DECISION, 0, 0);
    s->gap = NO_NODE;
}

enum answer icp_search(icp_solver *s) {
    LOG("icp", "search, %u nodes", s->graph.nodes.size);
    s->conflicts = s->decisions = 0;
    s->rests_on_gap = false;
    vec_clear(&s->analysis.core_facts);
    enum answer a = s->refuted ? ANSWER_UNSAT : loop(s);
    icp_undo(s, 0);
    icp_trail_check(s);
    if (a == ANSWER_UNSAT && s->rests_on_gap) {
        s->base.why = "icp: boxes too small to decide";
        a = ANSWER_UNKNOWN;
    }
    if (a != ANSWER_UNSAT) vec_clear(&s->analysis.core_facts);
    close_gap(s);
    return a;
}
