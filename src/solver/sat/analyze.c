/* Conflicts: the clause of the first unique implication point, without its redundant literals; and
 * which assumptions fail. */
#include "solver/sat/internal.h"

#include "base/log.h"

static bool is_seen(const sat_solver *s, uint32_t l) { return variable_of(s, l)->flags & SEEN; }

static void mark(sat_solver *s, uint32_t l) {
    variable_of(s, l)->flags |= SEEN;
    vec_push(&s->analysis.marked, l);
}

static void unmark(sat_solver *s, uint32_t down_to) {
    while (s->analysis.marked.size > down_to)
        variable_of(s, vec_pop(&s->analysis.marked))->flags &= (uint8_t)~SEEN;
}

static void note_use(sat_solver *s, uint32_t clause) {
    if (s->clauses.arena.data[clause + CLAUSE_FLAGS] & LEARNED && !s->proof.tracer)
        s->clauses.arena.data[clause + CLAUSE_USED] = (uint32_t)s->stats.conflicts;
}

/* Literals of level 0 are no part of a learned clause, but of its proof. */
static void note_zero(sat_solver *s, uint32_t l) {
    if (!s->proof.tracer) return;
    mark(s, l);
    vec_push(&s->proof.zeros, l >> 1);
}

/* Note the literals of a clause; how many of them are of the present level. */
static uint32_t resolve(sat_solver *s, uint32_t clause, uint32_t on) {
    const uint32_t *l = clause_literals(s, clause);
    uint32_t present = 0;
    note_use(s, clause);
    for (uint32_t i = 0; i < clause_size(s, clause); i++) {
        const sat_variable *v = variable_of(s, l[i]);
        if (l[i] >> 1 == on >> 1 || v->flags & SEEN) continue;
        if (!v->level) {
            note_zero(s, l[i]);
            continue;
        }
        mark(s, l[i]);
        bump_variable(s, l[i] >> 1);
        if (v->level == decision_level(s)) present++;
        else vec_push(&s->analysis.clause, l[i]);
    }
    return present;
}

static void first_unique_point(sat_solver *s, uint32_t clause) {
    uint32_t at = s->trail.size, p = 0, present = 0;
    vec_clear(&s->analysis.clause);
    vec_push(&s->analysis.clause, 0);
    proof_start(s, clause);
    do {
        if (p) proof_resolve(s, clause, p >> 1);
        present += resolve(s, clause, p);
        while (!is_seen(s, s->trail.data[--at]));
        p = s->trail.data[at];
        clause = variable_of(s, p)->reason;
    } while (--present);
    s->analysis.clause.data[0] = p ^ 1;
}

static uint32_t level_bit(const sat_solver *s, uint32_t l) {
    return 1u << (variable_of(s, l)->level & 31);
}

/* Does the rest of the clause imply that this literal is false? `levels` has a bit for each level
 * that occurs in it. */
static bool is_redundant(sat_solver *s, uint32_t literal, uint32_t levels) {
    uint32_t before = s->analysis.marked.size;
    vec_clear(&s->analysis.stack);
    vec_push(&s->analysis.stack, literal);
    while (s->analysis.stack.size) {
        uint32_t x = vec_pop(&s->analysis.stack), clause = variable_of(s, x)->reason;
        for (uint32_t i = 0; i < clause_size(s, clause); i++) {
            uint32_t l = clause_literals(s, clause)[i];
            const sat_variable *v = variable_of(s, l);
            if (l >> 1 == x >> 1 || v->flags & SEEN || !v->level) continue;
            if (!v->reason || !(levels & level_bit(s, l))) return unmark(s, before), false;
            mark(s, l);
            vec_push(&s->analysis.stack, l);
        }
    }
    return true;
}

