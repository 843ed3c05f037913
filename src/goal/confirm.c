/* Runs that pass a mark, confirmed and kept as tests. */
#include "base/log.h"
#include "base/fail.h"
#include "goal/store.h"

void deadcode_remaining(const deadcode *d, bits *out) {
    bits needed = {0};
    bits_clear(out);
    goals_needed(&d->goals, &needed);
    for (uint32_t i = 0; i < d->goals.marks.size; i++)
        if (d->goals.marks.data[i].state == STATE_OPEN && bits_has(&d->marked.present, i) &&
            bits_has(&needed, i))
            bits_add(out, i);
    bits_release(&needed);
}

void deadcode_stop(const deadcode *d, program *p, const bits *marks) {
    bits all = {0};
    bits_join(&all, marks);
    for (uint32_t i = 0; i < d->goals.marks.size; i++)
        if (d->goals.marks.data[i].state == STATE_UNREACHABLE) bits_add(&all, i);
    marked_stop(&d->marked, p, &all);
    bits_release(&all);
}

bool deadcode_is_open(const deadcode *d) {
    bits remaining = {0};
    deadcode_remaining(d, &remaining);
    bool any = bits_count(&remaining) > 0;
    bits_release(&remaining);
    return any;
}

typedef struct {
    input_queue *queue;
    deadcode *d;
} goal_replay;

static value next_given(void *context, uint32_t in, sort s) {
    goal_replay *r = context;
    return input_queue_next(r->queue, in, s);
}

/* All that the run passes until it passes `last`. */
static void find_passed(deadcode *d, uint32_t last, const input_log *inputs, const model *initial,
                        bits *passed) {
    goal_replay r = {input_queue_new(inputs), d};
    run_options how = {
        .next_input = next_given, .context = &r, .input_pool = d->pool, .limits = &d->v->limits};
    marked_run run = {.run = &how, .initial = initial, .until = last, .passed = passed};
    marked_follow(&d->marked, &run);
    input_queue_delete(r.queue);
}

static void cover(deadcode *d, uint32_t test) {
    for (uint32_t i = 0; i < d->goals.marks.size; i++) {
        mark *m = &d->goals.marks.data[i];
        if (!bits_has(&d->tests.data[test].passed, i) || m->state == STATE_COVERED) continue;
        require(m->state != STATE_UNREACHABLE, "mark %u is passed and was proved unreachable", i);
        m->state = STATE_COVERED;
        m->test = test;
    }
}

void deadcode_add_test(deadcode *d, goal_test t) {
    vec_push(&d->tests, t);
    cover(d, d->tests.size - 1);
    store_test(d->store, d, d->tests.size - 1);
}

test_origin test_found_by(enum test_finder kind) {
    static const char *const names[TEST_FINDERS] = {
        [FOUND_BY_SAMPLING] = "sample", [FOUND_BY_RUNNING] = "run", [FOUND_BY_ENGINE] = ""};
    return (test_origin){kind, names[kind]};
}

test_origin test_found_by_engine(const char *name) { return (test_origin){FOUND_BY_ENGINE, name}; }

void goal_test_release(goal_test *t) {
    vec_release(&t->inputs.items);
    vec_release(&t->leaps);
    model_release(&t->initial);
    bits_release(&t->passed);
    bits_release(&t->executed);
    text_release(&t->code);
}

