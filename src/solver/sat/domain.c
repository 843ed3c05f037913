/* The domain of a query: what its assumptions and the clauses without an owner depend on. */
#include "solver/sat/internal.h"

#define STALE 64u       /* queries after which the watches of what nobody asks about come down */
#define STALE_LEAST 64u /* so many variables must be attached in vain before anybody looks */

static void set_pair(sat_solver *s, uint32_t variable, int8_t from, int8_t to) {
    int8_t *v = s->value.data + 2 * variable;
    if (v[0] == from) v[0] = v[1] = to;
}

static void enter(sat_solver *s, uint32_t variable) {
    if (s->inside.data[variable] == s->query) return;
    s->inside.data[variable] = s->query;
    set_pair(s, variable, OUTSIDE, OPEN);
    vec_push(&s->domain, variable);
}

static void attach(sat_solver *s, uint32_t variable) {
    sat_variable *v = &s->variables.data[variable];
    v->flags |= ATTACHED;
    s->attached++;
    for (uint32_t c = v->clauses; c; c = s->arena.data[c + CLAUSE_NEXT]) clause_attach(s, c);
}

void domain_open(sat_solver *s) {
    for (uint32_t i = 0; i < s->domain.size; i++) set_pair(s, s->domain.data[i], OPEN, OUTSIDE);
    vec_clear(&s->domain);
    for (uint32_t i = 0; i < s->assumed.size; i++) enter(s, s->assumed.data[i] >> 1);
    for (uint32_t i = 0; i < s->roots.size; i++) enter(s, s->roots.data[i]);
    for (uint32_t i = 0; i < s->domain.size; i++) {
        const sat_variable *v = &s->variables.data[s->domain.data[i]];
        for (uint32_t e = v->edges; e; e = s->edges.data[e + 1])
            for (uint32_t k = 0; k < s->edges.data[e]; k++) enter(s, s->edges.data[e + 2 + k]);
        if (v->clauses && !(v->flags & ATTACHED)) attach(s, s->domain.data[i]);
    }
}

static bool is_stale(const sat_solver *s, uint32_t variable) {
    return s->inside.data[variable] + STALE < s->query;
}

static bool has_stale(const sat_solver *s, uint32_t clause) {
    const uint32_t *l = clause_literals(s, clause);
    for (uint32_t i = 0; i < clause_size(s, clause); i++)
        if (is_stale(s, l[i] >> 1)) return true;
    return false;
}

void domain_detach_stale(sat_solver *s) {
    uint32_t stale = 0;
    if (s->query % STALE) return;
    for (uint32_t v = 1; v < s->variables.size; v++)
        stale += s->variables.data[v].flags & ATTACHED && is_stale(s, v);
    if (stale < STALE_LEAST || stale * 4 < s->attached) return;
    for (uint32_t v = 1; v < s->variables.size; v++)
        if (is_stale(s, v)) s->variables.data[v].flags &= (uint8_t)~ATTACHED;
    s->attached -= stale;
    for (uint32_t i = 0; i < s->learned.size; i++)
        if (has_stale(s, s->learned.data[i])) clause_discard(s, s->learned.data[i]);
    clauses_sweep(s);
}
