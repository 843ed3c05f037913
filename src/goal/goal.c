#include "goal/goal.h"

#include <string.h>

const char *const goal_kind_names[GOAL_KINDS] = {"statement", "branch", "condition", "mcdc"};
const char *const goal_outcome_names[GOAL_OUTCOMES] = {
    [OUTCOME_NONE] = "",     [OUTCOME_TRUE] = "true",       [OUTCOME_FALSE] = "false",
    [OUTCOME_CASE] = "case", [OUTCOME_DEFAULT] = "default", [OUTCOME_NO_CASE] = "no case",
};
const char *const goal_state_names[GOAL_STATES] = {"open", "covered", "unreachable", "justified"};

const char *const goal_mcdc_names[2] = {"masking", "unique-cause"};

void goals_init(goals *g, enum goal_criterion c, enum goal_mcdc m) {
    memset(g, 0, sizeof *g);
    g->criterion = c;
    g->mcdc = m;
    intern_init(&g->names);
}

void goals_release(goals *g) {
    intern_release(&g->names);
    vec_release(&g->items);
    vec_release(&g->marks);
    vec_release(&g->pairs);
    vec_release(&g->skipped);
    map_release(&g->by_key);
    map_release(&g->by_path);
}

const char *goal_name(const goals *g, uint32_t name) {
    assert_debug(name < g->names.text.size);
    return intern_text(&g->names, name);
}

const char *goal_outcome_of(const goals *g, const goal *x) {
    return x->outcome == OUTCOME_CASE ? goal_name(g, x->label) : goal_outcome_names[x->outcome];
}

const char *goal_criterion_of(const goals *g) {
    bool unique = g->criterion == CRITERION_MCDC && g->mcdc == MCDC_UNIQUE_CAUSE;
    return unique ? "mcdc by unique cause" : goal_kind_names[g->criterion];
}

static enum goal_state state_of_pair(const goals *g, goal_pair p) {
    enum goal_state a = g->marks.data[p.yes].state, b = g->marks.data[p.no].state;
    if (a == STATE_UNREACHABLE || b == STATE_UNREACHABLE) return STATE_UNREACHABLE;
    return a == STATE_COVERED && b == STATE_COVERED ? STATE_COVERED : STATE_OPEN;
}

goal_pair goal_pair_of(const goals *g, const goal *x) {
    goal_pair best = {x->mark, x->other == NO_MARK ? x->mark : x->other};
    if (x->pairs) best = g->pairs.data[x->first_pair];
    for (uint32_t i = 0; i < x->pairs; i++) {
        goal_pair p = g->pairs.data[x->first_pair + i];
        enum goal_state s = state_of_pair(g, p);
        if (s == STATE_COVERED) return p;
        if (s == STATE_OPEN && state_of_pair(g, best) != STATE_OPEN) best = p;
    }
    return best;
}

const mark *goal_mark_of(const goals *g, const goal *x) {
    goal_pair p = goal_pair_of(g, x);
    const mark *a = &g->marks.data[p.yes], *b = &g->marks.data[p.no];
    if (a->state == STATE_UNREACHABLE || b->state == STATE_COVERED) return a;
    return b->state == STATE_UNREACHABLE || a->state == STATE_COVERED ? b : a;
}

void goal_marks(const goals *g, const goal *x, bits *out) {
    bits_add(out, x->mark);
    if (x->other != NO_MARK) bits_add(out, x->other);
    for (uint32_t i = 0; i < x->pairs; i++) {
        bits_add(out, g->pairs.data[x->first_pair + i].yes);
        bits_add(out, g->pairs.data[x->first_pair + i].no);
    }
}

static void add_needed(const goals *g, goal_pair p, bits *out) {
    if (state_of_pair(g, p) != STATE_OPEN) return;
    bits_add(out, p.yes);
    bits_add(out, p.no);
}

void goals_needed(const goals *g, bits *out) {
    for (uint32_t i = 0; i < g->items.size; i++) {
        const goal *x = &g->items.data[i];
        if (goal_mark_of(g, x)->state != STATE_OPEN) continue;
        if (!x->pairs) add_needed(g, goal_pair_of(g, x), out);
        for (uint32_t k = 0; k < x->pairs; k++)
            add_needed(g, g->pairs.data[x->first_pair + k], out);
    }
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
