#include "goal/leap.h"
#include "base/log.h"
#include "engine/common/draw.h"
#include "native/steps.h"
#include "program/liveness.h"
#include "solver/solver.h"

#include <math.h>

enum {
    MOST_HELD = 300,     /* steps with held inputs, before a leap */
    MOST_INPUTS = 20000, /* of a test: a longer one takes too long to be run again */
    WORTH_IT = 64,       /* a leap over fewer steps is none */
    MOST_LEAPS = 6,
    DRAWN_RUNS = 4 * DRAW_STYLES,
    DRAWN_STEPS = 6,
    MOST_QUERIES = 64,
    MOST_ATTEMPTS = 6 /* of one run */
};
/* Of CPU: without anything new, and for one query. */
static const double most_seconds = 2, query_seconds = 2;
static const uint64_t farthest = 1ull << 40; /* steps: beyond it nothing ever changes */

/* What is given when the inputs of the test are used up. */
enum hold_kind { HOLD_LAST, HOLD_NAN, HOLD_ZERO, HOLD_DRAWN };

/* A run, from the start with the inputs of a test or from a state at the head of the step loop. */
typedef struct {
    deadcode *d;
    program *p;
    loc head;             /* where a step begins */
    const model *initial; /* of the test; NULL: the default values */
    input_queue *queue;
    uint32_t first; /* the input that a step reads first */
    bool holding;   /* the test's own inputs are used up */
    enum hold_kind hold;
    drawer *draw; /* HOLD_DRAWN */
    enum draw_style style;
    values *pool;
    input_log log;
    vec(value) held; /* by input */
    bool guessed;    /* it read a value that is only bounded */
    uint32_t steps, most_steps, attempts;
    edge_vec round;        /* edges since the head */
    uint32_t round_inputs; /* where the inputs of that step begin in the log */
    term_vec state[3];     /* at the last heads, by variable; the newest last */
    uint32_t states;
    marked_run following;
    struct leap_formula *found; /* look for a leap; NULL: do not */
} held_run;

/* What a step does to the state k, and how often. */
typedef struct leap_formula {
    term k;
    term_vec state, after; /* by variable, in k; after: of those that the step assigns */
    bits read;             /* before they are assigned */
    term same;             /* the step goes the same way, and leads to the state k + 1 */
    uint64_t rounds;
    edge_vec path;
    uint32_t from, to; /* the inputs of the step, in the log */
} leap_formula;

static void leap_formula_release(leap_formula *f) {
    vec_release(&f->state);
    vec_release(&f->after);
    vec_release(&f->path);
    bits_release(&f->read);
}

/* ---- inputs ---- */

static bool is_free(const held_run *x, uint32_t number) {
    return origin_about(program_input_origin(x->p, number))->outside;
}

static value held_value(held_run *x, uint32_t number, sort s) {
    const terms *t = x->d->v->terms;
    if (x->hold == HOLD_DRAWN && is_free(x, number)) return draw(x->draw, x->pool, s, x->style);
    if (x->hold == HOLD_ZERO) return value_default(x->pool, s);
    if (x->hold == HOLD_NAN && sort_is_fp(t, s))
        return value_of_term(x->pool, term_fp_double(x->d->v->terms, s, NAN));
    if (number < x->held.size && same_sort(x->held.data[number].sort, s))
        return x->held.data[number];
    return value_default(x->pool, s);
}

static value next_input(void *context, uint32_t number, sort s) {
    held_run *x = context;
    struct input_value v = {number, {{0}, 0}};
    if (number == NO_INPUT) return x->guessed = true, v.value;
    x->guessed |= origin_about(program_input_origin(x->p, number))->direction == ORIGIN_OVER;
    if (x->queue) v.value = input_queue_next(x->queue, number, s);
    if (v.value.sort.id) v.value = value_move(x->p->terms, x->d->pool, v.value, x->pool);
    x->holding |= number == x->first && !v.value.sort.id;
    if (!v.value.sort.id) v.value = held_value(x, number, s);
    if (number >= x->held.size) vec_resize(&x->held, number + 1);
    x->held.data[number] = v.value;
    vec_push(&x->log.items, v);
    return v.value;
}

