/* cinch verify: the whole pipeline, reports and exit status. */
#include "base/escape.h"
#include "cli/command.h"
#include "cli/signals.h"
#include "cli/task.h"
#include "frontend/load/load.h"
#include "report/report.h"
#include "verify/termination.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

static bool folder_fail(const char *path, int error) {
    fprintf(stderr, "cinch: cannot write to %s: %s\n", path,
            error == ELOOP ? "it is a symbolic link" : strerror(error));
    return false;
}

static bool write_by(bool (*write)(const text *, const char *), const text *t, const char *path) {
    bool good = strcmp(path, "-") ? write(t, path) : fwrite(t->data, 1, t->size, stdout) == t->size;
    if (!good)
        print_line(stderr, "cinch: cannot write %s: %s",
                   strcmp(path, "-") ? path : "standard output", strerror(errno));
    return good;
}

bool write_out(const text *t, const char *path) { return write_by(text_write_file, t, path); }
bool append_out(const text *t, const char *path) { return write_by(text_append_file, t, path); }

bool make_folder(const char *path) { return folder_make(path) || folder_fail(path, errno); }

bool write_made(text *t, const char *path) {
    bool good = write_out(t, path);
    text_release(t);
    return good;
}

bool write_in_folder(text *t, const char *folder, const char *name) {
    char *path = mem_format("%s/%s", folder, name);
    bool good = make_folder(folder) && write_out(t, path);
    text_release(t);
    mem_free(path);
    return good;
}

void fail_exit(int status, const char *format, ...) {
    char line[4096];
    va_list args;
    va_start(args, format);
    vsnprintf(line, sizeof line, format, args);
    va_end(args);
    print_line(stderr, "cinch: %s", line);
    fflush(stdout);
    exit(status);
}

void write_or_fail(const text *t, const char *path) {
    if (!write_out(t, path)) exit(EXIT_INTERNAL);
}

void print_line(FILE *to, const char *format, ...) {
    text shown = {0};
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    size_t n = (size_t)vsnprintf(NULL, 0, format, args);
    char *line = mem_alloc(n + 1);
    vsnprintf(line, n + 1, format, again);
    va_end(again);
    va_end(args);
    escape_word(line, n, &shown);
    text_char(&shown, '\n');
    fwrite(shown.data, 1, shown.size, to);
    mem_free(line);
    text_release(&shown);
}

void print_lines(FILE *to, const text *t) {
    text shown = {0};
    escape_lines(t->data ? t->data : "", t->size, &shown);
    fputs(text_string(&shown), to);
    text_release(&shown);
}

void print_messages(const text *t) { print_lines(stderr, t); }

/* Only the last line is a verdict of ours. */
static void print_guarded(const text *t, bool coloured, FILE *to) {
    text shown = {0};
    size_t last = t->size ? t->size - 1 : 0;
    while (last > 0 && t->data[last - 1] != '\n') last--;
    (coloured ? escape_coloured_lines : escape_lines)(t->data, last, &shown);
    text_bytes(&shown, t->data + last, t->size - last);
    fwrite(shown.data, 1, shown.size, to);
    text_release(&shown);
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
        good = write_out(&t, o->write.witness_out);
    else fprintf(stderr, "cinch: no witness can be written for this program\n");
    text_release(&t);
    return good;
}

static bool write_annotated(const cli_options *o, const verification *v) {
    text t = {0};
    const char *file = v->from_c ? v->resolved.files.data[0] : o->verify.load.files.data[0];
    bool good = true;
    if (annotate_source(v->unreduced, &v->evidence, file, &t, NULL))
        good = write_out(&t, o->write.annotate);
    else print_line(stderr, "cinch: cannot annotate %s", file);
    text_release(&t);
    return good;
}

static bool write_test(const cli_options *o, const verification *v) {
    /* One with a caller of ours would not link with the program by itself. */
    const char *called = v->from_c ? v->resolved.texts.called : NULL;
    if (v->evidence.test.size && !called) return write_out(&v->evidence.test, o->write.test);
    fprintf(stderr, "cinch: there is no test of this violation%s%s\n",
            called ? "; from a harness there is one: cinch harness --function " : "",
            called ? called : "");
    return true;
}

static bool write_report(void (*report)(const verification *, const report_options *, text *),
                         const verification *v, const report_options *r, const char *path) {
    text t = {0};
    report(v, r, &t);
    return write_made(&t, path);
}

/* Several tasks of one job write to the same summary. */
static bool append_summary(const cli_options *o, const verification *v, const report_options *r) {
    text t = {0};
    report_markdown(v, r, &t);
    bool good = append_out(&t, o->write.summary);
    text_release(&t);
    return good;
}

static bool write_page(const cli_options *o, const verification *v, const report_options *r) {
    text page = {0};
    report_html(v, r, &page);
    return write_in_folder(&page, o->write.html, "index.html");
}

static bool write_junit(const check_list *checks, const char *path) {
    text t = {0};
    report_checks_junit(checks, &t);
    return write_made(&t, path);
}

/* All that was asked for and that there is. False where one could not be written; the others are
 * anyway. */
