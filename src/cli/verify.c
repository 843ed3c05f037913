/* cinch verify: the whole pipeline, reports and exit status. */
#include "cli/command.h"
#include "cli/signals.h"
#include "report/report.h"

#include <errno.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

/* The budget is polled; what grows between two polls meets this limit, and says UNKNOWN(memory). */
static void limit_memory(uint64_t bytes) {
    if (!bytes) return;
    struct rlimit r = {bytes + bytes / 4, bytes + bytes / 4};
    setrlimit(RLIMIT_DATA, &r);
}

void write_or_fail(const text *t, const char *path) {
    bool good = strcmp(path, "-") ? text_write_file(t, path) : fwrite(t->data, 1, t->size, stdout) == t->size;
    if (!good) fail_exit(EXIT_INTERNAL, "cannot write %s: %s", path, strerror(errno));
}

void finish_output(void) {
    if (fflush(stdout) || ferror(stdout)) fail_exit(EXIT_INTERNAL, "cannot write standard output: %s", strerror(errno));
}

static void write_witness(const cli_options *o, const verification *v) {
    text t = {0};
    witness_task task = {.load = v->from_c ? &v->resolved : &o->verify.load, .version = CINCH_VERSION};
    if (witness_write(v->unreduced, v->verdict, &v->evidence, &task, &t)) write_or_fail(&t, o->witness_out);
    else fprintf(stderr, "cinch: no witness can be written for this program\n");
    text_release(&t);
}

static void write_annotated(const cli_options *o, const verification *v) {
    text t = {0};
    const char *file = v->from_c ? v->resolved.files.data[0] : o->verify.load.files.data[0];
    if (annotate_source(v->unreduced, &v->evidence, file, &t)) write_or_fail(&t, o->annotate);
    else fprintf(stderr, "cinch: cannot annotate %s\n", file);
    text_release(&t);
}

/* Evidence comes first, so that a full disk is seen before the verdict is printed. */
static void write_files(const cli_options *o, const verification *v, const report_options *r) {
    text t = {0};
    if (o->certificate && v->verdict == VERDICT_TRUE) write_or_fail(&v->evidence.certificate, o->certificate);
    if (o->witness_out && v->verdict != VERDICT_UNKNOWN) write_witness(o, v);
    if (o->annotate && v->verdict == VERDICT_TRUE) write_annotated(o, v);
    if (o->json) {
        report_json(v, r, &t);
        write_or_fail(&t, o->json);
    }
    text_clear(&t);
    if (o->sarif) {
        report_sarif(v, r, &t);
        write_or_fail(&t, o->sarif);
    }
    text_release(&t);
}

static void print_report(const verification *v, const report_options *r) {
    text t = {0};
    report_text(v, r, &t);
    fwrite(t.data, 1, t.size, stdout);
    finish_output();
    text_release(&t);
}

int command_verify(const cli_options *o) {
    static verification v;
    double hard = o->verify.seconds > 0 ? o->verify.seconds + GRACE_SECONDS : 0;
    limit_memory(o->verify.memory_bytes);
    signals_install(hard, isatty(STDERR_FILENO), &v);
    verify_run(&o->verify, &v);
    signals_done();
    if (v.messages.size) fputs(text_string(&v.messages), stderr);
    int status = report_exit_status(&v);
    report_options r = {o->stats, o->verbose, &o->verify.load.files};
    if (status == EXIT_INPUT || status == EXIT_MISSING) {
        verification_release(&v);
        return status;
    }
    write_files(o, &v, &r);
    print_report(&v, &r);
    verification_release(&v);
    return status;
}
