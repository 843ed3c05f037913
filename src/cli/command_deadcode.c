/* cinch deadcode: coverage goals, tests for those that can be covered, proofs for those that
 * cannot. */
#include "cli/command.h"
#include "cli/signals.h"
#include "goal/propose.h"
#include "report/goals.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static enum goal_criterion criterion_named(const char *name) {
    if (!name) return CRITERION_BRANCH;
    for (int k = 0; k < GOAL_KINDS; k++)
        if (!strcmp(name, goal_kind_names[k])) return (enum goal_criterion)k;
    usage_fail("--criterion takes statement, branch, condition or mcdc, not '%s'", name);
}

static enum goal_mcdc mcdc_named(const char *name, const char *criterion) {
    if (!name) return MCDC_MASKING;
    if (criterion_named(criterion) != CRITERION_MCDC) usage_fail("--mcdc needs --criterion mcdc");
    for (int k = MCDC_MASKING; k <= MCDC_UNIQUE_CAUSE; k++)
        if (!strcmp(name, goal_mcdc_names[k])) return (enum goal_mcdc)k;
    usage_fail("--mcdc takes masking or unique-cause, not '%s'", name);
}

static bool write_report(void (*report)(const deadcode *, const report_options *, text *),
                         const deadcode *d, const report_options *r, const char *path) {
    text t = {0};
    report(d, r, &t);
    return write_made(&t, path);
}

/* DIR/test-N.csv: the inputs by step and signal. */
static bool write_signals(const deadcode *d, const goal_test *t, const char *directory) {
    goal_signals s;
    text csv = {0};
    char *path = mem_format("%s/test-%u.csv", directory, t->number);
    goal_signals_make(d, t, &s);
    goal_signals_csv(&s, &csv);
    bool good = write_made(&csv, path);
    goal_signals_release(&s);
    mem_free(path);
    return good;
}

/* DIR/test-N.c, each a program's main or its inputs. */
static bool write_tests(const deadcode *d, const char *directory) {
    bool good = make_folder(directory);
    for (uint32_t i = 0; i < d->tests.size; i++) {
        const goal_test *t = &d->tests.data[i];
        if (!t->chosen) continue;
        char *path = mem_format("%s/test-%u.c", directory, t->number);
        if (t->code.size) good &= write_out(&t->code, path);
        else print_line(stderr, "cinch: test %u cannot be written in C: %s", t->number, t->why);
        good &= write_signals(d, t, directory);
        mem_free(path);
    }
    return good;
}

static bool write_proofs(const deadcode *d, const char *directory) {
    bool good = make_folder(directory);
    for (uint32_t i = 0; i < d->proofs.size; i++) {
        char *path = mem_format("%s/proof-%u.smt2", directory, i + 1);
        good &= write_out(&d->proofs.data[i].certificate, path);
        mem_free(path);
    }
    return good;
}

static bool write_page(const deadcode *d, const report_options *r, const char *directory) {
    text page = {0};
    goals_report_html(d, r, &page);
    return write_in_folder(&page, directory, "index.html");
}

/* DIR/wrapper.c: what calls a step function that takes pointers. */
static bool write_wrapper(const load_options *o, const model_proposal *taken,
                          const char *directory) {
    text t = {0};
    model_wrapper_print(o, taken, &t);
    return write_in_folder(&t, directory, "wrapper.c");
}

static bool write_files(const cli_options *o, const deadcode *d, const report_options *r) {
    bool good = true;
    if (o->write.tests) good &= write_tests(d, o->write.tests);
    if (o->write.proofs) good &= write_proofs(d, o->write.proofs);
    if (o->write.json) good &= write_report(goals_report_json, d, r, o->write.json);
    if (o->write.sarif) good &= write_report(goals_report_sarif, d, r, o->write.sarif);
    if (o->write.html) good &= write_page(d, r, o->write.html);
    return good;
}

static void print_report(const deadcode *d, const report_options *r) {
    text t = {0};
    goals_report_text(d, r, &t);
    signals_done();
    write_made(&t, "-");
    finish_output();
}

