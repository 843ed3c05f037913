/* Engines on the goals that are left.
 *
 * Easy goals first: each alone, for a fraction of a CPU second, so that no hard one keeps it
 * waiting, and at first with what is near to it alone (cone.h), so that the size of the program
 * does not matter; what its proof excludes beyond it is found at once (spread.c). Then again with
 * more time for each, until the time for one goal or for all is used up. A mark that several goals
 * share is asked about once, and no question is put twice with the same effort. */
#include "engine/portfolio/engines.h"
#include "base/log.h"
#include "goal/leap.h"
#include "goal/question.h"
#include "goal/state_bounds.h"

/* CPU seconds of each engine for a goal only, the first time; four times as much each time after.
 */
static const double first_turn = 0.25, growth = 4;
static const double all_turn = 0.5;  /* for all goals at once */
static const double quick_turns = 1; /* with more, all engines are asked */
/* Most of what is open after the first questions lies deep: runs. */
static const double second_exploration = 4;
/* Wall time: a machine that is busy with others gives us a small part of a processor. */
static const double clock_to_cpu = 20;
/* How many variables are near a goal: more where fewer allow a run. 0: all that it depends on. */
static const uint32_t nearness[] = {5, 16, 32, 80, 0};
enum {
    SIZES = sizeof nearness / sizeof *nearness,
    LITTLE = 3, /* so many of them are small */
    MANY = 24   /* goals: fewer are proved together at once */
};
/* Who is asked about what is near, and where that is everything. */
typedef struct {
    enum team_id near, whole;
    double turn; /* CPU seconds of each */
    bool alone;  /* a question of its own kind: others of the same effort are asked anyway */
} near_team;
static const near_team at_a_glance = {TEAM_BOXES, TEAM_GLANCE, 0.1, false};
static const near_team all_provers = {TEAM_PROVERS, TEAM_QUICK, first_turn, false};
/* Filters of second order, and floats on a grid: they need more time than others, and give up at
 * once where there are none. */
static const near_team for_filters = {TEAM_FILTERS, TEAM_FILTERS, 8, true};
/* They give up where there are many paths, and a filter clamps its input: what is nearest only
 * comes first. */
static const uint32_t near_a_filter = 6;
/* Of what is left of the time, wall and CPU. */
static const double filter_share = 0.2, excluded_share = 0.4, bounds_share = 0.2;

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

budget deadcode_limits(const deadcode *d, const deadcode_options *o) {
    if (o->cpu_seconds <= 0) return d->v->limits;
    return budget_effort(d->v->limits, o->cpu_seconds - (clock_cpu_all() - d->cpu_start));
}

static double clock_left(const deadcode *d) {
    return d->v->limits.deadline ? budget_left(&d->v->limits) : 1e6;
}

/* How long a question may take in wall time: what checks its answer takes longer on a machine that
 * is busy with others. */
static double question_clock(const deadcode *d, double turn) {
    static const double for_checks = 5, slowest = 10;
    double cpu = clock_cpu_all() - d->cpu_start, slow = 1;
    if (cpu > 0) slow = (clock_now() - d->wall_start) / cpu;
    slow = slow < 1 ? 1 : slow > slowest ? slowest : slow;
    double clock = turn * clock_to_cpu + for_checks * slow;
    return clock < clock_left(d) ? clock : clock_left(d);
}

/* ---- one question ---- */

/* Ask about these marks, each engine of the team (NULL: all) for so many CPU seconds. */
static enum outcome ask(deadcode *d, const deadcode_options *o, const bits *marks, double turn,
                        const engine_team *team, bool leave) {
    question q;
    deadcode_tell(d, o, true);
    question_init(&q, d, o, marks, 0, true, question_clock(d, turn));
    q.turn = turn;
    q.team = team;
    question_ask(&q);
    enum outcome came = question_conclude(&q);
    if (came == CLOSED && !o->engine_only) question_spread(&q);
    if (came == UNDECIDED && leave) question_leave_open(&q);
    question_release(&q);
    return came;
}