bool deadcode_keep(deadcode *d, uint32_t mark_id, const evidence *e, test_origin by) {
    assert_debug(mark_id < d->goals.marks.size);
    LOG("goal", "keep a test for mark %u", mark_id);
    goal_test t = {.last = mark_id, .by = by, .level = e->level};
    for (uint32_t i = 0; i < e->inputs.items.size; i++) {
        struct input_value v = e->inputs.items.data[i];
        v.value = value_move(d->marked.base->terms, e->pool, v.value, d->pool);
        vec_push(&t.inputs.items, v);
    }
    model_init(&t.initial, d->pool);
    for (uint32_t i = 0; i < e->initial.assigned.size; i++) {
        term var = {e->initial.assigned.data[i]};
        model_set(
            &t.initial, var,
            value_move(d->marked.base->terms, e->pool, *model_find(&e->initial, var), d->pool));
    }
    if (e->level == EVIDENCE_EXECUTED) bits_add(&t.executed, mark_id);
    find_passed(d, mark_id, &t.inputs, &t.initial, &t.passed);
    if (!bits_has(&t.passed, mark_id)) {
        require(budget_over(&d->v->limits), "a replayed run does not pass mark %u", mark_id);
        goal_test_release(&t);
        return false;
    }
    deadcode_add_test(d, t);
    return true;
}

/* What the verdict rests on decides as for verify: a run that uses what is only bounded must have
 * been executed. */
static bool holds(deadcode *d, const deadcode_options *o, program *p, evidence *e) {
    if (e->level != EVIDENCE_REPLAYED) return false;
    find_needs(p, e);
    if (!verify_guessed(p, e)) return true;
    if (!o->execute || !d->v->from_c ||
        ctest_run(p, &d->v->resolved, &d->v->limits, e) != CTEST_REACHED)
        return false;
    e->level = EVIDENCE_EXECUTED;
    return true;
}

bool deadcode_confirm(deadcode *d, const deadcode_options *o, uint32_t mark_id,
                      const input_log *inputs, values *pool, test_origin by) {
    assert_debug(mark_id < d->goals.marks.size);
    LOG("goal", "confirm mark %u", mark_id);
    bits only = {0};
    evidence e;
    input_log moved = {0};
    evidence_init(&e, d->v->terms);
    for (uint32_t i = 0; i < inputs->items.size; i++) {
        struct input_value v = inputs->items.data[i];
        v.value = value_move(d->v->terms, pool, v.value, e.pool);
        vec_push(&moved.items, v);
    }
    bits_add(&only, mark_id);
    program *p = marked_with(&d->marked, &only);
    replay_inputs(p, &moved, NULL, &d->v->limits, &e);
    bool good = holds(d, o, p, &e) && deadcode_keep(d, mark_id, &e, by);
    program_delete(p);
    evidence_release(&e);
    vec_release(&moved.items);
    bits_release(&only);
    return good;
}

/* ---- going on from a goal ---- */

typedef struct {
    input_queue *queue;
    uint32_t taken, given;
    marked_run run;
} prolonging;

static value next_of_test(void *context, uint32_t in, sort s) {
    prolonging *x = context;
    value v = input_queue_next(x->queue, in, s);
    if (v.sort.id) x->taken++;
    else if (x->taken == x->given) x->run.over = true;
    return v;
}

void deadcode_prolong(deadcode *d, const deadcode_options *o) {
    enum { FAR = 100000 }; /* edges, beyond which no step goes */
    goal_test t = vec_last(&d->tests);
    bits passed = {0}, covered = {0};
    prolonging x = {.queue = input_queue_new(&t.inputs), .given = t.inputs.items.size};
    run_options how = {.next_input = next_of_test,
                       .context = &x,
                       .input_pool = d->pool,
                       .max_steps = FAR + 1000ull * x.given,
                       .limits = &d->v->limits};
    for (uint32_t i = 0; i < d->goals.marks.size; i++)
        if (d->goals.marks.data[i].state == STATE_COVERED) bits_add(&covered, i);
    x.run = (marked_run){.run = &how,
                         .initial = &t.initial,
                         .ignore = &covered,
                         .until = NO_MARK,
                         .passed = &passed};
    marked_follow(&d->marked, &x.run);
    if (x.run.last != NO_MARK) deadcode_confirm(d, o, x.run.last, &t.inputs, d->pool, t.by);
    input_queue_delete(x.queue);
    bits_release(&passed);
    bits_release(&covered);
}