/* ---- states ---- */

static void take_state(held_run *x, const model *state) {
    program *p = x->p;
    term_vec oldest = x->state[0];
    x->state[0] = x->state[1];
    x->state[1] = x->state[2];
    x->state[2] = oldest;
    vec_clear(&x->state[2]);
    for (uint32_t i = 0; i < p->variables.size; i++)
        vec_push(&x->state[2],
                 value_to_term(state->pool, model_get(state, p->terms, p->variables.data[i].var)));
    x->states++;
}

static void set_state(const program *p, const term_vec *state, model *out) {
    for (uint32_t i = 0; i < p->variables.size; i++)
        model_set(out, p->variables.data[i].var, value_of_term(out->pool, state->data[i]));
}

/* ---- a step as a formula ---- */

/* The command on a state of terms, of which the step assigned some already. */
typedef struct {
    held_run *run;
    leap_formula *f;
    liveness reads;
    substitution subst;
    uint32_t next_input;
} step_walk;

static term in_state(step_walk *w, term a) {
    program *p = w->run->p;
    uint32_t n;
    const uint32_t *vars = reads_of(&w->reads, a, &n);
    subst_clear(&w->subst);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t v = vars[i];
        bool assigned = w->f->after.data[v].id;
        if (!assigned) bits_add(&w->f->read, v);
        subst_set(&w->subst, p->terms, p->variables.data[v].var,
                  assigned ? w->f->after.data[v] : w->f->state.data[v]);
    }
    return subst_apply(&w->subst, p->terms, a);
}

/* False: the step took one of several ways inside of an edge. */
static bool walk(step_walk *w, cmd c) {
    program *p = w->run->p;
    switch (cmd_kind_of(p, c)) {
    case CMD_SKIP: return true;
    case CMD_CHOICE: return false;
    case CMD_SEQ:
        for (uint32_t i = 0, n = cmd_size(p, c); i < n; i++)
            if (!walk(w, cmd_part(p, c, i))) return false;
        return true;
    case CMD_ASSUME:
        w->f->same = term_and(p->terms, w->f->same, in_state(w, cmd_term(p, c)));
        return true;
    case CMD_ASSIGN: {
        term to = in_state(w, cmd_term(p, c));
        w->f->after.data[variable_index(p, cmd_var(p, c))] = to;
        return true;
    }
    case CMD_HAVOC: {
        const input_log *log = &w->run->log;
        if (w->next_input >= log->items.size ||
            log->items.data[w->next_input].input != cmd_input(p, c))
            return false;
        value given = log->items.data[w->next_input++].value;
        w->f->after.data[variable_index(p, cmd_var(p, c))] = value_to_term(w->run->pool, given);
        return true;
    }
    }
    return false;
}

static term number_in_width(terms *t, term k, uint32_t width) {
    return width < 64 ? term_extract(t, width - 1, 0, k) : term_zext(t, k, width);
}

/* base + step * k, of the sort of base. */
static term counted(terms *t, term base, term step, term k) {
    uint32_t width = sort_width(t, term_sort(t, base));
    return term_2(t, OP_BVADD, base, term_2(t, OP_BVMUL, step, number_in_width(t, k, width)));
}

/* By how much the variable grew in each of the last two steps; none: not by the same. */
static term growth_of(const held_run *x, uint32_t v) {
    terms *t = x->p->terms;
    term a = x->state[0].data[v], b = x->state[1].data[v], c = x->state[2].data[v];
    if (same(b, c) || !sort_is_bv(t, term_sort(t, c))) return (term){0};
    term first = term_2(t, OP_BVSUB, b, a), second = term_2(t, OP_BVSUB, c, b);
    return same(first, second) ? second : (term){0};
}

