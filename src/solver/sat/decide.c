/* Decisions. First a query is justified (justify.c), then, after some conflicts, the open variable
 * of the domain that conflicts met most lately comes before that, in its last phase. */
#include "solver/sat/internal.h"

#define DECAY (1 / 0.95)
#define RESCALE 1e100

static void order(sat_solver *s) {
    vec_clear(&s->analysis.stack);
    for (uint32_t i = 0; i < s->domain.members.size; i++) {
        uint32_t v = s->domain.members.data[i];
        if (s->order.activity.data[v] > s->order.increment * NEGLIGIBLE &&
            s->value.data[2 * v] == OPEN)
            vec_push(&s->analysis.stack, v);
    }
    heap_clear(&s->order.heap);
    heap_fill(&s->order.heap, s->order.activity.data, s->analysis.stack.size,
              s->analysis.stack.data);
    s->order.ordered = true;
}

/* 0: conflicts met none that is open. */
static uint32_t most_active(sat_solver *s) {
    if (s->stats.conflicts < s->order.ordered_at) return 0;
    if (!s->order.ordered) order(s);
    while (s->order.heap.items.size) {
        uint32_t v = heap_take(&s->order.heap, s->order.activity.data);
        if (s->value.data[2 * v] == OPEN) return 2 * v + !s->variables.data[v].phase;
    }
    return 0;
}

bool decide_next(sat_solver *s) {
    uint32_t l = most_active(s);
    if (!l) l = justify_next(s);
    if (!l) return false;
    trail_level(s);
    trail_assign(s, l, NO_CLAUSE);
    return true;
}

void bump_variable(sat_solver *s, uint32_t variable) {
    assert_debug(variable < s->variables.size);
    if ((s->order.activity.data[variable] += s->order.increment) > RESCALE) {
        for (uint32_t i = 0; i < s->order.activity.size; i++) s->order.activity.data[i] /= RESCALE;
        s->order.increment /= RESCALE;
    }
    if (!s->order.ordered) return;
    if (heap_has(&s->order.heap, variable))
        heap_rise(&s->order.heap, s->order.activity.data, variable);
}

void bump_decay(sat_solver *s) { s->order.increment *= DECAY; }
