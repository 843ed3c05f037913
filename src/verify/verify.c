#include "verify/each.h"
#include "base/log.h"
#include "verify/kept_proof.h"
#include "verify/termination.h"
#include "verify/verify_internal.h"
#include "frontend/load/load.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const verify_stage_names[STAGE_COUNT] = {"reading", "reducing", "solving", "checking"};

void verify_options_default(verify_options *o) {
    memset(o, 0, sizeof *o);
    reduce_options_default(&o->reduce);
    engine_options_default(&o->engine);
    o->evidence = true;
}

const char *verify_failed_directory(const verify_options *o) {
    const char *named = getenv("TMPDIR");
    return !o->keep_failed ? NULL : named && *named ? named : "/tmp";
}

bool verify_engine_is_chosen(const verify_options *o) { return o->chosen || o->engine.team.size; }

void verify_unknown(verification *v, const char *why) {
    LOG("verify", "unknown: %s", why);
    v->verdict = VERDICT_UNKNOWN;
    v->end = BUDGET_LEFT;
    v->beyond = PROPERTY_NAMED;
    snprintf(v->detail, sizeof v->detail, "%s", why);
}

void verify_stop(verification *v, stop_reason why) {
    verify_unknown(v, why.words);
    v->end = why.end;
}

void verify_limited(verification *v, enum property_id limit, const char *name) {
    assert_debug((unsigned)limit < PROPERTY_COUNT);
    LOG("verify", "limit %s", name);
    verify_unknown(v, name);
    v->beyond = limit;
}

void verification_init(verification *v, const verify_options *o, const verify_model *m) {
    memset(v, 0, sizeof *v);
    v->model = *m;
    v->limits = budget_of(m->seconds, o->memory_bytes);
}

void verification_share(verification *v, const verification *from, program *unreduced) {
    assert_debug(unreduced->terms == from->unreduced->terms);
    memset(v, 0, sizeof *v);
    v->model = from->model;
    v->terms = from->terms;
    v->from_c = from->from_c;
    v->sources = from->sources;
    v->resolved = from->resolved;
    v->limits = from->limits;
    v->borrowed = true;
    v->unreduced = unreduced;
}

void verification_release(verification *v) {
    if (v->result.pool) engine_result_release(&v->result);
    if (v->evidence.pool) evidence_release(&v->evidence);
    if (v->reduced) reduction_release(&v->reduction), program_delete(v->reduced);
    if (v->unreduced) program_delete(v->unreduced);
    text_release(&v->messages);
    vec_release(&v->kept.lemmas);
    vec_release(&v->summaries);
    folds_release(&v->folds);
    map_release(&v->rejected.at);
    if (v->borrowed) return;
    vec_release(&v->resolved.files);
    sources_release(&v->sources);
    if (v->terms) terms_delete(v->terms);
}

/* ---- load and reduce ---- */

/* The files after a task definition, for whoever compiles them again; false where they need
 * arguments of their own. */
static bool resolve(const load_options *o, sources *named, load_options *out) {
    input_error ignored = {0};
    if (!sources_expand(o, named, &ignored)) return false;
    *out = *o;
    out->files = (string_vec){0};
    out->data_model = named->data_model;
    out->checks = named->checks;
    out->error_function = named->error_function;
    out->choice.calls = CALLS_INLINED; /* what is compiled is the program itself */
    for (uint32_t i = 0; i < named->items.size; i++) {
        const source *s = &named->items.data[i];
        if ((s->kind != SOURCE_C && s->kind != SOURCE_IR) || s->arguments.size) return false;
        vec_push(&out->files, (char *)s->file);
    }
    return true;
}

bool verify_load(const verify_options *o, verification *v) {
    LOG("verify", "load a model");
    text reason = {0};
    double start = clock_now();
    load_options load = v->model.load;
    v->terms = terms_new();
    double left = budget_left(&v->limits);
    if (v->limits.deadline) load.seconds = left > 0.1 ? left : 0.1; /* 0 would be no limit */
    v->unreduced = frontend_load(v->terms, &load, &v->load_status, &v->messages, &reason);
    if (!v->unreduced) verify_unknown(v, reason.size ? text_string(&reason) : "not loaded");
    if (!v->unreduced && budget_over(&v->limits)) {
        v->load_status = LOAD_UNSUPPORTED;
        verify_stop(v, budget_stop(&v->limits));
    }
    if (v->unreduced && o->each) checks_cut(o->each, v->unreduced);
    if (v->unreduced && v->model.kind == MODEL_FOLDS) {
        folds_find(v->unreduced, &v->folds);
        folds_instrument(v->unreduced, &v->folds);
    }
    /* A program that stands for contracts is not one to be compiled. */
    v->from_c =
        v->unreduced && !load.function && resolve(&v->model.load, &v->sources, &v->resolved);
    v->seconds[STAGE_LOAD] = clock_now() - start;
    text_release(&reason);
    return v->unreduced && (!o->witness || verify_apply_witness(o, v));
}

