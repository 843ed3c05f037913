/* Programs in which no input decides: all runs take one path, and that path is the proof. The
 * interpreter, whose evaluation of terms is another, must come to the same end in the same number
 * of steps, and the compiled program, where it can be run, must not reach the error. */
#include "base/time_limits.h"
#include "evidence/reproducer.h"
#include "base/log.h"
#include "program/course.h"
#include "program/interpret.h"
#include "verify/verify_internal.h"

#include <stdio.h>
#include <string.h>

/* CPU seconds for a course, and its share of the time where there is a limit. It ends at the first
 * branch on an input, so that most programs cost nothing here; but a loop of 2^28 rounds, or one
 * that never ends, must not keep the engines waiting, which need a moment for it. Where it runs
 * into a limit of the model, no proof about this model exists: then larger ones are worth more. */
static budget share_of(const verification *v, enum time_limit limit) {
    double most = time_for(limit, &v->limits);
    return budget_effort(budget_share(v->limits, 2 * most), most);
}

/* Whether the interpreter ends where the course does. */
static bool replays(program *p, const course *c, const budget *b) {
    run_options how = {.max_steps = c->steps + 1, .limits = b};
    run_result r = program_run(p, NULL, &how, NULL);
    return r.end == RUN_STUCK && same_loc(r.at, c->at) && r.steps == c->steps;
}

static void prove_by(const course *c, double start, verification *v) {
    engine_result_init(&v->result, v->terms);
    v->result.verdict = VERDICT_TRUE;
    v->result.engine = "deterministic run";
    evidence_init(&v->evidence, v->terms);
    v->evidence.level = EVIDENCE_REPLAYED;
    snprintf(
        v->evidence.why, sizeof v->evidence.why,
        "no input decides in this program, and its one run, of %llu steps, ends without an error",
        (unsigned long long)c->steps);
    v->verdict = VERDICT_TRUE;
    v->detail[0] = 0;
    v->stage = STAGE_EVIDENCE;
    v->seconds[STAGE_ENGINE] = clock_now() - start;
}

/* The test ends where an input is asked for: then it has not seen all of the run. */
static bool asks_for_inputs(const program *p) {
    for (uint32_t i = 0; i < p->inputs.size; i++)
        if (origin_about(p->inputs.data[i].origin)->given) return true;
    return false;
}

static void contradicted(const verify_options *o, verification *v) {
    evidence_options how = {.load = &v->resolved, .keep_failed = verify_failed_directory(o)};
    v->evidence.level = EVIDENCE_NONE;
    snprintf(v->evidence.why, sizeof v->evidence.why,
             "the compiled program, which has no inputs, reaches the error");
    evidence_failed(v->unreduced, v->unreduced, &v->result, &how, &v->evidence);
    engine_unknown(&v->result, "the compiled program contradicts the proof");
    verify_unknown(v, v->result.reason);
}

/* The program itself is the judge: its one run can be seen, where it can be compiled and linked. */
static void execute(const verify_options *o, verification *v) {
    if (!v->from_c || o->load.step || v->unreduced->asks_pointers) return;
    char why[sizeof v->evidence.why];
    memcpy(why, v->evidence.why, sizeof why);
    double start = clock_now();
    budget share = share_of(v, TIME_DETERMINISTIC_EXECUTED);
    ctest_suite *s = ctest_suite_new(&v->resolved, &share);
    enum ctest_result result = ctest_suite_run(s, v->unreduced, &v->evidence);
    ctest_suite_delete(s);
    text_clear(&v->evidence.test);
    v->seconds[STAGE_EVIDENCE] = clock_now() - start;
    memcpy(v->evidence.why, why, sizeof why);
    if (result == CTEST_MISSED && v->evidence.test_differs)
        contradicted(o, v); /* no error is in question: each is another one */
    else if (result == CTEST_MISSED && v->evidence.test_ended && !asks_for_inputs(v->unreduced))
        v->evidence.level = EVIDENCE_EXECUTED;
}

/* ---- one model ---- */

void verify_follow(const verify_options *o, verification *v) {
    LOG("verify", "follow the deterministic run");
    double start = clock_now();
    v->limit = 0;
    course c = program_course(v->unreduced, &v->model.effort);
    v->erred = c.end == COURSE_ERROR;
    if (c.end == COURSE_LIMIT) v->limit = v->unreduced->locations.data[c.at.id].property;
    if (c.end != COURSE_ENDS || !replays(v->unreduced, &c, &v->model.effort)) return;
    prove_by(&c, start, v);
    execute(o, v);
    v->final = true;
}

/* ---- the models ---- */

static bool can_fail(const program *p) {
    for (loc l = {0}; l.id < p->locations.size; l.id++)
        if (program_is_error(p, l) || program_is_limit(p, l)) return true;
    return false;
}

/* The plain model, for a share of the time. */
static bool first(model_series *s) {
    const verify_options *o = s->options;
    if (o->witness || verify_engine_is_chosen(o) || o->proof_wanted || !o->evidence ||
        verify_under_approximated(s->plain->unreduced) || !can_fail(s->plain->unreduced))
        return false;
    s->model = model_plain(o);
    s->model.by_course = true;
    s->model.effort = share_of(s->plain, TIME_DETERMINISTIC);
    return true;
}

/* One run is no harder with many objects than with few: all that fit. */
static bool enlarge(const verify_options *o, enum property_id limit, load_options *load) {
    if (limit != LIMIT_HEAP) return model_enlarge(o, limit, load);
    if (load->choice.heap || o->load.choice.heap_instances) return false;
    load->choice.heap = HEAP_FULL;
    return true;
}

/* Every run of a larger model reaches an error: any one shows it. In the plain model engines do. */
static bool show_error(model_series *s) {
    s->model.by_course = false;
    s->model.engine = ENGINE_SAMPLE;
    s->model.seconds = budget_left(&s->model.effort);
    return s->model.kind == MODEL_LARGER;
}

/* As long as every run leaves the model, a larger one. */
static bool next(model_series *s, const verification *last) {
    if (!s->model.by_course) return false;
    if (last->erred) return show_error(s);
    if (!last->limit) return false;
    if (s->model.kind == MODEL_PLAIN)
        s->model.effort = share_of(s->plain, TIME_DETERMINISTIC_LARGER);
    s->model.kind = MODEL_LARGER;
    s->model.seconds = budget_left(&s->model.effort);
    return !budget_over(&s->model.effort) &&
           enlarge(s->options, last->unreduced->properties.data[last->limit - 1].id,
                   &s->model.load);
}

const model_source models_by_course = {first, next};