static bool write_files(const cli_options *o, const verification *v, const report_options *r) {
    bool good = true, proven = v->verdict == VERDICT_TRUE, violated = v->verdict == VERDICT_FALSE;
    if (o->write.certificate && (proven || (violated && v->evidence.certificate.size)))
        good &= write_out(&v->evidence.certificate, o->write.certificate);
    if (o->write.test && violated) good &= write_test(o, v);
    if (o->write.witness_out && (proven || violated)) good &= write_witness(o, v);
    if (o->write.annotate && proven) good &= write_annotated(o, v);
    if (v->unkept) good = folder_fail(o->verify.keep, v->unkept);
    if (o->write.json) good &= write_report(report_json, v, r, o->write.json);
    if (o->write.html) good &= write_page(o, v, r);
    if (o->write.sarif) good &= write_report(report_sarif, v, r, o->write.sarif);
    if (o->write.summary) good &= append_summary(o, v, r);
    if (o->write.junit && r->checks) good &= write_junit(r->checks, o->write.junit);
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

/* A report that is written to standard output is only there: a program reads it. */
static bool takes_output(const cli_options *o) {
    const char *const files[] = {o->write.json, o->write.sarif, o->write.summary,
                                 o->write.certificate, o->write.witness_out};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        if (files[i] && !strcmp(files[i], "-")) return true;
    return false;
}

static void print_report(const cli_options *o, const verification *v, const report_options *r) {
    text t = {0};
    report_text(v, r, &t);
    signals_done();
    print_guarded(&t, r->colour, takes_output(o) ? stderr : stdout);
    finish_output();
    text_release(&t);
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
        text words = {0};
        for (uint32_t k = 0; k < x->arguments.size; k++)
            text_print(&words, " %s", x->arguments.data[k]);
        print_line(stdout, "%s%s", x->file, has_main(x) ? "  (has main)" : "");
        if (words.size) print_line(stdout, "   %s", text_string(&words));
        text_release(&words);
    }
    for (uint32_t i = 0; good && i < s.notes.size; i++)
        print_line(stdout, "note: %s", s.notes.data[i]);
    if (!good)
        print_line(stderr, "cinch: %s%s%s", error.file ? error.file : "", error.file ? ": " : "",
                   error.message);
    sources_release(&s);
    finish_output();
    return good ? 0 : EXIT_INPUT;
}

/* ---- one function, or all that have a contract ---- */

static void want_proof(const cli_options *o, verify_options *how) {
    how->proof_wanted = o->verify.keep || o->write.certificate || o->write.witness_out ||
                        o->write.annotate || o->write.html || o->verbose;
    how->undivided = o->write.certificate || o->write.witness_out || o->write.annotate;
}

static void report_soon(const cli_options *o, const verification *v) {
    text verdict = {0};
    report_verdict(v, &verdict);
    signals_report(text_string(&verdict), takes_output(o) ? STDERR_FILENO : STDOUT_FILENO);
    text_release(&verdict);
}

/* `functions`: so many are still to be asked about, of the time that is left. */
static int verify_program(const cli_options *o, uint32_t functions, verify_task *t) {
    option_error e = {0};
    progress *slots = progress_new();
    verification *v = &t->v;
    signals_watch(isatty(STDERR_FILENO) ? slots : NULL, v);
    bool good = task_prepare(o, t, &e);
    print_messages(&t->proposed.said);
    if (!good) usage_fail("%s", e.message);
    want_proof(o, &t->how);
    t->how.engine.progress = slots;
    t->how.seconds = time_left() / functions;
    task_run(o, t);
    report_soon(o, v);
    print_messages(&v->messages);
    int status = report_exit_status(v);
    report_options r = {.stats = o->stats,
                        .verbose = o->verbose,
                        .files = &o->verify.load.files,
                        .checks = task_checks(o, t),
                        .requirements = o->requirement ? &t->required : NULL,
                        .progress = slots,
                        .seconds = o->verify.seconds};
    terminal_of(takes_output(o) ? STDERR_FILENO : STDOUT_FILENO, &r);
    if (status == EXIT_INPUT || status == EXIT_MISSING) {
        signals_done();
        return status;
    }
    bool written = write_files(o, v, &r);
    print_report(o, v, &r);
    progress_delete(slots);
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
    const void *about_one[] = {o->write.certificate, o->write.test,   o->write.witness_out,
                               o->write.annotate,    o->write.json,   o->write.sarif,
                               o->write.html,        o->write.summary};
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
    print_messages(&messages);
    if (good && !names.size) fputs("cinch: no function with a body has a contract\n", stderr);
    int status = !good ? status_unread(loaded) : !names.size ? EXIT_INPUT : EXIT_TRUE;
    for (uint32_t i = 0; i < names.size && status != EXIT_INPUT && status != EXIT_MISSING; i++) {
        static verify_task t;
        cli_options one = *o;
        one.verify.load.function = names.data[i];
        print_line(stdout, "function %s", names.data[i]);
        int own = verify_program(&one, names.size - i, &t);
        int worst = graver(status, own);
        text said = {0};
        report_verdict(&t.v, &said);
        if (worst != status || !verdict.size) {
            text_clear(&verdict);
            text_add(&verdict, text_string(&said));
        }
        text_print(&table, "  %-24s %s\n", names.data[i], text_string(&said));
        text_release(&said);
        status = worst;
        task_release(&t);
    }
    if (table.size)
        puts(
            "contracts, all in this run: what one assumes of another is proved where that is TRUE");
    print_lines(stdout, &table);
    if (verdict.size) printf("VERDICT: %s\n", text_string(&verdict));
    finish_output();
    vec_free_each(&names);
    text_release(&messages);
    text_release(&table);
    text_release(&verdict);
    return status;
}

int command_verify(const cli_options *o) {
    static verify_task t;
    option_error e = {0};
    if (!task_accepts(o, &e)) usage_fail("%s", e.message);
    if (o->list) return list_sources(o);
    if (o->each && termination_is_asked(&o->verify)) return command_bounds(o);
    if (o->infer) return infer_contracts(o);
    if (o->verify.load.function && !strcmp(o->verify.load.function, "all"))
        return verify_functions(o);
    int status = verify_program(o, 1, &t);
    task_release(&t);
    return status;
}