/* The state k steps after the last one, for what the last step read; false: it is not steady. */
static bool make_states(const held_run *x, leap_formula *f) {
    bool counts = false;
    for (uint32_t v = 0; v < x->p->variables.size; v++) {
        term growth = growth_of(x, v), now = x->state[2].data[v];
        if (growth.id) now = counted(x->p->terms, now, growth, f->k);
        else if (!same(x->state[1].data[v], now) && bits_has(&f->read, v)) return false;
        counts |= growth.id && bits_has(&f->read, v);
        vec_push(&f->state, now);
    }
    return counts;
}

static void find_read(held_run *x, liveness *l, cmd c, bits *assigned, bits *read) {
    const program *p = x->p;
    for (uint32_t i = 0, n = cmd_size(p, c); i < n; i++)
        find_read(x, l, cmd_part(p, c, i), assigned, read);
    enum cmd_kind k = cmd_kind_of(p, c);
    if (k == CMD_ASSIGN || k == CMD_ASSUME) {
        uint32_t n;
        const uint32_t *vars = reads_of(l, cmd_term(p, c), &n);
        for (uint32_t i = 0; i < n; i++)
            if (!bits_has(assigned, vars[i])) bits_add(read, vars[i]);
    }
    if (k == CMD_ASSIGN || k == CMD_HAVOC) bits_add(assigned, variable_index(p, cmd_var(p, c)));
}

static bool walk_round(held_run *x, step_walk *w) {
    bits assigned = {0};
    leap_formula *f = w->f;
    terms *t = x->p->terms;
    for (uint32_t i = 0; i < x->round.size; i++)
        find_read(x, &w->reads, x->p->edges.data[x->round.data[i].id].command, &assigned, &f->read);
    bits_release(&assigned);
    bool good = make_states(x, f);
    vec_resize(&f->after, x->p->variables.size);
    for (uint32_t i = 0; i < x->round.size && good; i++)
        good = walk(w, x->p->edges.data[x->round.data[i].id].command);
    term next = term_2(t, OP_BVADD, f->k, term_bv(t, 64, 1));
    for (uint32_t v = 0; v < x->p->variables.size && good; v++) {
        if (!bits_has(&f->read, v) || !f->after.data[v].id) continue;
        subst_clear(&w->subst);
        subst_set(&w->subst, t, f->k, next);
        f->same = term_and(
            t, f->same, term_eq(t, f->after.data[v], subst_apply(&w->subst, t, f->state.data[v])));
    }
    return good;
}

/* ---- how often ---- */

/* No k below `most` where the step goes another way: unsat; the least one seen otherwise. */
static enum answer ask(solver *s, leap_formula *f, uint64_t most, uint64_t *k, values *pool,
                       terms *t) {
    term claims[] = {term_2(t, OP_BVULT, f->k, term_bv(t, 64, most)), term_not(t, f->same)};
    solver_push(s);
    for (int i = 0; i < 2; i++) solver_assert(s, claims[i]);
    enum answer a = solver_check(s, 0, NULL);
    if (a == ANSWER_SAT && !value_u64(pool, solver_value(s, pool, f->k), k)) a = ANSWER_UNKNOWN;
    solver_pop(s);
    return a;
}

/* The number of steps that go the same way; 0: not known, or there is no end. */
static uint64_t count_rounds(held_run *x, leap_formula *f) {
    terms *t = x->p->terms;
    const char *why;
    uint64_t most = farthest, k = 0;
    solver_options how = {.query_seconds = query_seconds};
    solver *s = solver_new(t, "blast", how, &why);
    enum answer a = ANSWER_UNKNOWN;
    for (uint32_t n = 0; s && n < MOST_QUERIES; n++) {
        a = ask(s, f, most, &k, x->pool, t);
        if (a != ANSWER_SAT) break;
        most = k;
    }
    if (s) solver_delete(s);
    return a == ANSWER_UNSAT && most < farthest ? most : 0;
}

static bool second_solver_agrees(held_run *x, leap_formula *f) {
    const char *why;
    uint64_t k;
    solver *s =
        solver_new(x->p->terms, "z3", (solver_options){.query_seconds = query_seconds}, &why);
    bool agrees = s && ask(s, f, f->rounds, &k, x->pool, x->p->terms) == ANSWER_UNSAT;
    if (s) solver_delete(s);
    return agrees;
}

