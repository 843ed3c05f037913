#include "base/fail.h"
#include "goal/deadcode_internal.h"
#include "goal/mark.h"
#include "goal/store.h"
#include "native/steps.h"

#include <string.h>
#include <errno.h>

/* ---- loading ---- */

static void unknown(verification *v, const char *why) {
    v->verdict = VERDICT_UNKNOWN;
    snprintf(v->detail, sizeof v->detail, "%s", why);
}

/* libclang has read the source without an error: what does not compile now are the marks. */
static void blame_marks(verification *v) {
    if (v->load_status != LOAD_NOT_COMPILED) return;
    v->load_status = LOAD_UNSUPPORTED;
    unknown(v, "unsupported: the source with marks of its goals does not compile");
}

/* Tests are built from the same files; what a compilation database says of them is looked up again.
 */
static void resolve(const load_options *load, verification *v) {
    if (v->from_c) return;
    vec_release(&v->resolved.files);
    v->resolved = *load;
    v->resolved.files = (string_vec){0};
    vec_append(&v->resolved.files, load->files.data, load->files.size);
    v->from_c = true;
}

static bool load_marked(const deadcode_options *o, deadcode *d) {
    marked_texts texts = {0};
    text reason = {0};
    load_options *load = &d->v->model.load;
    if (load->seconds <= 0 && d->v->limits.deadline) load->seconds = budget_left(&d->v->limits);
    load->checks = CHECK_GOALS;
    load->error_function = NULL;
    bool good = mark_sources(load, &d->goals, &texts, &d->v->load_status, &d->v->messages, &reason);
    if (!good)
        unknown(d->v, reason.size                  ? text_string(&reason)
                      : budget_over(&d->v->limits) ? budget_reason(&d->v->limits)
                                                   : "compiler");
    load->texts.instead = texts.data;
    if (good && !(good = verify_load(&o->verify, d->v))) blame_marks(d->v);
    if (good) {
        resolve(load, d->v);
        marked_init(&d->marked, d->v->unreduced);
        cone_init(&d->cone, d->marked.base, load->step != NULL);
        d->pool = values_new(d->v->terms);
    }
    vec_append(&d->texts, texts.data, texts.size);
    vec_release(&texts);
    load->texts.instead = d->v->resolved.texts.instead = d->texts.data;
    text_release(&reason);
    return good;
}

/* ---- what the program does not have ---- */

static bool has_marks(const deadcode *d, uint32_t function) {
    for (uint32_t i = 0; i < d->goals.items.size; i++)
        if (d->goals.items.data[i].function == function &&
            bits_has(&d->marked.present, d->goals.items.data[i].mark))
            return true;
    return false;
}

/* A function that is called though its body is not there: an inline function that no file defines
 * for others. */
static bool is_missing(const deadcode *d, uint32_t function) {
    const program *p = d->v->unreduced;
    for (uint32_t i = 0; i < p->notes.size; i++)
        if (p->notes.data[i].kind == NOTE_MISSING_BODY &&
            !strcmp(program_text(p, p->notes.data[i].text), goal_name(&d->goals, function)))
            return true;
    return false;
}

static void judge_absent(deadcode *d, const goal *x, uint32_t number) {
    mark *m = &d->goals.marks.data[number];
    if (bits_has(&d->marked.present, number) || m->state == STATE_UNREACHABLE) return;
    const char *why = has_marks(d, x->function) ? "no path of the program leads there"
                                                : "the function is never called";
    m->state = d->obstacle[0] || is_missing(d, x->function) ? STATE_OPEN : STATE_UNREACHABLE;
    if (m->state == STATE_OPEN)
        why = d->obstacle[0] ? d->obstacle : "called, but its body is not part of the program";
    m->reason = intern_id(&d->goals.names, why);
}