static void minimize(sat_solver *s) {
    uint32_t levels = 0, kept = 1;
    for (uint32_t i = 1; i < s->analysis.clause.size; i++)
        levels |= level_bit(s, s->analysis.clause.data[i]);
    for (uint32_t i = 1; i < s->analysis.clause.size; i++) {
        uint32_t l = s->analysis.clause.data[i];
        if (!variable_of(s, l)->reason || !is_redundant(s, l, levels))
            s->analysis.clause.data[kept++] = l;
    }
    s->analysis.clause.size = kept;
}

/* In how many levels its literals are. */
static uint32_t count_levels(sat_solver *s) {
    uint32_t n = 0;
    if (s->analysis.stamps.size < 2 * s->variables.size)
        vec_resize(&s->analysis.stamps, 2 * s->variables.size);
    s->analysis.stamp++;
    for (uint32_t i = 0; i < s->analysis.clause.size; i++) {
        uint32_t *stamp =
            &s->analysis.stamps.data[variable_of(s, s->analysis.clause.data[i])->level];
        n += *stamp != s->analysis.stamp;
        *stamp = s->analysis.stamp;
    }
    return n;
}

/* Bring the literal of the second highest level to the second place: it is watched. */
static uint32_t level_to_return(sat_solver *s) {
    if (s->analysis.clause.size == 1) return 0;
    uint32_t best = 1;
    for (uint32_t i = 2; i < s->analysis.clause.size; i++)
        if (variable_of(s, s->analysis.clause.data[i])->level >
            variable_of(s, s->analysis.clause.data[best])->level)
            best = i;
    uint32_t l = s->analysis.clause.data[best];
    s->analysis.clause.data[best] = s->analysis.clause.data[1];
    s->analysis.clause.data[1] = l;
    return variable_of(s, l)->level;
}

static uint32_t learn(sat_solver *s, uint32_t levels) {
    if (s->analysis.clause.size == 1)
        return proof_learned(s, NO_CLAUSE, s->analysis.clause.data[0]), NO_CLAUSE;
    uint32_t c = clause_new(s, s->analysis.clause.size, s->analysis.clause.data, LEARNED);
    s->clauses.arena.data[c + CLAUSE_LBD] = levels;
    s->clauses.arena.data[c + CLAUSE_USED] = (uint32_t)s->stats.conflicts;
    vec_push(&s->clauses.learned, c);
    proof_learned(s, c, 0);
    clause_watch(s, c);
    return c;
}

void analyze_conflict(sat_solver *s, uint32_t clause) {
    assert_debug(clause != NO_CLAUSE && clause < s->clauses.arena.size);
    assert_debug(decision_level(s) > 0);
    LOG("sat", "conflict at level %u", decision_level(s));
    first_unique_point(s, clause);
    if (!s->proof.tracer) minimize(s); /* the proof would need these steps, in order */
    unmark(s, 0);
    uint32_t levels = count_levels(s);
    trail_backtrack(s, level_to_return(s));
    trail_assign(s, s->analysis.clause.data[0], learn(s, levels));
    bump_decay(s);
}

/* ---- assumptions ---- */

static void mark_reason(sat_solver *s, uint32_t literal) {
    uint32_t clause = variable_of(s, literal)->reason;
    for (uint32_t i = 0; i < clause_size(s, clause); i++) {
        uint32_t l = clause_literals(s, clause)[i];
        if (!is_seen(s, l) && variable_of(s, l)->level) mark(s, l);
    }
}

void analyze_assumption(sat_solver *s, uint32_t literal) {
    assert_debug(literal < s->value.size);
    variable_of(s, literal)->flags |= FAILED;
    if (!variable_of(s, literal)->level) return;
    mark(s, literal);
    for (uint32_t i = s->trail.size; i-- > s->control.data[0];) {
        uint32_t l = s->trail.data[i];
        if (!is_seen(s, l)) continue;
        if (variable_of(s, l)->reason) mark_reason(s, l);
        else variable_of(s, l)->flags |= FAILED;
    }
    unmark(s, 0);
}