/* Is there a proof that needs no more than what is near? Where that is all that the goal depends
 * on, a run is an answer, too. */
static enum outcome ask_near(deadcode *d, const deadcode_options *o, uint32_t mark_id,
                             uint32_t near, const near_team *team) {
    question q;
    bits only = {0};
    enum outcome came = UNDECIDED;
    double *effort = &d->effort.data[mark_id].whole;
    deadcode_tell(d, o, true);
    bits_add(&only, mark_id);
    question_init(&q, d, o, &only, near, true, question_clock(d, team->turn));
    q.turn = team->turn;
    enum team_id some = near == nearness[0] && !team->alone ? TEAM_LOCAL : team->near;
    q.team = &engine_teams[q.whole ? team->whole : some];
    if (!q.whole || team->alone || *effort < team->turn) {
        question_ask(&q);
        came = question_conclude(&q);
        if (came == CLOSED) question_spread(&q);
        if (q.whole && !team->alone) *effort = team->turn;
    }
    question_release(&q);
    bits_release(&only);
    return came;
}

static bool is_open(const deadcode *d, uint32_t mark_id) {
    bits remaining = {0};
    deadcode_remaining(d, &remaining);
    bool open = bits_has(&remaining, mark_id);
    bits_release(&remaining);
    return open;
}

/* ---- in which order ---- */

typedef struct {
    const deadcode *d;
    bits left; /* to be listed; several goals may have the same mark */
    u32_vec *out;
} mark_list;

static void list(mark_list *x, const goal *g) {
    bits marks = {0};
    goal_marks(&x->d->goals, g, &marks);
    for (uint32_t i = 0; i < x->d->goals.marks.size; i++) {
        if (!bits_has(&marks, i) || !bits_has(&x->left, i)) continue;
        bits_remove(&x->left, i);
        vec_push(x->out, i);
    }
    bits_release(&marks);
}

/* Is another open mark on the only way there? Then the two are nearly always dead together, and the
 * proof of that one spreads. */
static bool follows_open(const deadcode *d, const bits *open, loc at, uint32_t mark_id) {
    enum { FAR = 8 }; /* locations */
    const program *p = d->marked.base;
    const edge_id *in;
    for (uint32_t n = 0; n < FAR && program_in(p, at, &in) == 1; n++) {
        at = p->edges.data[in[0].id].from;
        for (uint32_t i = d->marked.first.data[at.id]; i < d->marked.first.data[at.id + 1]; i++) {
            uint32_t other = d->marked.points.data[i].mark;
            if (other != mark_id && bits_has(open, other)) return true;
        }
    }
    return false;
}

static bool may_wait(const deadcode *d, const bits *open, uint32_t mark_id) {
    for (uint32_t i = 0; i < d->marked.points.size; i++)
        if (d->marked.points.data[i].mark == mark_id &&
            !follows_open(d, open, d->marked.points.data[i].at, mark_id))
            return false;
    return true;
}

/* Branches first: with a dead one its body and its conditions are dead. Bodies come last. */
static void order(const deadcode *d, bool bodies, u32_vec *out) {
    static const enum goal_kind kinds[] = {GOAL_BRANCH, GOAL_CONDITION, GOAL_MCDC, GOAL_STATEMENT};
    mark_list x = {.d = d, .out = out};
    bits open = {0};
    deadcode_remaining(d, &open);
    bits_join(&x.left, &open);
    for (int k = 0; k < 4; k++)
        for (uint32_t i = 0; i < d->goals.items.size; i++) {
            const goal *g = &d->goals.items.data[i];
            if (g->kind != kinds[k]) continue;
            if (g->kind == GOAL_STATEMENT && !bodies && may_wait(d, &open, g->mark)) continue;
            list(&x, g);
        }
    bits_release(&x.left);
    bits_release(&open);
}

