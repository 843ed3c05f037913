/* The trail: assignments in order, propagation through watched literals, backtracking. */
#include "solver/sat/internal.h"

void trail_level(sat_solver *s) {
    vec_push(&s->control, s->trail.size);
    vec_append(&s->justify.marks, ((uint32_t[]){s->justify.relevant.size, s->justify.justified}),
               2);
}

static void order_again(sat_solver *s, uint32_t end) {
    for (uint32_t i = s->trail.size; i-- > end;) {
        uint32_t v = s->trail.data[i] >> 1;
        if (s->order.activity.data[v] > s->order.increment * NEGLIGIBLE)
            heap_insert(&s->order.heap, s->order.activity.data, v);
    }
}

static void unassign(sat_solver *s, uint32_t end) {
    const uint32_t *trail = s->trail.data;
    int8_t *value = s->value.data;
    sat_variable *variables = s->variables.data;
    for (uint32_t i = end, n = s->trail.size; i < n; i++) {
        uint32_t l = trail[i];
        value[l] = value[l ^ 1] = OPEN;
        variables[l >> 1].phase = !(l & 1);
    }
}

void trail_backtrack(sat_solver *s, uint32_t level) {
    if (decision_level(s) <= level) return;
    uint32_t end = s->control.data[level];
    if (s->order.ordered) order_again(s, end);
    unassign(s, end);
    while (s->justify.relevant.size > s->justify.marks.data[2 * level])
        s->variables.data[vec_pop(&s->justify.relevant)].flags &= (uint8_t)~RELEVANT;
    s->justify.justified = s->justify.marks.data[2 * level + 1];
    s->justify.resume = 0;
    s->justify.marks.size = 2 * level;
    s->trail.size = end;
    s->control.size = level;
    s->head = end;
}

/* Another literal to watch than the false one; false where all are. */
static inline bool watch_another(sat_solver *s, uint32_t clause, uint32_t gone, uint32_t other) {
    uint32_t *l = clause_literals(s, clause), n = clause_size(s, clause);
    for (uint32_t k = 2; k < n; k++) {
        if (s->value.data[l[k]] < 0) continue;
        l[0] = other, l[1] = l[k], l[k] = gone;
        vec_push(&s->watches.data[l[1]], ((sat_watch){clause, other}));
        return true;
    }
    return false;
}

/* Visit the watches of a literal that became false. The hot loop; `whole` treats variables outside
 * of the domain as open. */
__attribute__((always_inline)) static inline uint32_t visit(sat_solver *s, uint32_t gone,
                                                            bool whole) {
    sat_watches *list = &s->watches.data[gone];
    const int8_t *value = s->value.data;
    const int8_t satisfied = whole ? OUTSIDE : OPEN;
    sat_watch *from = list->data, *to = from, *end = from + list->size;
    uint32_t conflict = NO_CLAUSE;
#define IS_SATISFIED(v) ((v) > OPEN && (v) != satisfied)
    s->stats.visits += list->size;
    while (from != end) {
        sat_watch w = *to++ = *from++;
        int8_t v = value[w.blocker];
        if (IS_SATISFIED(v)) continue;
        uint32_t clause = w.clause & ~BINARY, other = w.blocker;
        if (!(w.clause & BINARY)) {
            const uint32_t *l = clause_literals(s, clause);
            other = l[0] ^ l[1] ^ gone;
            v = value[other];
            to[-1].blocker = other;
            if (IS_SATISFIED(v)) continue;
            if (watch_another(s, clause, gone, other)) {
                to--;
                continue;
            }
        }
        if (v < 0) {
            conflict = clause;
            break;
        }
        trail_assign(s, other, clause);
    }
#undef IS_SATISFIED
    while (from != end) *to++ = *from++;
    list->size = (uint32_t)(to - list->data);
    return conflict;
}

uint32_t trail_propagate(sat_solver *s) {
    uint32_t conflict = NO_CLAUSE;
    while (!conflict && s->head < s->trail.size) {
        conflict = visit(s, s->trail.data[s->head++] ^ 1, false);
    }
    return conflict;
}

bool trail_settle(sat_solver *s) {
    assert_debug(!decision_level(s));
    while (!s->broken && s->settled < s->trail.size) {
        uint32_t conflict = visit(s, s->trail.data[s->settled++] ^ 1, true);
        if (conflict) sat_break(s, conflict);
    }
    s->head = s->settled;
    return !s->broken;
}
