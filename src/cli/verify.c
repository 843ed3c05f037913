/* cinch verify: the whole pipeline, reports and exit status. */
#include "cli/command.h"
#include "cli/signals.h"
#include "frontend/load/load.h"
#include "report/report.h"
#include "verify/keep.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

/* The budget is polled; what grows between two polls meets this limit, and says UNKNOWN(memory). */
static void limit_memory(uint64_t bytes) {
    if (!bytes) return;
    struct rlimit r = {bytes + bytes / 4, bytes + bytes / 4};
    setrlimit(RLIMIT_DATA, &r);
}

static bool write_by(bool (*write)(const text *, const char *), const text *t, const char *path) {
    bool good = strcmp(path, "-") ? write(t, path) : fwrite(t->data, 1, t->size, stdout) == t->size;
    if (!good)
        fprintf(stderr, "cinch: cannot write %s: %s\n",
                strcmp(path, "-") ? path : "standard output", strerror(errno));
    return good;
}

bool write_out(const text *t, const char *path) { return write_by(text_write_file, t, path); }
bool append_out(const text *t, const char *path) { return write_by(text_append_file, t, path); }

void fail_exit(int status, const char *format, ...) {
    va_list args;
    va_start(args, format);
    fputs("cinch: ", stderr);
    vfprintf(stderr, format, args);
    fputc('\n', stderr);
    va_end(args);
    fflush(stdout);
    exit(status);
}

void write_or_fail(const text *t, const char *path) {
    if (!write_out(t, path)) exit(EXIT_INTERNAL);
}

void finish_output(void) {
    if (fflush(stdout) || ferror(stdout))
        fail_exit(EXIT_INTERNAL, "cannot write standard output: %s", strerror(errno));
}

static bool write_witness(const cli_options *o, const verification *v) {
    text t = {0};
    witness_task task = {.load = v->from_c ? &v->resolved : &o->verify.load,
                         .version = CINCH_VERSION};
    bool good = true;
    if (witness_write(v->unreduced, v->verdict, &v->evidence, &task, &t))
        good = write_out(&t, o->witness_out);
    else fprintf(stderr, "cinch: no witness can be written for this program\n");
    text_release(&t);
    return good;
}

static bool write_annotated(const cli_options *o, const verification *v) {
    text t = {0};
    const char *file = v->from_c ? v->resolved.files.data[0] : o->verify.load.files.data[0];
    bool good = true;
    if (annotate_source(v->unreduced, &v->evidence, file, &t, NULL))
        good = write_out(&t, o->annotate);
    else fprintf(stderr, "cinch: cannot annotate %s\n", file);
    text_release(&t);
    return good;
}

static bool write_test(const cli_options *o, const verification *v) {
    /* One with a caller of ours would not link with the program alone. */
    const char *called = v->from_c ? v->resolved.called : NULL;
    if (v->evidence.test.size && !called) return write_out(&v->evidence.test, o->test);
    fprintf(stderr, "cinch: there is no test of this violation%s%s\n",
            called ? "; from a harness there is one: cinch harness --function " : "",
            called ? called : "");
    return true;
}

static bool write_report(void (*report)(const verification *, const report_options *, text *),
                         const verification *v, const report_options *r, const char *path) {
    text t = {0};
    report(v, r, &t);
    bool good = write_out(&t, path);
    text_release(&t);
    return good;
}

/* Several tasks of one job write to the same summary. */
static bool append_summary(const cli_options *o, const verification *v, const report_options *r) {
    text t = {0};
    report_markdown(v, r, &t);
    bool good = append_out(&t, o->summary);
    text_release(&t);
    return good;
}

static bool write_page(const cli_options *o, const verification *v, const report_options *r) {
    char *path = mem_format("%s/index.html", o->html);
    mkdir(o->html, 0777); /* where that fails, writing does */
    bool good = write_report(report_html, v, r, path);
    mem_free(path);
    return good;
}

static bool write_junit(const check_list *checks, const char *path) {
    text t = {0};
    report_checks_junit(checks, &t);
    bool good = write_out(&t, path);
    text_release(&t);
    return good;
}

static bool keep_proof(const cli_options *o, const verification *v) {
    bool good = keep_write(&o->verify, v);
    if (!good) fprintf(stderr, "cinch: cannot write to %s: %s\n", o->verify.keep, strerror(errno));
    return good;
}

/* All that was asked for and that there is. False where one could not be written; the others are
 * all the same. */