/* ---- runs ---- */

static void find_leap(held_run *x) {
    leap_formula *f = x->found;
    if (x->attempts >= MOST_ATTEMPTS) return;
    step_walk w = {.run = x, .f = f, .next_input = x->round_inputs};
    leap_formula_release(f);
    terms *t = x->p->terms;
    *f = (leap_formula){.k = term_var(t, "leap!k", sort_bv(t, 64)), .same = term_true(t)};
    liveness_init(&w.reads, x->p);
    if (walk_round(x, &w)) f->rounds = count_rounds(x, f), x->attempts++;
    f->from = x->round_inputs;
    f->to = x->log.items.size;
    vec_append(&f->path, x->round.data, x->round.size);
    liveness_release(&w.reads);
    subst_release(&w.subst);
    if (f->rounds < WORTH_IT) f->rounds = 0;
    if (f->rounds) x->following.over = true;
}

/* A step begins. */
static void at_head(held_run *x, const model *state) {
    if (x->holding) {
        take_state(x, state);
        if (x->found && x->states >= 3 && !x->guessed) find_leap(x);
        if (++x->steps >= x->most_steps) x->following.over = true;
    }
    if (!x->following.over) vec_clear(&x->round);
    if (!x->following.over) x->round_inputs = x->log.items.size;
}

static void on_edge(void *context, edge_id e, const model *state) {
    held_run *x = context;
    vec_push(&x->round, e);
    if (same_loc(x->p->edges.data[e.id].to, x->head)) at_head(x, state);
}

static void held_run_init(held_run *x, deadcode *d, loc head, enum hold_kind hold) {
    *x = (held_run){.d = d,
                    .p = d->marked.base,
                    .head = head,
                    .first = native_steps_first(d->steps),
                    .hold = hold};
    x->pool = values_new(d->v->terms);
}

static void held_run_release(held_run *x) {
    if (x->queue) input_queue_delete(x->queue);
    values_delete(x->pool);
    vec_release(&x->log.items);
    vec_release(&x->held);
    vec_release(&x->round);
    for (int i = 0; i < 3; i++) vec_release(&x->state[i]);
}

/* Run it; from the head where there is a state. */
static void follow(held_run *x, const term_vec *state, const budget *limits, bits *passed) {
    loc start = x->p->start;
    model initial;
    values *pool = values_new(x->p->terms);
    model_init(&initial, pool);
    if (state) set_state(x->p, state, &initial);
    if (state) x->p->start = x->head;
    run_options how = {.next_input = next_input,
                       .on_edge = on_edge,
                       .context = x,
                       .input_pool = x->pool,
                       .limits = limits};
    x->following = (marked_run){
        .run = &how, .initial = state ? &initial : x->initial, .until = NO_MARK, .passed = passed};
    marked_follow(&x->d->marked, &x->following);
    x->p->start = start;
    x->following.run = NULL;
    x->following.initial = NULL;
    model_release(&initial);
    values_delete(pool);
}

/* ---- the leap ---- */

/* The state k, or after k steps what they assign; false: it is no constant. */
static bool state_at(const held_run *x, const leap_formula *f, uint64_t k, term_vec *out) {
    substitution s = {0};
    bool good = true;
    terms *t = x->p->terms;
    vec_clear(out);
    for (uint32_t v = 0; v < x->p->variables.size; v++) {
        bool last = k && f->after.data[v].id; /* as the step before left it */
        subst_clear(&s);
        subst_set(&s, t, f->k, term_bv(t, 64, last ? k - 1 : k));
        term now = subst_apply(&s, t, last ? f->after.data[v] : x->state[2].data[v]);
        good &= term_is_const(t, now);
        vec_push(out, now);
    }
    subst_release(&s);
    return good;
}

static void hold_like(held_run *x, const held_run *other) {
    for (uint32_t i = 0; i < other->held.size; i++) {
        value v = other->held.data[i];
        if (v.sort.id) v = value_move(x->p->terms, other->pool, v, x->pool);
        vec_push(&x->held, v);
    }
}