void deadcode_conclude_absent(deadcode *d) {
    for (uint32_t i = 0; i < d->goals.items.size; i++) {
        const goal *x = &d->goals.items.data[i];
        judge_absent(d, x, x->mark);
        if (x->other != NO_MARK) judge_absent(d, x, x->other);
        for (uint32_t k = 0; k < x->pairs; k++) {
            judge_absent(d, x, d->goals.pairs.data[x->first_pair + k].yes);
            judge_absent(d, x, d->goals.pairs.data[x->first_pair + k].no);
        }
    }
}

/* ---- all ---- */

/* CPU seconds, at most: it ends when its curve is flat. */
static const double FIRST_EXPLORATION = 12;

/* A moment for each change of the counts, and for each phase. */
static void note_moment(deadcode *d, bool always) {
    uint32_t by_state[GOAL_STATES] = {0};
    for (uint32_t i = 0; i < d->goals.items.size; i++)
        by_state[goal_state_of(&d->goals, &d->goals.items.data[i])]++;
    const goal_moment *last = d->curve.size ? &vec_last(&d->curve) : NULL;
    if (!always && last && last->covered == by_state[STATE_COVERED] &&
        last->unreachable == by_state[STATE_UNREACHABLE])
        return;
    goal_moment now = {.cpu = clock_cpu_all() - d->cpu_start,
                       .wall = clock_now() - d->wall_start,
                       .phase = d->phase,
                       .covered = by_state[STATE_COVERED],
                       .unreachable = by_state[STATE_UNREACHABLE],
                       .open = by_state[STATE_OPEN]};
    vec_push(&d->curve, now);
}

void deadcode_begin(deadcode *d, const char *phase) {
    d->phase = phase;
    note_moment(d, true);
}

void deadcode_tell(deadcode *d, const deadcode_options *o, bool runs) {
    progress *p = o->verify.engine.progress;
    bits remaining = {0};
    note_moment(d, false);
    if (!p) return;
    deadcode_remaining(d, &remaining);
    p += PROGRESS_SLOTS - 1; /* the engines have the first ones */
    progress_turn(p, "goals", runs);
    progress_tell(p, UNIT_OPEN_MARKS, bits_count(&remaining), 0, 0);
    bits_release(&remaining);
}

/* Time that is kept for the tests: to compile them, which takes a few times as long as reading the
 * program, and to replay them, which was done once when they were found. */
static double reserve(const deadcode *d, const budget *b) {
    double most = budget_left(b) * 0.25, likely = 2 + 3 * d->load_seconds + 2 * d->replay_seconds;
    if (most > 30) most = 30;
    return likely < most ? likely : most;
}

/* Use all of the time but for that. */
static void share_out(deadcode *d, const budget *whole) {
    if (whole->deadline)
        d->v->limits = budget_share(*whole, budget_left(whole) - reserve(d, whole));
}

static void explain_open(deadcode *d) {
    const budget *b = &d->v->limits;
    uint32_t why = intern_id(&d->goals.names, d->obstacle[0]   ? d->obstacle
                                              : budget_over(b) ? budget_reason(b)
                                                               : "not decided");
    for (uint32_t i = 0; i < d->goals.marks.size; i++)
        if (d->goals.marks.data[i].state == STATE_OPEN && !d->goals.marks.data[i].reason)
            d->goals.marks.data[i].reason = why;
}

static void conclude(deadcode *d) {
    uint32_t dead = 0, open = 0;
    for (uint32_t i = 0; i < d->goals.items.size; i++) {
        enum goal_state s = goal_state_of(&d->goals, &d->goals.items.data[i]);
        dead += s == STATE_UNREACHABLE;
        open += s == STATE_OPEN;
    }
    d->v->verdict = dead ? VERDICT_FALSE : open ? VERDICT_UNKNOWN : VERDICT_TRUE;
    snprintf(d->v->detail, sizeof d->v->detail, "%s",
             dead   ? "dead-code"
             : open ? "open goals"
                    : "");
}