/* Hours of work must not end in a path that cannot be written. */
static void check_file(const char *path) {
    if (!path || !strcmp(path, "-") || file_is_link(path)) return;
    bool there = !access(path, F_OK);
    FILE *f = fopen(path, "a");
    if (!f) usage_fail("%s cannot be written: %s", path, strerror(errno));
    fclose(f);
    if (!there) unlink(path);
}

static void check_directory(const char *path) {
    if (!path) return;
    if (!make_folder(path)) exit(EXIT_USAGE);
    if (access(path, W_OK | X_OK)) usage_fail("%s cannot be written: %s", path, strerror(errno));
}

static void check_outputs(const cli_options *o) {
    check_file(o->write.json);
    check_file(o->write.sarif);
    check_file(o->goal.store);
    check_directory(o->write.tests);
    check_directory(o->write.proofs);
    check_directory(o->write.html);
}

/* After an interrupt, for whatever was found to be written out. */
enum { LAST_SECONDS = 8 };

/* What --requirement asks, in what is left of the time. */
static bool ask_requirements(const cli_options *o, const load_options *load, model_proposal *taken,
                             verification *v, requirement_results *out) {
    verify_options how = o->verify;
    how.load = *load;
    how.load.checks = 0;
    how.keep = NULL;
    how.seconds = time_left();
    model_texts(&how.load, taken);
    verify_requirements(&how, o->requirement, false, v, out);
    print_messages(&v->messages);
    return !load_is_bad(v->load_status);
}

int command_deadcode(const cli_options *o) {
    static verification v;
    deadcode d;
    deadcode_options how = {.verify = o->verify,
                            .criterion = criterion_named(o->word.criterion),
                            .mcdc = mcdc_named(o->word.mcdc, o->word.criterion),
                            .goal_seconds = o->goal.goal_seconds,
                            .cpu_seconds = o->goal.cpu_seconds,
                            .justify = o->goal.justify,
                            .store = o->goal.store,
                            .resume = o->goal.resume,
                            .keep = o->verify.keep,
                            .engine_only = o->goal.engine_only,
                            .excluded = o->goal.excluded,
                            .execute = true};
    how.verify.keep = NULL; /* its questions are about goals */
    if (o->goal.resume && !o->goal.store) usage_fail("--resume needs --store FILE");
    if (o->goal.store && o->verify.keep)
        usage_fail("--keep has a file of its own: without --store");
    check_outputs(o);
    how.verify.engine.progress = isatty(STDERR_FILENO) ? progress_new() : NULL;
    signals_watch(how.verify.engine.progress, &v);
    model_proposal taken;
    bool starts = model_propose(&how.verify.load, &taken);
    print_messages(&taken.said);
    if (!starts) return EXIT_INPUT;
    how.verify.seconds = time_left();
    if (o->requirement && !how.verify.load.step) usage_fail("--requirement needs --step");
    static verification asked;
    static requirement_results required;
    if (o->requirement) how.verify.seconds = how.verify.seconds * 2 / 3;
    load_options plain = how.verify.load; /* deadcode_run marks the sources of its own */
    signals_wait(LAST_SECONDS);
    deadcode_run(&how, &d, &v);
    bool answered =
        o->requirement && v.unreduced && ask_requirements(o, &plain, &taken, &asked, &required);
    text verdict = {0};
    report_verdict(&v, &verdict);
    signals_report(text_string(&verdict), STDOUT_FILENO);
    text_release(&verdict);
    progress_delete(how.verify.engine.progress);
    print_messages(&v.messages);
    int status = report_exit_status(&v);
    report_options r = {.stats = o->stats,
                        .verbose = o->verbose,
                        .files = &o->verify.load.files,
                        .requirements = answered ? &required : NULL};
    bool written = true;
    if (o->goal.store && d.unwritable) status = EXIT_INTERNAL;
    else if (status != EXIT_INPUT && status != EXIT_MISSING) {
        if (v.unreduced) written = write_files(o, &d, &r);
        if (v.unreduced && o->write.tests && taken.wrapper.size)
            written &= write_wrapper(&how.verify.load, &taken, o->write.tests);
        print_report(&d, &r);
    }
    signals_done();
    deadcode_release(&d);
    verification_release(&v);
    if (o->requirement) requirement_results_release(&required), verification_release(&asked);
    model_proposal_release(&taken);
    return written ? status : EXIT_INTERNAL;
}
