/* The second reading: proofs rest on the program as it was read, and nothing else checks the
 * reading. So before a proof becomes a verdict the compiled program is run, for a while that
 * depends on what the proof took, on random and boundary inputs. A run that reaches the error says
 * that we misread the program. */
#include "engine/common/draw.h"
#include "base/log.h"
#include "evidence/reproducer.h"
#include "verify/sampling.h"
#include "verify/verify_internal.h"

#include <stdio.h>

static const double share = 0.1, least_seconds = 0.1, most_seconds = 2,
                    to_compile = 1; /* of CPU, but for the last */

/* Wall time, but no more than all processes had of the processors: on a busy machine a proof
 * takes longer, and is worth no longer runs. */
static double seconds_to_run(const verification *v) {
    double spent = 0, used = clock_cpu_all();
    for (int i = 0; i < STAGE_COUNT; i++) spent += v->seconds[i];
    double seconds = (spent < used ? spent : used) * share;
    return seconds < least_seconds  ? least_seconds
           : seconds > most_seconds ? most_seconds
                                    : seconds;
}

static bool reading_due(const verify_options *o, const verification *v) {
    bool time = !v->limits.deadline || budget_left(&v->limits) > to_compile + 2 * seconds_to_run(v);
    return v->verdict == VERDICT_TRUE && v->from_c && o->evidence && !v->model.by_course &&
           v->witness.status == WITNESS_NONE && time;
}

static bool contradicts(const verify_options *o, verification *v, evidence *found) {
    drawer d;
    u64_vec constants = {0};
    uint64_t raw;
    drawer_init(&d, v->unreduced, (uint64_t)o->engine.seed);
    for (uint32_t i = 0; i < d.constants.size; i++)
        if (term_get_u64(v->terms, d.constants.data[i], &raw)) vec_push(&constants, raw);
    bool any = sampling_contradicts(v->unreduced, &v->resolved, (uint64_t)o->engine.seed,
                                    &constants, seconds_to_run(v), &v->limits, found);
    vec_release(&constants);
    drawer_release(&d);
    return any;
}

/* Loud, for it is a fault of ours. */
static void withdraw(const verify_options *o, verification *v, evidence *found) {
    evidence_options how = {
        .load = &v->resolved, .title = o->title, .keep_failed = verify_failed_directory(o)};
    evidence *e = &v->evidence;
    text_clear(&e->test);
    text_bytes(&e->test, found->test.data, found->test.size);
    snprintf(e->why, sizeof e->why,
             "the compiled program contradicts the proof: a run of it reaches the error (test.c). "
             "This is a bug of cinch");
    e->level = EVIDENCE_NONE;
    evidence_failed(v->unreduced, v->reduced ? v->reduced : v->unreduced, &v->result, &how, e);
    verify_unknown(v, "the compiled program contradicts the proof");
}

void verify_read_again(const verify_options *o, verification *v) {
    LOG("verify", "let compiled runs contradict");
    evidence found;
    if (!reading_due(o, v)) return;
    double start = clock_now();
    evidence_init(&found, v->terms);
    if (contradicts(o, v, &found)) withdraw(o, v, &found);
    evidence_release(&found);
    v->seconds[STAGE_EVIDENCE] += clock_now() - start;
}