static bool write_files(const cli_options *o, const verification *v, const report_options *r) {
    bool good = true, proven = v->verdict == VERDICT_TRUE, violated = v->verdict == VERDICT_FALSE;
    if (o->certificate && proven) good &= write_out(&v->evidence.certificate, o->certificate);
    if (o->test && violated) good &= write_test(o, v);
    if (o->witness_out && (proven || violated)) good &= write_witness(o, v);
    if (o->annotate && proven) good &= write_annotated(o, v);
    if (o->verify.keep) good &= keep_proof(o, v);
    if (o->json) good &= write_report(report_json, v, r, o->json);
    if (o->html) good &= write_page(o, v, r);
    if (o->sarif) good &= write_report(report_sarif, v, r, o->sarif);
    if (o->summary) good &= append_summary(o, v, r);
    if (o->junit && r->checks) good &= write_junit(r->checks, o->junit);
    return good;
}

/* Colours and the width of a terminal; in a pipe there are none. */
static void terminal_of(int fd, report_options *r) {
    struct winsize size;
    const char *terminal = getenv("TERM");
    if (!isatty(fd)) return;
    r->colour = !getenv("NO_COLOR") && terminal && strcmp(terminal, "dumb");
    if (!ioctl(fd, TIOCGWINSZ, &size)) r->columns = size.ws_col;
}

/* A report that is written to standard output is alone there: a program reads it. */
static bool takes_output(const cli_options *o) {
    const char *const files[] = {o->json, o->sarif, o->summary, o->certificate, o->witness_out};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        if (files[i] && !strcmp(files[i], "-")) return true;
    return false;
}

static void print_report(const cli_options *o, const verification *v, const report_options *r) {
    text t = {0};
    report_text(v, r, &t);
    fwrite(t.data, 1, t.size, takes_output(o) ? stderr : stdout);
    finish_output();
    text_release(&t);
}

/* These files are about one proof or one run; and where memory is forgotten, one check may hide
 * another. */
static void refuse_with_each(const cli_options *o) {
    const char *about_one = o->certificate                 ? "--certificate"
                            : o->test                      ? "--test"
                            : o->witness_out               ? "--witness-out"
                            : o->annotate                  ? "--annotate"
                            : o->verify.witness            ? "--witness"
                            : o->verify.load.forget_memory ? "--forget-memory"
                                                           : NULL;
    if (o->each && about_one) usage_fail("--each cannot be combined with %s", about_one);
    if (o->junit && !o->each) usage_fail("--junit needs --each");
}

/* ---- what there is ---- */

/* A function main, as far as the text tells. */
static bool has_main(const source *s) {
    text code = {0};
    char *path = s->file[0] == '/' || !s->directory ? mem_string(s->file)
                                                    : mem_format("%s/%s", s->directory, s->file);
    bool found = text_read_file(&code, path) && source_defines(text_string(&code), "main");
    mem_free(path);
    text_release(&code);
    return found;
}

static int list_sources(const cli_options *o) {
    sources s = {0};
    input_error error = {0};
    bool good = sources_expand(&o->verify.load, &s, &error);
    for (uint32_t i = 0; good && i < s.items.size; i++) {
        const source *x = &s.items.data[i];
        printf("%s%s\n", x->file, has_main(x) ? "  (has main)" : "");
        if (x->arguments.size) printf("   ");
        for (uint32_t k = 0; k < x->arguments.size; k++) printf(" %s", x->arguments.data[k]);
        if (x->arguments.size) printf("\n");
    }
    for (uint32_t i = 0; good && i < s.notes.size; i++) printf("note: %s\n", s.notes.data[i]);
    if (!good)
        fprintf(stderr, "cinch: %s%s%s\n", error.file ? error.file : "", error.file ? ": " : "",
                error.message);
    sources_release(&s);
    finish_output();
    return good ? 0 : EXIT_INPUT;
}

/* ---- one function, or all that have a contract ---- */

static verify_options options_of(const cli_options *o) {
    verify_options how = o->verify;
    how.seconds = time_within(o->verify.seconds);
    how.proof_wanted =
        o->verify.keep || o->certificate || o->witness_out || o->annotate || o->html || o->verbose;
    how.engine.progress = progress_new();
    return how;
}