/* The interpreter makes this step as the formula says. */
static bool step_is_right(const held_run *x, const leap_formula *f, uint64_t k, const budget *b) {
    held_run one;
    term_vec from = {0}, to = {0};
    bits passed = {0};
    bool good = state_at(x, f, k, &from) && state_at(x, f, k + 1, &to);
    held_run_init(&one, x->d, x->head, HOLD_LAST);
    hold_like(&one, x);
    one.most_steps = 1;
    if (good) follow(&one, &from, b, &passed);
    good = good && one.states == 1 && one.round.size == f->path.size;
    for (uint32_t i = 0; good && i < f->path.size; i++)
        good = same_edge(one.round.data[i], f->path.data[i]);
    for (uint32_t v = 0; good && v < to.size; v++)
        good = !bits_has(&f->read, v) || same(one.state[2].data[v], to.data[v]);
    held_run_release(&one);
    vec_release(&from);
    vec_release(&to);
    bits_release(&passed);
    return good;
}

static bool is_checked(held_run *x, leap_formula *f, const budget *b) {
    return step_is_right(x, f, 0, b) && step_is_right(x, f, f->rounds / 2, b) &&
           step_is_right(x, f, f->rounds - 1, b) && second_solver_agrees(x, f);
}

/* ---- what comes after it ---- */

/* The run so far, up to the state that the last leap led to. */
typedef struct {
    deadcode *d;
    const budget *b;
    loc head;
    goal_test test;
    term_vec state;
} voyage;

static void copy_inputs(deadcode *d, values *from, const input_log *log, input_log *out) {
    for (uint32_t i = 0; i < log->items.size; i++) {
        struct input_value v = log->items.data[i];
        v.value = value_move(d->v->terms, from, v.value, d->pool);
        vec_push(&out->items, v);
    }
}

static void copy_initial(deadcode *d, const model *from, model *to) {
    model_init(to, d->pool);
    for (uint32_t i = 0; i < from->assigned.size; i++) {
        term var = {from->assigned.data[i]};
        model_set(to, var, *model_find(from, var)); /* tests have one pool */
    }
}

static bool is_new(const deadcode *d, const bits *passed) {
    for (uint32_t i = 0; i < d->goals.marks.size; i++)
        if (bits_has(passed, i) && d->goals.marks.data[i].state == STATE_OPEN) return true;
    return false;
}

/* A run from the last landing is a test where it covers something new. */
static void keep_run(voyage *v, const held_run *x, const bits *passed) {
    goal_test t = {.by = test_found_by(FOUND_BY_RUNNING), .level = EVIDENCE_REPLAYED};
    if (x->guessed || x->following.last == NO_MARK || !is_new(v->d, passed)) return;
    t.last = x->following.last;
    copy_inputs(v->d, v->d->pool, &v->test.inputs, &t.inputs);
    copy_inputs(v->d, x->pool, &x->log, &t.inputs);
    copy_initial(v->d, &v->test.initial, &t.initial);
    vec_append(&t.leaps, v->test.leaps.data, v->test.leaps.size);
    bits_join(&t.passed, &v->test.passed);
    bits_join(&t.passed, passed);
    deadcode_add_test(v->d, t);
}

/* A few steps on other inputs: what the counter led to may wait for one. */
static void look_around(voyage *v, const held_run *x) {
    drawer any;
    drawer_init(&any, x->p, v->test.leaps.size);
    for (uint32_t i = 0; i < DRAWN_RUNS && deadcode_is_open(v->d) && !budget_over(v->b); i++) {
        held_run after;
        bits passed = {0};
        held_run_init(&after, v->d, v->head, HOLD_DRAWN);
        after.draw = &any;
        after.style = (enum draw_style)(i % DRAW_STYLES);
        hold_like(&after, x);
        after.most_steps = DRAWN_STEPS;
        follow(&after, &v->state, v->b, &passed);
        keep_run(v, &after, &passed);
        held_run_release(&after);
        bits_release(&passed);
    }
    drawer_release(&any);
}

