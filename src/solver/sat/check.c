/* The invariants of the trail and of the watches, in debug builds: a walk over all of it before
 * each decision. */
#include "solver/sat/internal.h"

#ifdef CINCH_CHECK

#include "base/fail.h"

static bool has_watch(const sat_solver *s, uint32_t literal, uint32_t clause) {
    const sat_watches *w = &s->watches.data[literal];
    for (uint32_t i = 0; i < w->size; i++)
        if ((w->data[i].clause & ~BINARY) == clause) return true;
    return false;
}

/* After propagation a clause that a query must satisfy is true, or has two open literals: its
 * watches; or, satisfied at level 0, any. */
static void check_clause(const sat_solver *s, uint32_t clause) {
    const uint32_t *l = clause_literals(s, clause);
    uint32_t n = clause_size(s, clause), open = 0;
    if (n < 2) return;
    require(has_watch(s, l[0], clause) && has_watch(s, l[1], clause), "a clause is not watched");
    for (uint32_t i = 0; i < n; i++) {
        if (s->value.data[l[i]] > OPEN) return;
        open += s->value.data[l[i]] == OPEN;
    }
    require(open >= 2, "a unit or false clause was missed");
    require(!s->value.data[l[0]] && !s->value.data[l[1]], "a false literal is watched");
}

static void check_trail(const sat_solver *s) {
    for (uint32_t i = 0; i < s->trail.size; i++) {
        uint32_t l = s->trail.data[i], reason = variable_of(s, l)->reason;
        require(s->value.data[l] == TRUE_ && s->value.data[l ^ 1] == FALSE_, "the trail lies");
        for (uint32_t k = 0; reason && k < clause_size(s, reason); k++) {
            uint32_t x = clause_literals(s, reason)[k];
            require(x == l || s->value.data[x] == FALSE_, "a reason is none");
        }
    }
}

static void check_originals(const sat_solver *s) {
    for (uint32_t i = 0; i < s->clauses.originals.size; i++) {
        uint32_t c = s->clauses.originals.data[i], owner = s->clauses.arena.data[c + CLAUSE_OWNER];
        bool inside = !owner || s->domain.inside.data[owner] == s->domain.query;
        if (inside) check_clause(s, c);
    }
}

void sat_check(const sat_solver *s) {
    check_trail(s);
    check_originals(s);
    for (uint32_t i = 0; i < s->clauses.learned.size; i++)
        check_clause(s, s->clauses.learned.data[i]);
    for (uint32_t i = 0; i < s->domain.members.size; i++)
        require(s->value.data[2 * s->domain.members.data[i]] != OUTSIDE, "the domain is not open");
}

#else

void sat_check(const sat_solver *s) { (void)s; }

#endif
