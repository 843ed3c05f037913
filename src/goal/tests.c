/* A small suite: of the runs that were found, those that together pass all that is covered
 * (greedily, the most first). */
#include "goal/deadcode_internal.h"

#include "base/log.h"

static uint32_t gain(const goal_test *t, const bits *covered) {
    uint32_t n = 0;
    for (uint32_t w = 0; w < t->passed.words.size; w++) {
        uint64_t had = w < covered->words.size ? covered->words.data[w] : 0;
        n += (uint32_t)__builtin_popcountll(t->passed.words.data[w] & ~had);
    }
    return n;
}

static void number_tests(deadcode *d) {
    for (uint32_t i = 0; i < d->goals.marks.size; i++) {
        mark *m = &d->goals.marks.data[i];
        uint32_t best = NO_TEST;
        for (uint32_t k = 0; k < d->tests.size; k++) {
            const goal_test *t = &d->tests.data[k];
            if (!t->chosen || !bits_has(&t->passed, i)) continue;
            if (best == NO_TEST || t->number < d->tests.data[best].number) best = k;
            m->executed |= bits_has(&t->executed, i);
        }
        m->test = best;
    }
}

/* Where the compiled test misses its end, another content of uninitialized locals may lead there:
 * the single test tries that. */
static void execute(deadcode *d, ctest_suite *suite, goal_test *t) {
    evidence e;
    bits only = {0};
    bits_add(&only, t->last);
    program *p = marked_with(&d->marked, &only);
    evidence_init(&e, d->v->terms);
    input_log moved = {0};
    for (uint32_t i = 0; i < t->inputs.items.size; i++) {
        struct input_value v = t->inputs.items.data[i];
        v.value = value_move(d->v->terms, d->pool, v.value, e.pool);
        vec_push(&moved.items, v);
    }
    replay_inputs(p, &moved, &t->initial, &d->v->limits, &e);
    vec_release(&moved.items);
    if (e.level == EVIDENCE_REPLAYED && suite) {
        default_inputs(p, &d->v->limits, &e);
        enum ctest_result came = ctest_suite_run(suite, p, &e);
        if (came == CTEST_MISSED) came = ctest_run(p, &d->v->resolved, &d->v->limits, &e);
        if (came == CTEST_REACHED) t->level = EVIDENCE_EXECUTED;
        for (uint32_t i = 0; i < e.marks.size; i++)
            if (bits_has(&t->passed, e.marks.data[i])) bits_add(&t->executed, e.marks.data[i]);
        text_bytes(&t->code, e.test.data, e.test.size);
    }
    snprintf(t->why, sizeof t->why, "%s",
             t->level == EVIDENCE_EXECUTED ? ""
             : e.why[0]                    ? e.why
                                           : "no test was run");
    program_delete(p);
    evidence_release(&e);
    bits_release(&only);
}

/* Of those that leap, or of those that do not. */
static void choose_of(deadcode *d, bool leaps, bits *covered) {
    for (;;) {
        goal_test *best = NULL;
        for (uint32_t i = 0; i < d->tests.size; i++) {
            goal_test *t = &d->tests.data[i];
            if (!t->chosen && (t->leaps.size > 0) == leaps && gain(t, covered) &&
                (!best || gain(t, covered) > gain(best, covered)))
                best = t;
        }
        if (!best) break;
        best->chosen = true;
        best->number = ++d->suite;
        bits_join(covered, &best->passed);
    }
}

/* A test that leaps is not executed: it serves where no other one does. */
static void choose(deadcode *d) {
    bits covered = {0};
    choose_of(d, false, &covered);
    choose_of(d, true, &covered);
    bits_release(&covered);
}

void deadcode_choose_tests(deadcode *d, const deadcode_options *o) {
    LOG("goal", "choose tests of %u", d->tests.size);
    choose(d);
    ctest_suite *suite =
        o->execute && d->v->from_c ? ctest_suite_new(&d->v->resolved, &d->v->limits) : NULL;
    for (uint32_t i = 0; i < d->tests.size; i++) {
        goal_test *t = &d->tests.data[i];
        if (t->chosen && t->leaps.size)
            snprintf(t->why, sizeof t->why, "one of its steps is made %llu times",
                     (unsigned long long)t->leaps.data[0].rounds + 1);
        else if (t->chosen && !budget_over(&d->v->limits)) execute(d, suite, t);
        else if (t->chosen)
            snprintf(t->why, sizeof t->why, "no test was run: %s", budget_reason(&d->v->limits));
    }
    ctest_suite_delete(suite);
    number_tests(d);
}