static void ask_each(deadcode *d, const deadcode_options *o, double turn, bool last) {
    u32_vec marks = {0};
    order(d, last, &marks);
    for (uint32_t i = 0; i < marks.size && !deadcode_over(d, o); i++) {
        bits only = {0};
        bits_add(&only, marks.data[i]);
        while (is_open(d, marks.data[i]) && d->effort.data[marks.data[i]].whole < turn &&
               !deadcode_over(d, o) &&
               ask(d, o, &only, turn, turn <= quick_turns ? &engine_teams[TEAM_QUICK] : NULL,
                   last) == FOUND) {}
        if (is_open(d, marks.data[i])) d->effort.data[marks.data[i]].whole = turn;
        bits_release(&only);
    }
    vec_release(&marks);
}

/* About each of these (NULL: of all), with more and more that is near, where less allows a run. */
static void ask_each_near(deadcode *d, const deadcode_options *o, const near_team *team,
                          const bits *those, uint32_t sizes) {
    u32_vec marks = {0};
    order(d, false, &marks);
    for (uint32_t i = 0; i < marks.size; i++) {
        uint32_t *near = &d->effort.data[marks.data[i]].nearness;
        if (those && !bits_has(those, marks.data[i])) continue;
        while (*near < sizes && is_open(d, marks.data[i]) && !deadcode_over(d, o) &&
               ask_near(d, o, marks.data[i], nearness[*near], team) == REFUTED)
            ++*near;
    }
    vec_release(&marks);
}

/* A part of the time is used up. */
typedef struct {
    double clock, cpu; /* when it is; 0: never */
} time_part;

static time_part part_of_time(const deadcode *d, const deadcode_options *o, double share) {
    time_part p = {0};
    if (d->v->limits.deadline) p.clock = clock_now() + budget_left(&d->v->limits) * share;
    if (o->cpu_seconds > 0) {
        double used = clock_cpu_all() - d->cpu_start;
        p.cpu = clock_cpu_all() + (o->cpu_seconds - used) * share;
    }
    return p;
}

static bool part_is_over(const time_part *p) {
    return (p->clock > 0 && clock_now() > p->clock) || (p->cpu > 0 && clock_cpu_all() > p->cpu);
}

static void ask_about_filters(deadcode *d, const deadcode_options *o) {
    u32_vec marks = {0};
    time_part part = part_of_time(d, o, filter_share);
    order(d, false, &marks);
    for (uint32_t i = 0; i < marks.size && !part_is_over(&part); i++) {
        uint32_t sizes[] = {near_a_filter, nearness[d->effort.data[marks.data[i]].nearness]};
        for (uint32_t k = 0; k < 2 && is_open(d, marks.data[i]) && !deadcode_over(d, o); k++)
            ask_near(d, o, marks.data[i], sizes[k], &for_filters);
    }
    vec_release(&marks);
}

/* Of the remaining goals those that reductions exclude. */
static void find_excluded(deadcode *d, const deadcode_options *o, bits *excluded) {
    bits remaining = {0};
    question q;
    deadcode_remaining(d, &remaining);
    question_init(&q, d, o, &remaining, 0, false, clock_left(d));
    for (uint32_t i = 0; i < d->goals.marks.size; i++)
        if (bits_has(&remaining, i) && !is_at(q.v.reduced, i)) bits_add(excluded, i);
    question_release(&q);
    bits_release(&remaining);
}

/* They are proved before harder ones can stand in the way: each by what is near, since the check of
 * one proof about all of them grows with the program, then the rest together. */
