/* Clauses: the arena, watches, garbage. */
#include "base/log.h"
#include "solver/sat/internal.h"

uint32_t clause_new(sat_solver *s, uint32_t n, const uint32_t *literals, uint32_t flags) {
    assert_debug(!(flags & GARBAGE));
    uint32_t c = s->clauses.arena.size;
    vec_append(&s->clauses.arena, ((uint32_t[CLAUSE_HEADER]){n, flags}), CLAUSE_HEADER);
    vec_append(&s->clauses.arena, literals, n);
    return c;
}

void clause_watch(sat_solver *s, uint32_t clause) {
    assert_debug(clause != NO_CLAUSE);
    assert_debug(clause_size(s, clause) >= 2);
    const uint32_t *l = clause_literals(s, clause);
    uint32_t w = clause | (clause_size(s, clause) == 2 ? BINARY : 0);
    vec_push(&s->watches.data[l[0]], ((sat_watch){w, l[1]}));
    vec_push(&s->watches.data[l[1]], ((sat_watch){w, l[0]}));
}

/* Literals that are false for good go to the end; a clause of one other literal asserts it. */
void clause_attach(sat_solver *s, uint32_t clause) {
    assert_debug(clause != NO_CLAUSE && clause < s->clauses.arena.size);
    assert_debug(!decision_level(s));
    uint32_t *l = clause_literals(s, clause), n = clause_size(s, clause), open = 0;
    for (uint32_t i = 0; i < n && open < 2; i++) {
        if (s->value.data[l[i]] < 0) continue;
        uint32_t x = l[i];
        l[i] = l[open];
        l[open++] = x;
    }
    if (!open) sat_break(s, clause);
    else if (open == 1 && s->value.data[l[0]] != TRUE_) trail_assign(s, l[0], clause);
    if (n > 1) clause_watch(s, clause);
}

void clause_discard(sat_solver *s, uint32_t clause) {
    assert_debug(clause != NO_CLAUSE && clause < s->clauses.arena.size);
    LOG("sat", "discard clause %u", clause);
    s->clauses.arena.data[clause + CLAUSE_FLAGS] |= GARBAGE;
    s->clauses.wasted += CLAUSE_HEADER + clause_size(s, clause);
}

static bool is_watched(const sat_solver *s, uint32_t clause) {
    uint32_t flags = s->clauses.arena.data[clause + CLAUSE_FLAGS],
             owner = s->clauses.arena.data[clause + CLAUSE_OWNER];
    if (flags & GARBAGE) return false;
    return flags & LEARNED || !owner || s->variables.data[owner].flags & ATTACHED;
}

void clauses_sweep(sat_solver *s) {
    for (uint32_t i = 0; i < s->watches.size; i++) {
        sat_watches *w = &s->watches.data[i];
        uint32_t kept = 0;
        for (uint32_t k = 0; k < w->size; k++)
            if (is_watched(s, w->data[k].clause & ~BINARY)) w->data[kept++] = w->data[k];
        w->size = kept;
    }
    uint32_t kept = 0;
    for (uint32_t i = 0; i < s->clauses.learned.size; i++)
        if (is_watched(s, s->clauses.learned.data[i]))
            s->clauses.learned.data[kept++] = s->clauses.learned.data[i];
    s->clauses.learned.size = kept;
    if (s->clauses.wasted * 2 > s->clauses.arena.size) clauses_compact(s);
}

/* Copy what is alive, in order; the old place of a clause then says where the new one is. */
static u32_vec copy_alive(sat_solver *s) {
    u32_vec to = {0};
    vec_push(&to, 0);
    uint32_t *a = s->clauses.arena.data;
    for (uint32_t c = 1; c < s->clauses.arena.size; c += CLAUSE_HEADER + a[c + CLAUSE_SIZE]) {
        if (a[c + CLAUSE_FLAGS] & GARBAGE) continue;
        uint32_t at = to.size;
        vec_append(&to, a + c, CLAUSE_HEADER + a[c + CLAUSE_SIZE]);
        a[c + CLAUSE_FLAGS] = at;
    }
    return to;
}

static void move(const uint32_t *old, uint32_t *clause) {
    if (*clause) *clause = old[*clause + CLAUSE_FLAGS];
}

void clauses_compact(sat_solver *s) {
    assert_debug(!decision_level(s));
    LOG("sat", "compact, %u words wasted", s->clauses.wasted);
    u32_vec to = copy_alive(s);
    const uint32_t *old = s->clauses.arena.data;
    for (uint32_t i = 0; i < s->clauses.originals.size; i++) {
        move(old, &s->clauses.originals.data[i]);
        move(old, &to.data[s->clauses.originals.data[i] + CLAUSE_NEXT]);
    }
    for (uint32_t i = 0; i < s->clauses.learned.size; i++) move(old, &s->clauses.learned.data[i]);
    for (uint32_t i = 0; i < s->variables.size; i++) move(old, &s->variables.data[i].clauses);
    for (uint32_t i = 0; i < s->trail.size; i++)
        variable_of(s, s->trail.data[i])->reason = NO_CLAUSE;
    for (uint32_t i = 0; i < s->watches.size; i++)
        for (uint32_t k = 0; k < s->watches.data[i].size; k++) {
            uint32_t *w = &s->watches.data[i].data[k].clause, flag = *w & BINARY;
            *w = old[(*w & ~BINARY) + CLAUSE_FLAGS] | flag;
        }
    vec_release(&s->clauses.arena);
    s->clauses.arena.data = to.data, s->clauses.arena.size = to.size,
    s->clauses.arena.capacity = to.capacity;
    s->clauses.wasted = 0;
}
