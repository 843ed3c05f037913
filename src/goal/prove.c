/* Engines on the goals that are left.
 *
 * Easy goals first: each alone, for a fraction of a CPU second, so that no hard one keeps it
 * waiting, and at first with what is near to it alone (cone.h), so that the size of the program
 * does not matter; what its proof excludes beyond it is found at once (spread.c). Then again with
 * more time for each, until the time for one goal or for all is used up. Nothing is asked twice
 * with the same effort. */
#include "goal/question.h"

/* CPU seconds of each engine for a goal alone, the first time; four times as much each time after.
 */
static const double first_turn = 0.25, growth = 4;
static const double all_turn = 1; /* for all goals at once */
/* By the clock: a machine that is busy with others gives us a small part of a processor. */
static const double clock_to_cpu = 20;
/* Engines whose answers come at once, if they come: for the first time. */
static const char quick[] = "bmc,icpic3,ai,ic3cfa,kinduction";
/* Those that prove, for questions about what is near a goal, and how many variables that is. */
static const char provers[] = "icpic3,ai,ic3cfa,kinduction";
static const uint32_t nearness[] = {16, 80};

static bool is_at(const program *p, uint32_t mark_id) {
    for (loc l = {0}; l.id < p->locations.size; l.id++) {
        const edge_id *in;
        if (program_is_error(p, l) && marked_goal_at(p, l) == mark_id && program_in(p, l, &in))
            return true;
    }
    return false;
}

bool deadcode_over(const deadcode *d, const deadcode_options *o) {
    return budget_over(&d->v->limits) ||
           (o->cpu_seconds > 0 && clock_cpu_all() - d->cpu_start > o->cpu_seconds);
}

static double clock_left(const deadcode *d) {
    return d->v->limits.deadline ? budget_left(&d->v->limits) : 1e6;
}

/* ---- one question ---- */

/* Goals that reductions exclude one by one are proved together, before harder ones can stand in the
 * way. */
static void prove_excluded(deadcode *d, const deadcode_options *o) {
    bits remaining = {0}, excluded = {0};
    question q;
    deadcode_remaining(d, &remaining);
    question_init(&q, d, o, &remaining, 0, clock_left(d));
    for (uint32_t i = 0; i < d->goals.marks.size; i++)
        if (bits_has(&remaining, i) && !is_at(q.v.reduced, i)) bits_add(&excluded, i);
    question_release(&q);
    if (bits_count(&excluded)) {
        question_init(&q, d, o, &excluded, 0, clock_left(d));
        question_ask(&q);
        question_conclude(&q);
        question_release(&q);
    }
    bits_release(&remaining);
    bits_release(&excluded);
}

/* Ask about these marks, each engine for so many CPU seconds. */
static enum outcome ask(deadcode *d, const deadcode_options *o, const bits *marks, double turn,
                        bool leave) {
    question q;
    deadcode_tell(d, o, true);
    double clock = turn * clock_to_cpu + 5;
    question_init(&q, d, o, marks, 0, clock < clock_left(d) ? clock : clock_left(d));
    q.turn = turn;
    q.team = turn <= all_turn ? quick : NULL;
    question_ask(&q);
    enum outcome came = question_conclude(&q);
    if (came == CLOSED && !o->engine_only) question_spread(&q);
    if (came == UNDECIDED && leave) question_leave_open(&q);
    question_release(&q);
    return came;
}

/* Is there a proof that needs no more than what is near? */
static void ask_near(deadcode *d, const deadcode_options *o, const bits *only, uint32_t near) {
    question q;
    double clock = first_turn * clock_to_cpu + 5;
    deadcode_tell(d, o, true);
    question_init(&q, d, o, only, near, clock < clock_left(d) ? clock : clock_left(d));
    q.turn = first_turn;
    q.team = provers;
    if (!q.whole) {
        question_ask(&q);
        if (question_conclude(&q) == CLOSED) question_spread(&q);
    }
    question_release(&q);
}

static bool is_open(const deadcode *d, uint32_t mark_id) {
    return d->goals.marks.data[mark_id].state == STATE_OPEN &&
           bits_has(&d->marked.present, mark_id);
}

/* ---- in which order ---- */