/* Relations are large already, without structure that a solver could use one branch of at a time:
 * blocks of them cost more than the locations that they save. */
enum { SYSTEM_BLOCK_WEIGHT = 2000 };

static bool is_system(const verification *v) {
    enum source_kind kind = v->sources.items.size ? v->sources.items.data[0].kind : SOURCE_UNKNOWN;
    return kind == SOURCE_CHC || kind == SOURCE_VMT || kind == SOURCE_BTOR2;
}

void verify_reduce(const verify_options *o, verification *v) {
    assert(v->unreduced && !v->reduced);
    LOG("verify", "reduce");
    double start = clock_now();
    reduce_options how = o->reduce;
    if (!how.block_weight && is_system(v)) how.block_weight = SYSTEM_BLOCK_WEIGHT;
    /* How many objects there are stays known where only a proof asks for it. */
    if (v->model.load.choice.heap && how.stop_after < 0) how.stop_after = REDUCE_PASSES - 1;
    v->stage = STAGE_REDUCE;
    v->reduced = reduce_program(v->unreduced, &how, &v->limits, &v->reduction);
    v->seconds[STAGE_REDUCE] = clock_now() - start;
}

/* ---- one model ---- */

void verify_one(const verify_options *o, verification *v) {
    if (!v->unreduced && !verify_load(o, v)) return;
    if (v->model.candidates && !verify_use_candidates(v)) return;
    if (v->model.by_course) {
        verify_follow(o, v);
        return;
    }
    verify_reduce(o, v);
    verify_decide(o, v);
    verify_conclude(v);
    if (o->witness) verify_conclude_witness(v);
    v->final = v->verdict != VERDICT_UNKNOWN;
}

/* ---- all models ---- */

/* The last model takes the place of the one before where it decides; a larger one also where
 * neither does: its reason is the better one. */
static void keep_better(verification *v, verification *next) {
    bool better =
        next->final || (v->reduced && next->model.kind == MODEL_LARGER && !next->model.by_course);
    if (!better || !next->unreduced) {
        verification_release(next);
        return;
    }
    next->limits = v->limits;
    verification_release(v);
    *v = *next;
}

static void try_models(const verify_options *o, const model_source *from, verification *v) {
    model_series s = {.options = o, .plain = v};
    bool more = from->first(&s);
    while (more) {
        verification own, *next = s.model.kind == MODEL_PLAIN ? v : &own;
        if (next == v) v->model = s.model;
        else verification_init(next, o, &s.model);
        verify_one(o, next);
        verify_retell(o, next);
        more = !next->final && from->next && from->next(&s, next);
        if (next != v) keep_better(v, next);
    }
    v->model.candidates = NULL; /* they end here */
    candidates_release(&s.candidates);
}

/* The compiled program ends at violations that are known: nothing of it is told to those who would
 * take them for others. */
static bool has_known_violations(const verify_options *o) { return o->each && o->each->violated; }

void verify_models(const verify_options *o, verification *v) {
    static const model_source *const order[] = {&models_by_course, &models_with_summaries,
                                                &models_unbounded, &models_with_folds,
                                                &models_plain,     &models_larger};
    bool known = has_known_violations(o);
    for (size_t i = known; i < sizeof order / sizeof *order && !v->final; i++)
        try_models(o, order[i], v);
    if (!known) verify_read_again(o, v);
}

/* All checks at once for half of the time, then by parts where only time was missing. */
static void run_models(const verify_options *o, verification *v) {
    budget all = v->limits;
    bool several = verify_has_parts(o, v), parts = several && !o->undivided;
    if (parts) v->limits = budget_share(all, budget_left(&all) / 2);
    verify_models(o, v);
    v->limits = all;
    bool late = v->verdict == VERDICT_UNKNOWN && v->end == BUDGET_TIME && !v->limit;
    v->undivided = several && o->undivided && late;
    if (parts && late && v->model.kind == MODEL_PLAIN && v->unreduced && !budget_over(&all))
        verify_by_parts(o, v);
}

static void run(const verify_options *o, verification *v) {
    if (verify_by_termination(o, v)) return;
    verify_model plain = model_plain(o);
    verification_init(v, o, &plain);
    /* What proved an earlier version is asked before what did not. */
    bool last = keep_is_there(o, v);
    if (!last) try_models(o, &models_forgetful, v);
    if (v->final) verify_read_again(o, v);
    else if (verify_load(o, v)) run_models(o, v);
    if (last && !v->final) try_models(o, &models_forgetful, v);
}

void verify_run(const verify_options *o, verification *v) {
    run(o, v);
    if (o->keep && !keep_write(o, v)) v->unkept = errno;
}