static int verify_program(const cli_options *o, verification *v) {
    static check_list checks;
    static entry_caller caller;
    verify_options how = options_of(o);
    if (!frontend_caller(&how.load, &caller))
        usage_fail("--entry-size: the entry has no parameters that point to objects of known size");
    signals_install(o->verify.seconds, isatty(STDERR_FILENO) ? how.engine.progress : NULL, v);
    if (o->each) verify_each(&how, v, &checks);
    else verify_run(&how, v);
    signals_done();
    if (v->messages.size) fputs(text_string(&v->messages), stderr);
    int status = report_exit_status(v);
    report_options r = {.stats = o->stats,
                        .verbose = o->verbose,
                        .files = &o->verify.load.files,
                        .checks = o->each ? &checks : NULL};
    r.progress = how.engine.progress;
    r.seconds = o->verify.seconds;
    terminal_of(takes_output(o) ? STDERR_FILENO : STDOUT_FILENO, &r);
    if (status == EXIT_INPUT || status == EXIT_MISSING) return status;
    bool written = write_files(o, v, &r);
    print_report(o, v, &r);
    progress_delete(how.engine.progress);
    caller_release(&caller);
    if (o->each) check_list_release(&checks);
    return written ? status : EXIT_INTERNAL; /* the verdict is printed: it may have taken hours */
}

/* The gravest: what cannot be read, then a violation, then what is open. */
static int graver(int a, int b) {
    static const int order[] = {EXIT_TRUE, EXIT_UNKNOWN, EXIT_FALSE};
    size_t i = 0, k = 0;
    while (i < 3 && order[i] != a) i++;
    while (k < 3 && order[k] != b) k++;
    return i > k ? a : b;
}

static void refuse_with_all(const cli_options *o) {
    const void *about_one[] = {o->certificate, o->test,  o->witness_out, o->annotate,
                               o->json,        o->sarif, o->html,        o->summary};
    for (size_t i = 0; i < sizeof about_one / sizeof *about_one; i++)
        if (about_one[i]) usage_fail("--function all writes no files: they are about one function");
    if (o->each || o->verify.witness)
        usage_fail("--function all takes neither --each nor --witness");
}

/* Each proof may assume the contracts of the others: where all are proved, none is assumed. */
static int verify_functions(const cli_options *o) {
    string_vec names = {0};
    text messages = {0}, table = {0}, verdict = {0};
    enum load_status loaded;
    refuse_with_all(o);
    bool good = frontend_contracts(&o->verify.load, &loaded, &messages, &names);
    if (messages.size) fputs(text_string(&messages), stderr);
    if (good && !names.size) fputs("cinch: no function with a body has a contract\n", stderr);
    int status = !good || !names.size ? EXIT_INPUT : EXIT_TRUE;
    for (uint32_t i = 0; i < names.size && status != EXIT_INPUT && status != EXIT_MISSING; i++) {
        static verification v;
        cli_options one = *o;
        one.verify.load.function = names.data[i];
        printf("function %s\n", names.data[i]);
        int own = verify_program(&one, &v);
        int worst = graver(status, own);
        text said = {0};
        report_verdict(&v, &said);
        if (worst != status || !verdict.size) {
            text_clear(&verdict);
            text_add(&verdict, text_string(&said));
        }
        text_print(&table, "  %-24s %s\n", names.data[i], text_string(&said));
        text_release(&said);
        status = worst;
        verification_release(&v);
        memset(&v, 0, sizeof v);
    }
    if (table.size)
        printf("contracts, all in this run: what one assumes of another is proved where that is "
               "TRUE\n%s",
               text_string(&table));
    if (verdict.size) printf("VERDICT: %s\n", text_string(&verdict));
    finish_output();
    for (uint32_t i = 0; i < names.size; i++) mem_free(names.data[i]);
    vec_release(&names);
    text_release(&messages);
    text_release(&table);
    text_release(&verdict);
    return status;
}

/* Objects that a caller of ours makes would be leaks. */
static void refuse_leaks(const load_options *l) {
    if (l->entry && l->entry_size && l->checks & (CHECK_TRACK | CHECK_CLEANUP))
        usage_fail("--entry-size makes objects of which it is not known who frees them: ask for "
                   "valid-deref,valid-free, without leaks");
}

int command_verify(const cli_options *o) {
    static verification v;
    refuse_with_each(o);
    refuse_leaks(&o->verify.load);
    if (o->list) return list_sources(o);
    limit_memory(o->verify.memory_bytes);
    if (o->infer) return infer_contracts(o);
    if (o->verify.load.function && !strcmp(o->verify.load.function, "all"))
        return verify_functions(o);
    int status = verify_program(o, &v);
    verification_release(&v);
    return status;
}
