/* include/cinch.h over the same parts as the command line. */
#include "cinch.h"
#include "cli/task.h"
#include "report/report.h"

#include <fenv.h>
#include <stdlib.h>
#include <string.h>

struct cinch_task {
    string_vec words;
};

struct cinch_result {
    enum cinch_verdict verdict;
    verify_task task;
    text messages, report, json;
};

const char *cinch_version(void) { return CINCH_VERSION; }

cinch_task *cinch_task_new(void) { return mem_zero(sizeof(cinch_task)); }

void cinch_task_add(cinch_task *task, const char *word) {
    vec_push(&task->words, mem_string(word));
}

void cinch_task_delete(cinch_task *task) {
    vec_free_each(&task->words);
    mem_free(task);
}

static void run(cinch_result *r, const cli_options *o) {
    verify_task *t = &r->task;
    option_error e = {0};
    bool good = task_prepare(o, t, &e);
    text_add(&r->messages, text_string(&t->proposed.said));
    if (!good) {
        r->verdict = CINCH_USAGE;
        text_print(&r->messages, "%s\n", e.message);
        return;
    }
    t->how.proof_wanted = true; /* the caller may ask for the certificate */
    t->how.undivided = true;
    task_run(o, t);
    report_options how = {.stats = o->stats,
                          .verbose = o->verbose,
                          .files = &o->verify.load.files,
                          .checks = task_checks(o, t),
                          .requirements = o->requirement ? &t->required : NULL};
    r->verdict = (enum cinch_verdict)report_exit_status(&t->v);
    text_add(&r->messages, text_string(&t->v.messages));
    if (t->v.unkept)
        text_print(&r->messages, "cannot write to %s: %s\n", o->verify.keep, strerror(t->v.unkept));
    if (r->verdict == CINCH_BAD_INPUT || r->verdict == CINCH_MISSING_TOOL) return;
    report_text(&t->v, &how, &r->report);
    report_json(&t->v, &how, &r->json);
}

static void verify(cinch_result *r, const cinch_task *task) {
    cli_options o;
    option_error e;
    interrupt_requested = 0;
    if (!options_parse((int)task->words.size, task->words.data, ON_VERIFY, &o, &e) ||
        !task_accepts_in_library(&o, &e)) {
        r->verdict = (enum cinch_verdict)e.status;
        text_print(&r->messages, "%s\n", e.message);
    } else if (!o.verify.load.files.size) {
        r->verdict = CINCH_USAGE;
        text_add(&r->messages, "no file to verify\n");
    } else {
        run(r, &o);
    }
    options_release(&o);
}

static void add_warning(void *context, const char *line) {
    cinch_result *r = context;
    text_print(&r->messages, "%s\n", line);
}

/* What a failure leaves behind is in no state to be released: it stays lost. */
static void guarded(cinch_result *r, const cinch_task *task) {
    failure_point end;
    enum failure f = failure_enter(&end);
    if (!f) {
        verify(r, task);
        failure_leave(&end);
        return;
    }
    memset(r, 0, sizeof *r);
    r->verdict = f == FAILURE_MEMORY ? CINCH_UNKNOWN : CINCH_INTERNAL;
    snprintf(r->task.v.detail, sizeof r->task.v.detail, "%s",
             f == FAILURE_MEMORY ? "memory" : "internal error");
    if (f == FAILURE_INTERNAL) text_add(&r->messages, end.message);
}

/* Where there is no memory for any result. */
static cinch_result nothing_left = {.verdict = CINCH_UNKNOWN, .task = {.v = {.detail = "memory"}}};

/* The processor computes floats of the program under scrutiny: rounding to nearest and with
 * subnormals, whatever our caller has set for itself. */
cinch_result *cinch_verify(const cinch_task *task) {
    cinch_result *r = calloc(1, sizeof *r);
    fenv_t of_caller;
    if (!r) return &nothing_left;
    fegetenv(&of_caller);
    fesetenv(FE_DFL_ENV);
    warnings_to(add_warning, r);
    guarded(r, task);
    warnings_to(NULL, NULL);
    fesetenv(&of_caller);
    return r;
}

void cinch_interrupt(void) { interrupt_requested = 1; }

enum cinch_verdict cinch_result_verdict(const cinch_result *r) { return r->verdict; }

static const char *or_empty(const char *s) { return s ? s : ""; }

const char *cinch_result_detail(const cinch_result *r) { return r->task.v.detail; }
const char *cinch_result_messages(const cinch_result *r) { return or_empty(r->messages.data); }
const char *cinch_result_engine(const cinch_result *r) { return or_empty(r->task.v.result.engine); }
const char *cinch_result_evidence(const cinch_result *r) {
    return evidence_level_name(r->task.v.evidence.level);
}
const char *cinch_result_certificate(const cinch_result *r) {
    return or_empty(r->task.v.evidence.certificate.data);
}
const char *cinch_result_report(const cinch_result *r) { return or_empty(r->report.data); }
const char *cinch_result_json(const cinch_result *r) { return or_empty(r->json.data); }

void cinch_result_delete(cinch_result *r) {
    if (r == &nothing_left) return;
    task_release(&r->task);
    text_release(&r->messages);
    text_release(&r->report);
    text_release(&r->json);
    mem_free(r);
}
