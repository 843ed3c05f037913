/* The object: variables, clauses and their owners, answers. */
#include "solver/sat/internal.h"
#include "base/fail.h"

#define LEARNED_LEAST 2000u

sat_solver *sat_new(void) {
    sat_solver *s = mem_zero(sizeof *s);
    s->order.increment = 1;
    s->clauses.learned_most = LEARNED_LEAST;
    vec_push(&s->clauses.arena, 0); /* no clause is NO_CLAUSE */
    vec_push(&s->domain.edges, 0);
    sat_cover(s, 0);
    return s;
}

void sat_delete(sat_solver *s) {
    if (!s) return;
    vec_release_each(&s->watches, vec_release);
    vec_release(&s->clauses.arena);
    vec_release(&s->clauses.originals);
    vec_release(&s->clauses.learned);
    vec_release(&s->variables);
    vec_release(&s->order.activity);
    vec_release(&s->value);
    vec_release(&s->domain.edges);
    vec_release(&s->domain.inside);
    vec_release(&s->justify.relevant);
    vec_release(&s->justify.marks);
    vec_release(&s->proof.units);
    vec_release(&s->proof.zeros);
    vec_release(&s->trail);
    vec_release(&s->control);
    vec_release(&s->domain.roots);
    vec_release(&s->domain.members);
    vec_release(&s->assumed);
    vec_release(&s->analysis.clause);
    vec_release(&s->analysis.marked);
    vec_release(&s->analysis.stack);
    vec_release(&s->analysis.stamps);
    heap_release(&s->order.heap);
    mem_free(s);
}

void sat_cover(sat_solver *s, uint32_t variable) {
    uint32_t had = s->variables.size;
    if (variable < had) return;
    vec_resize(&s->variables, variable + 1);
    vec_resize(&s->order.activity, variable + 1);
    vec_resize(&s->domain.inside, variable + 1);
    vec_reserve(&s->trail, variable + 1);
    vec_resize(&s->watches, 2 * variable + 2);
    vec_resize(&s->value, 2 * variable + 2);
    memset(s->value.data + 2 * had, OUTSIDE, 2 * (variable + 1 - had));
}

void sat_guard(sat_solver *s, int variable) {
    assert_debug(variable > 0);
    sat_cover(s, (uint32_t)variable);
    s->variables.data[variable].flags |= MAY_GUARD;
}

void sat_root(sat_solver *s, int variable) {
    assert_debug(variable > 0);
    sat_cover(s, (uint32_t)variable);
    sat_variable *v = &s->variables.data[variable];
    if (v->flags & ROOT) return;
    v->flags |= ROOT;
    vec_push(&s->domain.roots, (uint32_t)variable);
}

/* A gate is told of in two batches at most, one for each direction; a guard in as many as there are
 * clauses, and of those only the last two are searched. */
static bool depends(const sat_solver *s, uint32_t edges, uint32_t on) {
    for (uint32_t e = edges, batches = 0; e && batches < 2;
         e = s->domain.edges.data[e + 1], batches++)
        for (uint32_t i = 0; i < s->domain.edges.data[e]; i++)
            if (s->domain.edges.data[e + 2 + i] == on) return true;
    return false;
}

void sat_depend(sat_solver *s, int variable, int on) {
    assert_debug(variable > 0 && on > 0);
    sat_cover(s, (uint32_t)(variable > on ? variable : on));
    sat_variable *v = &s->variables.data[variable];
    u32_vec *e = &s->domain.edges;
    if (depends(s, v->edges, (uint32_t)on)) return;
    if (!v->edges || v->edges + e->data[v->edges] + 2 != e->size) {
        vec_append(e, ((uint32_t[]){0, v->edges}), 2);
        v->edges = e->size - 2;
    }
    vec_push(e, (uint32_t)on);
    e->data[v->edges]++;
}

/* ---- adding clauses ---- */

/* The clause without repetitions in s->analysis.clause; false where it is a tautology. */
static bool normalize(sat_solver *s, uint32_t n, const int *literals) {
    vec_clear(&s->analysis.clause);
    s->analysis.stamp++;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t l = sat_literal(literals[i]);
        sat_cover(s, l >> 1);
        if (l >= s->analysis.stamps.size) vec_resize(&s->analysis.stamps, 2 * s->variables.size);
        if (s->analysis.stamps.data[l ^ 1] == s->analysis.stamp) return false;
        if (s->analysis.stamps.data[l] == s->analysis.stamp) continue;
        s->analysis.stamps.data[l] = s->analysis.stamp;
        vec_push(&s->analysis.clause, l);
    }
    return true;
}

/* A variable that makes the clause true by being false, and that nothing else speaks of; rather one
 * that has clauses already. 0: none. */
static uint32_t find_guard(const sat_solver *s) {
    uint32_t found = 0;
    for (uint32_t i = 0; i < s->analysis.clause.size; i++) {
        const sat_variable *v = variable_of(s, s->analysis.clause.data[i]);
        if (!(s->analysis.clause.data[i] & 1) || (v->flags & (MAY_GUARD | USED)) != MAY_GUARD)
            continue;
        if (v->clauses) return s->analysis.clause.data[i] >> 1;
        if (!found) found = s->analysis.clause.data[i] >> 1;
    }
    return found;
}

static void note_uses(sat_solver *s, uint32_t owner, bool definition) {
    for (uint32_t i = 0; i < s->analysis.clause.size; i++) {
        uint32_t l = s->analysis.clause.data[i];
        if (l >> 1 == owner) continue;
        if (definition || !(l & 1)) variable_of(s, l)->flags |= USED;
        if (!owner) sat_root(s, (int)(l >> 1));
        else if (!definition) sat_depend(s, (int)owner, (int)(l >> 1));
    }
}

void sat_clause(sat_solver *s, int owner, uint32_t n, const int *literals) {
    assert_debug(owner >= 0);
    trail_backtrack(s, 0);
    s->answered = false;
    s->proof.added++;
    if (!normalize(s, n, literals)) return;
    uint32_t of = owner ? (uint32_t)owner : n > 1 ? find_guard(s) : 0;
    sat_cover(s, of);
    note_uses(s, of, owner != 0);
    uint32_t c = clause_new(s, s->analysis.clause.size, s->analysis.clause.data, 0);
    vec_push(&s->clauses.originals, c);
    sat_variable *v = &s->variables.data[of];
    s->clauses.arena.data[c + CLAUSE_OWNER] = of;
    s->clauses.arena.data[c + CLAUSE_NEXT] = v->clauses;
    if (of) v->clauses = c;
    else s->clauses.arena.data[c + CLAUSE_NUMBER] = s->proof.added;
    if (!of || v->flags & ATTACHED) clause_attach(s, c);
}

/* ---- answers ---- */

bool sat_relevant(const sat_solver *s, int variable) {
    assert_debug(variable > 0);
    return (uint32_t)variable < s->variables.size && s->variables.data[variable].flags & RELEVANT;
}

bool sat_value(const sat_solver *s, int variable) {
    require(s->answered, "a value is there after a model was found only");
    return sat_relevant(s, variable) && s->value.data[2 * variable] > 0;
}

bool sat_failed(const sat_solver *s, int literal) {
    assert_debug(literal);
    return variable_of(s, sat_literal(literal))->flags & FAILED;
}

bool sat_original(const sat_solver *s, uint32_t i, uint32_t *n, const uint32_t **literals) {
    if (i >= s->clauses.originals.size) return false;
    *n = clause_size(s, s->clauses.originals.data[i]);
    *literals = clause_literals(s, s->clauses.originals.data[i]);
    return true;
}
