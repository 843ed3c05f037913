/* The search: propagate, learn or decide; assumptions are the first decisions. */
#include "base/log.h"
#include "solver/sat/internal.h"

#define RESTART_UNIT 64u
#define STOP_EVERY 16u
#define JUSTIFY_CONFLICTS 8u /* until activities decide */

/* The i-th number of Luby's sequence 1 1 2 1 1 2 4 ... */
static uint64_t luby(uint64_t i) {
    uint64_t size = 1, power = 0;
    while (size < i + 1) size = 2 * size + 1, power++;
    while (size - 1 != i) size = (size - 1) / 2, power--, i %= size;
    return 1ull << power;
}

static bool restart_due(const sat_solver *s) { return s->stats.conflicts >= s->restart_at; }

static void restart(sat_solver *s) {
    s->restart_at = s->stats.conflicts + RESTART_UNIT * luby(s->restart_round++);
    trail_backtrack(s, s->assumed.size);
}

static bool reduce_due(const sat_solver *s) {
    return s->clauses.learned.size > s->clauses.learned_most;
}

typedef struct {
    uint64_t conflicts, visits;
    const sat_limits *limits;
} sat_effort;

static bool effort_over(sat_solver *s, const sat_effort *e) {
    const sat_limits *l = e->limits;
    if (l->conflicts && s->stats.conflicts - e->conflicts >= l->conflicts) return true;
    if (l->visits && s->stats.visits - e->visits >= l->visits) return true;
    return l->stop && ++s->stop_calls % STOP_EVERY == 0 && l->stop(l->state);
}

/* The next assumption becomes a decision, at a level of its own even where it holds already. False
 * where it cannot hold. */
static bool assume_next(sat_solver *s) {
    uint32_t l = s->assumed.data[decision_level(s)];
    int8_t v = s->value.data[l];
    if (v == FALSE_) return analyze_assumption(s, l), false;
    trail_level(s);
    if (v != TRUE_) trail_assign(s, l, NO_CLAUSE);
    return true;
}

static bool resolve_conflict(sat_solver *s, uint32_t conflict) {
    s->stats.conflicts++;
    if (!decision_level(s)) return sat_break(s, conflict), false;
    analyze_conflict(s, conflict);
    return true;
}

/* At level 0 nothing is a reason, so any learned clause may go. */
static void reduce(sat_solver *s) {
    trail_backtrack(s, 0);
    for (uint32_t i = 0; i < s->trail.size; i++)
        variable_of(s, s->trail.data[i])->reason = NO_CLAUSE;
    reduce_learned(s);
}

static enum sat_answer search(sat_solver *s, const sat_limits *limits) {
    sat_effort effort = {s->stats.conflicts, s->stats.visits, limits};
    s->restart_round = 0;
    s->order.ordered_at = s->stats.conflicts + JUSTIFY_CONFLICTS;
    s->restart_at = s->stats.conflicts + RESTART_UNIT;
    for (;;) {
        uint32_t conflict = trail_propagate(s);
        if (conflict) {
            if (!resolve_conflict(s, conflict)) return SAT_UNSATISFIABLE;
            continue;
        }
        sat_check(s);
        if (effort_over(s, &effort)) return SAT_UNKNOWN;
        if (restart_due(s)) restart(s);
        else if (reduce_due(s)) reduce(s);
        else if (decision_level(s) < s->assumed.size) {
            if (!assume_next(s)) return SAT_UNSATISFIABLE;
        } else if (!decide_next(s)) {
            return SAT_SATISFIABLE;
        }
    }
}

static void take_assumptions(sat_solver *s, uint32_t n, const int *assumptions) {
    for (uint32_t i = 0; i < s->assumed.size; i++)
        variable_of(s, s->assumed.data[i])->flags &= (uint8_t)~FAILED;
    vec_clear(&s->assumed);
    for (uint32_t i = 0; i < n; i++) {
        vec_push(&s->assumed, sat_literal(assumptions[i]));
        sat_cover(s, vec_last(&s->assumed) >> 1);
    }
}

enum sat_answer sat_solve(sat_solver *s, uint32_t n, const int *assumptions,
                          const sat_limits *limits) {
    LOG("sat", "solve under %u assumptions", n);
    s->order.ordered = s->answered = false;
    trail_backtrack(s, 0);
    justify_restart(s);
    take_assumptions(s, n, assumptions);
    s->domain.query++;
    if (!trail_settle(s)) return SAT_UNSATISFIABLE;
    domain_detach_stale(s);
    domain_open(s);
    if (!trail_settle(s)) return SAT_UNSATISFIABLE;
    enum sat_answer a = search(s, limits);
    s->answered = a == SAT_SATISFIABLE;
    return a;
}