/* Branches first: with a dead one its body and its conditions are dead. */
static void order(const deadcode *d, u32_vec *out) {
    static const enum goal_kind kinds[] = {GOAL_BRANCH, GOAL_CONDITION, GOAL_MCDC, GOAL_STATEMENT};
    for (int k = 0; k < 4; k++)
        for (uint32_t i = 0; i < d->goals.items.size; i++) {
            const goal *g = &d->goals.items.data[i];
            if (g->kind != kinds[k]) continue;
            if (is_open(d, g->mark)) vec_push(out, g->mark);
            if (g->other != NO_MARK && is_open(d, g->other)) vec_push(out, g->other);
        }
}

/* Branches alone, and conditions of decisions that have none open: if a branch cannot be proved
 * dead with some effort, neither can its conditions and its body. */
static void order_first(const deadcode *d, u32_vec *out) {
    map open = {0};
    if (d->goals.criterion == CRITERION_STATEMENT) order(d, out);
    for (uint32_t i = 0; i < d->goals.items.size; i++) {
        const goal *g = &d->goals.items.data[i];
        if (g->kind != GOAL_BRANCH || !is_open(d, g->mark)) continue;
        map_set(&open, g->decision, 1);
        vec_push(out, g->mark);
    }
    for (uint32_t i = 0; i < d->goals.items.size; i++) {
        const goal *g = &d->goals.items.data[i];
        if (g->kind == GOAL_BRANCH || g->kind == GOAL_STATEMENT ||
            map_get(&open, g->decision, NULL))
            continue;
        if (is_open(d, g->mark)) vec_push(out, g->mark);
        if (g->other != NO_MARK && is_open(d, g->other)) vec_push(out, g->other);
    }
    map_release(&open);
}

static void ask_each(deadcode *d, const deadcode_options *o, double turn, bool last) {
    u32_vec marks = {0};
    if (turn <= first_turn && !last) order_first(d, &marks);
    else order(d, &marks);
    for (uint32_t i = 0; i < marks.size && !deadcode_over(d, o); i++) {
        bits only = {0};
        bits_add(&only, marks.data[i]);
        while (is_open(d, marks.data[i]) && !deadcode_over(d, o) &&
               ask(d, o, &only, turn, last) == FOUND) {}
        bits_release(&only);
    }
    vec_release(&marks);
}

static void ask_each_near(deadcode *d, const deadcode_options *o, uint32_t near) {
    u32_vec marks = {0};
    order_first(d, &marks);
    for (uint32_t i = 0; i < marks.size && !deadcode_over(d, o); i++) {
        bits only = {0};
        bits_add(&only, marks.data[i]);
        if (is_open(d, marks.data[i])) ask_near(d, o, &only, near);
        bits_release(&only);
    }
    vec_release(&marks);
}

/* All at once, as long as that finds runs: often one invariant excludes all that is left. */
static void ask_together(deadcode *d, const deadcode_options *o) {
    bits remaining = {0};
    enum outcome came = FOUND;
    for (deadcode_remaining(d, &remaining);
         came == FOUND && bits_count(&remaining) && !deadcode_over(d, o);
         deadcode_remaining(d, &remaining))
        came = ask(d, o, &remaining, all_turn, false);
    bits_release(&remaining);
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
    question_init(&q, d, o, &(bits){0}, 0,
                  d->v->limits.deadline ? budget_left(&d->v->limits) / 4 : 60);
    question_ask(&q);
    if (question_conclude(&q) == UNDECIDED)
        snprintf(d->obstacle, sizeof d->obstacle, "%s", first_limit(d->marked.base));
    question_release(&q);
}

void deadcode_prove(deadcode *d, const deadcode_options *o) {
    double most = o->goal_seconds > 0 ? o->goal_seconds : 1e6;
    if (d->marked.has_limits && !d->obstacle[0]) prove_limits(d, o);
    if (o->engine_only) {
        ask_each(d, o, most, true);
        return;
    }
    if (!d->obstacle[0]) prove_excluded(d, o);
    deadcode_search(d, o);
    for (uint32_t i = 0; i < sizeof nearness / sizeof *nearness && !d->obstacle[0]; i++)
        ask_each_near(d, o, nearness[i]);
    ask_together(d, o);
    for (double turn = first_turn; deadcode_is_open(d) && !deadcode_over(d, o); turn *= growth) {
        bool last = turn >= most;
        ask_each(d, o, last ? most : turn, last);
        if (last) break;
        if (!deadcode_over(d, o)) deadcode_explore(d, o, 2 * turn);
    }
}