/* The run takes its leap, and ends where that leads; false: there is none, or it does not hold. */
static bool take_leap(voyage *v, held_run *x, leap_formula *f) {
    uint32_t before = v->test.inputs.items.size;
    if (!f->rounds || x->guessed || !state_at(x, f, f->rounds, &v->state) ||
        !is_checked(x, f, v->b))
        return false;
    LOG("leap", "%llu steps", (unsigned long long)f->rounds);
    copy_inputs(v->d, x->pool, &x->log, &v->test.inputs);
    goal_leap leap = {before + f->from, before + f->to, f->rounds};
    vec_push(&v->test.leaps, leap);
    return true;
}

/* From the state of the last landing on, the inputs held. */
static void go_on(voyage *v, held_run *x, leap_formula *f, bits *passed) {
    held_run next;
    held_run_init(&next, v->d, v->head, HOLD_LAST);
    hold_like(&next, x);
    next.most_steps = MOST_HELD;
    next.found = f;
    leap_formula_release(f);
    *f = (leap_formula){0};
    follow(&next, &v->state, v->b, passed);
    held_run_release(x);
    *x = next;
}

static void leap_from(voyage *v, const goal_test *from, enum hold_kind hold) {
    held_run x;
    leap_formula f = {0};
    bits passed = {0};
    input_log given = {0};
    held_run_init(&x, v->d, v->head, hold);
    copy_inputs(v->d, v->d->pool, &from->inputs, &given);
    copy_initial(v->d, &from->initial, &v->test.initial);
    x.initial = &v->test.initial;
    x.queue = input_queue_new(&given);
    x.most_steps = MOST_HELD;
    x.found = &f;
    follow(&x, NULL, v->b, &passed);
    while (v->test.leaps.size < MOST_LEAPS && take_leap(v, &x, &f)) {
        bits_join(&v->test.passed, &passed);
        bits_clear(&passed);
        look_around(v, &x);
        go_on(v, &x, &f, &passed);
        keep_run(v, &x, &passed);
    }
    leap_formula_release(&f);
    held_run_release(&x);
    vec_release(&given.items);
    bits_release(&passed);
}

static bool reads_input(const program *p, cmd c, uint32_t number) {
    for (uint32_t i = 0, n = cmd_size(p, c); i < n; i++)
        if (reads_input(p, cmd_part(p, c, i), number)) return true;
    return cmd_kind_of(p, c) == CMD_HAVOC && cmd_input(p, c) == number;
}

/* Where the first input of a step is read. */
static bool find_head(const program *p, uint32_t first, loc *out) {
    for (edge_id e = {0}; e.id < p->edges.size; e.id++) {
        if (p->edges.data[e.id].removed || !reads_input(p, p->edges.data[e.id].command, first))
            continue;
        *out = p->edges.data[e.id].from;
        return true;
    }
    return false;
}

void deadcode_leap(deadcode *d, const deadcode_options *o) {
    loc head;
    double start = clock_cpu();
    uint32_t tests = d->tests.size;
    if (!d->steps || !find_head(d->marked.base, native_steps_first(d->steps), &head)) return;
    for (int hold = 0; hold < HOLD_DRAWN; hold++)
        for (uint32_t i = 0; i < tests; i++) {
            if (!deadcode_is_open(d) || deadcode_over(d, o) || clock_cpu() - start > most_seconds)
                return;
            if (d->tests.data[i].inputs.items.size > MOST_INPUTS || d->tests.data[i].leaps.size)
                continue;
            budget b = budget_effort(deadcode_limits(d, o), most_seconds);
            voyage v = {.d = d, .b = &b, .head = head};
            const goal_test from = d->tests.data[i]; /* the list may grow */
            uint32_t before = d->tests.size;
            leap_from(&v, &from, (enum hold_kind)hold);
            if (d->tests.size > before) start = clock_cpu();
            goal_test_release(&v.test);
            vec_release(&v.state);
            deadcode_tell(d, o, true);
        }
}