static void prove_excluded(deadcode *d, const deadcode_options *o) {
    bits excluded = {0}, remaining = {0};
    question q;
    find_excluded(d, o, &excluded);
    if (bits_count(&excluded) >= MANY) ask_each_near(d, o, &at_a_glance, &excluded, LITTLE);
    deadcode_remaining(d, &remaining);
    for (uint32_t i = 0; i < d->goals.marks.size; i++)
        if (!bits_has(&remaining, i)) bits_remove(&excluded, i);
    if (bits_count(&excluded) && !deadcode_over(d, o)) {
        question_init(&q, d, o, &excluded, 0, true, clock_left(d) * excluded_share);
        question_ask(&q);
        question_conclude(&q);
        question_release(&q);
    }
    bits_release(&remaining);
    bits_release(&excluded);
}

/* What the state of a step is bounded by, however far from the goals; then what follows near them. */
static void bound_states(deadcode *d, const deadcode_options *o) {
    if (!deadcode_is_open(d) || deadcode_over(d, o)) return;
    time_part part = part_of_time(d, o, bounds_share);
    if (!deadcode_bound_states(d, o, part.clock, part.cpu)) return;
    vec_resize(&d->effort, d->goals.marks.size);
    for (uint32_t i = 0; i < d->effort.size; i++) d->effort.data[i].nearness = 0;
    prove_excluded(d, o);
}

/* All at once, as long as that finds runs: often one invariant excludes all that is left. */
static void ask_together(deadcode *d, const deadcode_options *o) {
    bits remaining = {0};
    enum outcome came = FOUND;
    for (deadcode_remaining(d, &remaining);
         came == FOUND && bits_count(&remaining) > 1 && !deadcode_over(d, o);
         deadcode_remaining(d, &remaining))
        came = ask(d, o, &remaining, all_turn, &engine_teams[TEAM_QUICK], false);
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
    question_init(&q, d, o, &(bits){0}, 0, false,
                  d->v->limits.deadline ? budget_left(&d->v->limits) / 4 : 60);
    question_ask(&q);
    if (question_conclude(&q) == UNDECIDED)
        snprintf(d->obstacle, sizeof d->obstacle, "%s", first_limit(d->marked.base));
    question_release(&q);
}

/* The user names the engines. */
static bool is_chosen(const deadcode_options *o) { return verify_engine_is_chosen(&o->verify); }

void deadcode_prove(deadcode *d, const deadcode_options *o) {
    LOG("goal", "prove");
    double most = o->goal_seconds > 0 ? o->goal_seconds : 1e6;
    vec_resize(&d->effort, d->goals.marks.size);
    deadcode_begin(d, "limits");
    if (d->marked.has_limits && !d->obstacle[0]) prove_limits(d, o);
    if (!d->obstacle[0] && !deadcode_over(d, o)) deadcode_conclude_absent(d);
    if (o->engine_only) {
        ask_each(d, o, most, true);
        return;
    }
    deadcode_begin(d, "reduce");
    if (!d->obstacle[0]) prove_excluded(d, o);
    deadcode_begin(d, "search");
    deadcode_search(d, o);
    deadcode_begin(d, "leap");
    deadcode_leap(d, o);
    deadcode_begin(d, "bounds of states");
    if (!d->obstacle[0] && !is_chosen(o)) bound_states(d, o);
    deadcode_begin(d, "glance");
    if (!d->obstacle[0]) ask_each_near(d, o, &at_a_glance, NULL, SIZES);
    deadcode_begin(d, "near");
    if (!d->obstacle[0]) ask_each_near(d, o, &all_provers, NULL, SIZES);
    deadcode_begin(d, "filters");
    if (!d->obstacle[0] && !is_chosen(o)) ask_about_filters(d, o);
    deadcode_begin(d, "run again");
    if (!deadcode_over(d, o)) deadcode_explore(d, o, second_exploration);
    deadcode_begin(d, "together");
    ask_together(d, o);
    deadcode_begin(d, "each");
    for (double turn = first_turn; deadcode_is_open(d) && !deadcode_over(d, o); turn *= growth) {
        bool last = turn >= most;
        ask_each(d, o, last ? most : turn, last);
        if (last) break;
        if (!deadcode_over(d, o)) deadcode_explore(d, o, 2 * turn);
    }
}
