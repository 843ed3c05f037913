/* Engines on groups of goals: all that remain first; a group that is not decided in its time is
 * split. */
#include "goal/question.h"

/* Seconds for the first question about a group, on a machine of its own; on a busy one up to ten
 * times as many. */
static double first_slice(const deadcode *d) {
    return d->share >= 0.1 && d->share < 1 ? 2 / d->share : d->share < 0.1 && d->share > 0 ? 20 : 2;
}

typedef vec(struct group {
    bits marks;
    double seconds;
}) groups;

/* ---- groups ---- */

static void push(groups *all, const bits *marks, double seconds) {
    struct group g = {{{0}}, seconds};
    bits_join(&g.marks, marks);
    vec_push(all, g);
}

/* The marks of a group that are still open; false: none. */
static bool still_open(const deadcode *d, bits *marks) {
    for (uint32_t i = 0; i < d->goals.marks.size; i++)
        if (bits_has(marks, i) && d->goals.marks.data[i].state != STATE_OPEN) bits_remove(marks, i);
    return bits_count(marks) > 0;
}

/* Neighbours in the source stay together: they often hang on the same invariant. */
static void split(groups *all, const bits *marks, double seconds) {
    bits half[2] = {0};
    uint32_t n = bits_count(marks), seen = 0;
    for (uint32_t i = 0; seen < n; i++)
        if (bits_has(marks, i)) bits_add(&half[2 * seen++ >= n], i);
    for (int k = 0; k < 2; k++) {
        push(all, &half[k], seconds);
        bits_release(&half[k]);
    }
}

static bool is_at(const program *p, uint32_t mark_) {
    for (loc l = {0}; l.id < p->locations.size; l.id++) {
        const edge_id *in;
        if (program_is_error(p, l) && marked_goal_at(p, l) == mark_ && program_in(p, l, &in))
            return true;
    }
    return false;
}

/* Goals that reductions exclude one by one are proved together, before harder ones can stand in the
 * way. */
static void prove_excluded(deadcode *d, const deadcode_options *o) {
    bits remaining = {0}, excluded = {0};
    question q;
    deadcode_remaining(d, &remaining);
    double left = d->v->limits.deadline ? budget_left(&d->v->limits) : 1e6;
    question_init(&q, d, o, &remaining, left);
    for (uint32_t i = 0; i < d->goals.marks.size; i++)
        if (bits_has(&remaining, i) && !is_at(q.v.reduced, i)) bits_add(&excluded, i);
    question_release(&q);
    if (bits_count(&excluded)) {
        question_init(&q, d, o, &excluded, left);
        question_ask(&q);
        question_conclude(&q);
        question_release(&q);
    }
    bits_release(&remaining);
    bits_release(&excluded);
}

static double most_for(const deadcode_options *o) {
    return o->goal_seconds > 0 ? o->goal_seconds : 1e6;
}

/* Ask about a group for its time; what comes of it goes back into the queue. */
static void work(deadcode *d, const deadcode_options *o, struct group g, groups *later) {
    question q;
    deadcode_tell(d, o, true);
    question_init(&q, d, o, &g.marks, g.seconds);
    question_ask(&q);
    switch (question_conclude(&q)) {
    case CLOSED: break;
    case FOUND: push(later, &g.marks, g.seconds); break;
    case UNDECIDED:
        if (bits_count(&g.marks) > 1) split(later, &g.marks, g.seconds);
        else if (g.seconds < most_for(o) && !budget_over(&d->v->limits))
            push(later, &g.marks, 2 * g.seconds < most_for(o) ? 2 * g.seconds : most_for(o));
        else question_leave_open(&q);
    }
    question_release(&q);
}

static const char *first_limit(const program *p) {
    for (loc l = {0}; l.id < p->locations.size; l.id++)
        if (program_is_limit(p, l))
            return program_text(p, p->properties.data[p->locations.data[l.id].property - 1].name);
    return "a limit of the model";
}

/* Are the limits of the model out of reach? Otherwise nothing can be said of what lies beyond them.
 */
static void prove_limits(deadcode *d, const deadcode_options *o) {
    question q;
    question_init(&q, d, o, &(bits){0},
                  d->v->limits.deadline ? budget_left(&d->v->limits) / 4 : most_for(o));
    question_ask(&q);
    if (question_conclude(&q) == UNDECIDED)
        snprintf(d->obstacle, sizeof d->obstacle, "%s", first_limit(d->marked.base));
    question_release(&q);
}

void deadcode_prove(deadcode *d, const deadcode_options *o) {
    groups now = {0}, later = {0};
    bits remaining = {0};
    if (d->marked.has_limits && !d->obstacle[0]) prove_limits(d, o);
    if (!d->obstacle[0]) prove_excluded(d, o);
    deadcode_search(d, o);
    deadcode_remaining(d, &remaining);
    push(&now, &remaining, first_slice(d) < most_for(o) ? first_slice(d) : most_for(o));
    while (now.size) {
        for (uint32_t i = 0; i < now.size; i++) {
            struct group g = now.data[i];
            if (still_open(d, &g.marks) && !budget_over(&d->v->limits)) work(d, o, g, &later);
            bits_release(&g.marks);
        }
        vec_release(&now);
        now.data = later.data, now.size = later.size, now.capacity = later.capacity;
        later.data = NULL, later.size = later.capacity = 0;
    }
    vec_release(&now);
    bits_release(&remaining);
}
