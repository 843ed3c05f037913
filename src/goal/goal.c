#include "goal/goal.h"

#include <string.h>

const char *const goal_kind_names[GOAL_KINDS] = {"statement", "branch", "condition", "mcdc"};
const char *const goal_outcome_names[GOAL_OUTCOMES] = {
    [OUTCOME_NONE] = "",     [OUTCOME_TRUE] = "true",       [OUTCOME_FALSE] = "false",
    [OUTCOME_CASE] = "case", [OUTCOME_DEFAULT] = "default", [OUTCOME_NO_CASE] = "no case",
};
const char *const goal_state_names[GOAL_STATES] = {"open", "covered", "unreachable", "justified"};

void goals_init(goals *g, enum goal_criterion c) {
    memset(g, 0, sizeof *g);
    g->criterion = c;
    intern_init(&g->names);
}

void goals_release(goals *g) {
    intern_release(&g->names);
    vec_release(&g->items);
    vec_release(&g->marks);
    vec_release(&g->skipped);
    map_release(&g->by_key);
    map_release(&g->by_path);
}

const char *goal_name(const goals *g, uint32_t name) { return intern_text(&g->names, name); }

const char *goal_outcome_of(const goals *g, const goal *x) {
    return x->outcome == OUTCOME_CASE ? goal_name(g, x->label) : goal_outcome_names[x->outcome];
}

const mark *goal_mark_of(const goals *g, const goal *x) {
    const mark *a = &g->marks.data[x->mark],
               *b = x->other == NO_MARK ? a : &g->marks.data[x->other];
    if (a->state == STATE_UNREACHABLE || b->state == STATE_COVERED) return a;
    return b->state == STATE_UNREACHABLE || a->state == STATE_COVERED ? b : a;
}

enum goal_state goal_state_of(const goals *g, const goal *x) {
    enum goal_state s = goal_mark_of(g, x)->state;
    return x->justification && s != STATE_COVERED ? STATE_JUSTIFIED : s;
}

void goals_count(const goals *g, enum goal_kind k, goal_count *out) {
    *out = (goal_count){0};
    for (uint32_t i = 0; i < g->items.size; i++) {
        if (g->items.data[i].kind != k) continue;
        out->total++;
        out->by_state[goal_state_of(g, &g->items.data[i])]++;
    }
}

bool goals_complete(const goals *g) {
    for (uint32_t i = 0; i < g->items.size; i++)
        if (goal_state_of(g, &g->items.data[i]) == STATE_OPEN) return false;
    return true;
}