/* Without what was kept, the work is done anyway. */
static void open_kept(const deadcode_options *o, deadcode *d) {
    if (!folder_make(o->keep)) {
        text_print(&d->v->messages, "%s: %s\n", o->keep,
                   errno == ELOOP ? "is a symbolic link" : strerror(errno));
        return;
    }
    char *path = store_path_in(o->keep, d);
    d->store = store_open(path, STORE_LIKE, d, &d->v->messages);
    if (d->store) d->restored = store_restore(d->store, d, o);
    mem_free(path);
}

static bool open_store(const deadcode_options *o, deadcode *d) {
    if (o->keep) open_kept(o, d);
    if (!o->store) return true;
    d->store = store_open(o->store, o->resume ? STORE_SAME : STORE_EMPTY, d, &d->v->messages);
    if (!d->store) d->v->load_status = LOAD_BAD_INPUT;
    else if (o->resume) d->restored = store_restore(d->store, d, o);
    return d->store != NULL;
}

static const double last_seconds = 5; /* for the tests, after an interrupt */

/* What was found until then is written out as ever. */
static void after_interrupt(deadcode *d) {
    if (!interrupt_requested) return;
    d->interrupted = true;
    interrupt_requested = 0;
    d->v->limits = budget_share(d->v->limits, last_seconds);
}

void deadcode_run(const deadcode_options *o, deadcode *d, verification *v) {
    memset(d, 0, sizeof *d);
    verify_model plain = model_plain(&o->verify);
    verification_init(v, &o->verify, &plain);
    d->v = v;
    d->phase = "load";
    d->wall_start = clock_now();
    d->cpu_start = clock_cpu_all();
    goals_init(&d->goals, o->criterion, o->mcdc);
    if (!load_marked(o, d)) return;
    d->load_seconds = clock_now() - d->wall_start;
    if (o->excluded.size) deadcode_exclude(d, &o->excluded);
    deadcode_justify_comments(d);
    if (o->justify && !deadcode_justify(d, o->justify, &v->messages)) {
        v->load_status = LOAD_BAD_INPUT;
        return;
    }
    const char *under = verify_under_approximated(v->unreduced);
    if (under) snprintf(d->obstacle, sizeof d->obstacle, "%s", under);
    if (!open_store(o, d)) return;
    v->stage = STAGE_ENGINE;
    budget whole = v->limits;
    share_out(d, &whole);
    deadcode_tell(d, o, true);
    if (!o->engine_only) {
        deadcode_begin(d, "run");
        deadcode_explore(d, o, FIRST_EXPLORATION);
        deadcode_begin(d, "sample");
        deadcode_sample(d, o);
        share_out(d, &whole);
    }
    deadcode_prove(d, o);
    deadcode_tell(d, o, false);
    deadcode_conclude_absent(d);
    explain_open(d);
    v->limits = whole;
    v->stage = STAGE_EVIDENCE;
    after_interrupt(d);
    deadcode_begin(d, "tests");
    deadcode_choose_tests(d, o);
    deadcode_begin(d, "end");
    store_goals(d->store, d);
    if (*store_trouble(d->store)) text_print(&v->messages, "%s\n", store_trouble(d->store));
    conclude(d);
    d->seconds = clock_now() - d->wall_start;
}

void deadcode_release(deadcode *d) {
    vec_release_each(&d->tests, goal_test_release);
    vec_release(&d->effort);
    vec_release(&d->curve);
    for (uint32_t i = 0; i < d->proofs.size; i++) {
        text_release(&d->proofs.data[i].certificate);
        text_release(&d->proofs.data[i].invariant);
        text_release(&d->proofs.data[i].by_location);
        bits_release(&d->proofs.data[i].goals);
    }
    store_close(d->store);
    vec_release(&d->proofs);
    vec_release_each(&d->texts, text_release);
    native_steps_delete(d->steps);
    cone_release(&d->cone);
    marked_release(&d->marked);
    if (d->pool) values_delete(d->pool);
    goals_release(&d->goals);
}
