/* The domain of a query: what its assumptions and the clauses without an owner depend on. */
#include "base/log.h"
#include "solver/sat/internal.h"

#define STALE 64u       /* queries after which the watches of unused variables come down */
#define STALE_LEAST 64u /* so many variables must be attached in vain before anybody looks */

/* Both values of a variable at once. */
static uint16_t pair_of(int8_t v) { return (uint16_t)((uint8_t)v << 8 | (uint8_t)v); }

static void set_pair(sat_solver *s, uint32_t variable, int8_t from, int8_t to) {
    uint16_t pair;
    memcpy(&pair, s->value.data + 2 * variable, sizeof pair);
    pair = pair == pair_of(from) ? pair_of(to) : pair;
    memcpy(s->value.data + 2 * variable, &pair, sizeof pair);
}

/* The domain while it grows; there is room for every variable and one more. */
typedef struct {
    uint32_t *inside, query, *data, size;
} growing;

/* Whether it is inside already is a coin's toss: counted, not branched on. */
static inline void enter(growing *d, uint32_t variable) {
    d->data[d->size] = variable;
    d->size += d->inside[variable] != d->query;
    d->inside[variable] = d->query;
}

static void attach(sat_solver *s, uint32_t variable) {
    sat_variable *v = &s->variables.data[variable];
    v->flags |= ATTACHED;
    s->domain.attached++;
    for (uint32_t c = v->clauses; c; c = s->clauses.arena.data[c + CLAUSE_NEXT])
        clause_attach(s, c);
}

static inline void enter_needed(growing *d, const uint32_t *edges, uint32_t first) {
    for (uint32_t e = first; e; e = edges[e + 1])
        for (uint32_t k = 0, n = edges[e]; k < n; k++) enter(d, edges[e + 2 + k]);
}

/* A hot loop: every query comes by. */
void domain_open(sat_solver *s) {
    assert_debug(!decision_level(s));
    LOG("sat", "open a domain for %u assumptions", s->assumed.size);
    for (uint32_t i = 0; i < s->domain.members.size; i++)
        set_pair(s, s->domain.members.data[i], OPEN, OUTSIDE);
    vec_reserve(&s->domain.members, s->variables.size + 1);
    growing d = {s->domain.inside.data, s->domain.query, s->domain.members.data, 0};
    for (uint32_t i = 0; i < s->assumed.size; i++) enter(&d, s->assumed.data[i] >> 1);
    for (uint32_t i = 0; i < s->domain.roots.size; i++) enter(&d, s->domain.roots.data[i]);
    for (uint32_t i = 0; i < d.size; i++) {
        const sat_variable *v = &s->variables.data[d.data[i]];
        set_pair(s, d.data[i], OUTSIDE, OPEN);
        enter_needed(&d, s->domain.edges.data, v->edges);
        if (v->clauses && !(v->flags & ATTACHED)) attach(s, d.data[i]);
    }
    s->domain.members.size = d.size;
}

static bool is_stale(const sat_solver *s, uint32_t variable) {
    return s->domain.inside.data[variable] + STALE < s->domain.query;
}

static bool has_stale(const sat_solver *s, uint32_t clause) {
    const uint32_t *l = clause_literals(s, clause);
    for (uint32_t i = 0; i < clause_size(s, clause); i++)
        if (is_stale(s, l[i] >> 1)) return true;
    return false;
}

void domain_detach_stale(sat_solver *s) {
    uint32_t stale = 0;
    if (s->domain.query % STALE) return;
    for (uint32_t v = 1; v < s->variables.size; v++)
        stale += s->variables.data[v].flags & ATTACHED && is_stale(s, v);
    if (stale < STALE_LEAST || stale * 4 < s->domain.attached) return;
    for (uint32_t v = 1; v < s->variables.size; v++)
        if (is_stale(s, v)) s->variables.data[v].flags &= (uint8_t)~ATTACHED;
    s->domain.attached -= stale;
    for (uint32_t i = 0; i < s->clauses.learned.size; i++)
        if (has_stale(s, s->clauses.learned.data[i])) clause_discard(s, s->clauses.learned.data[i]);
    clauses_sweep(s);
}
