/* Decisions. First a query is justified (justify.c), then, after some conflicts, the open variable
 * of the domain that conflicts met most lately comes before that, in its last phase. */
#include "solver/sat/internal.h"

#define DECAY (1 / 0.95)
#define RESCALE 1e100

static void order(sat_solver *s) {
    vec_clear(&s->stack);
    for (uint32_t i = 0; i < s->domain.size; i++) {
        uint32_t v = s->domain.data[i];
        if (s->activity.data[v] > s->increment * NEGLIGIBLE && s->value.data[2 * v] == OPEN)
            vec_push(&s->stack, v);
    }
    heap_clear(&s->order);
    heap_fill(&s->order, s->activity.data, s->stack.size, s->stack.data);
    s->ordered = true;
}

/* 0: conflicts met none that is open. */
static uint32_t most_active(sat_solver *s) {
    if (s->stats.conflicts < s->ordered_at) return 0;
    if (!s->ordered) order(s);
    while (s->order.items.size) {
        uint32_t v = heap_take(&s->order, s->activity.data);
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
    if ((s->activity.data[variable] += s->increment) > RESCALE) {
        for (uint32_t i = 0; i < s->activity.size; i++) s->activity.data[i] /= RESCALE;
        s->increment /= RESCALE;
    }
    if (!s->ordered) return;
    if (heap_has(&s->order, variable)) heap_rise(&s->order, s->activity.data, variable);
}

void bump_decay(sat_solver *s) { s->increment *= DECAY; }
