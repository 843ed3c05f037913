/* Justification: which variables a model is about. The assumed ones and the roots are; and where a
 * variable is, each of its clauses must be satisfied, by itself or by a literal that then is
 * relevant too. When all are, the inputs among the relevant variables satisfy what was asked for,
 * whatever the others are: nothing else needs a decision. So the branch that a choice does
 * not take, or a conjunct after a false one, costs nothing. */
#include "solver/sat/internal.h"

static void make_relevant(sat_solver *s, uint32_t variable) {
    sat_variable *v = &s->variables.data[variable];
    if (v->flags & RELEVANT) return;
    v->flags |= RELEVANT;
    vec_push(&s->justify.relevant, variable);
}

void justify_restart(sat_solver *s) {
    while (s->justify.relevant.size)
        s->variables.data[vec_pop(&s->justify.relevant)].flags &= (uint8_t)~RELEVANT;
    s->justify.justified = s->justify.resume = 0;
}

static void start(sat_solver *s) {
    for (uint32_t i = 0; i < s->assumed.size; i++) make_relevant(s, s->assumed.data[i] >> 1);
    for (uint32_t i = 0; i < s->domain.roots.size; i++) make_relevant(s, s->domain.roots.data[i]);
}

static bool is_last_phase(const sat_solver *s, uint32_t l) {
    return variable_of(s, l)->phase == !(l & 1);
}

/* A literal that satisfies the clause if it is decided; 0 where one does already. */
static uint32_t justify_clause(sat_solver *s, uint32_t clause, uint32_t owner) {
    const uint32_t *l = clause_literals(s, clause), n = clause_size(s, clause);
    uint32_t satisfied = 0, open = 0;
    for (uint32_t i = 0; i < n; i++) {
        int8_t v = s->value.data[l[i]];
        if (v == TRUE_ && (l[i] >> 1 == owner || variable_of(s, l[i])->flags & RELEVANT)) return 0;
        if (v == TRUE_) satisfied = l[i];
        else if (v == OPEN && (!open || (is_last_phase(s, l[i]) && !is_last_phase(s, open))))
            open = l[i];
    }
    if (!satisfied) return open;
    make_relevant(s, satisfied >> 1);
    return 0;
}

uint32_t justify_next(sat_solver *s) {
    if (!s->justify.relevant.size) start(s);
    for (; s->justify.justified < s->justify.relevant.size;
         s->justify.justified++, s->justify.resume = 0) {
        uint32_t v = s->justify.relevant.data[s->justify.justified], l;
        if (s->value.data[2 * v] == OPEN) return 2 * v + !s->variables.data[v].phase;
        for (uint32_t c = s->justify.resume ? s->justify.resume : s->variables.data[v].clauses; c;
             c = s->clauses.arena.data[c + CLAUSE_NEXT])
            if ((l = justify_clause(s, c, v))) return s->justify.resume = c, l;
    }
    return 0;
}
