/* cinch scan: every function with external linkage as an entry with arbitrary arguments. A line a
 * check, green (proved), red (an executed run violates it) or grey (open), the worst function
 * first; what holds only where callers keep to something is listed as a precondition. */
#include "base/path.h"
#include "cli/command.h"
#include "cli/signals.h"
#include "frontend/load/load.h"
#include "report/report.h"

#include <dirent.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

enum { SECONDS_EACH = 10 }; /* a function, where the user gives no limit */

typedef struct {
    char *name;
    text said; /* what a person reads */
    uint32_t green, red, grey;
} scanned_function;

typedef struct {
    const cli_options *options;
    vec(scanned_function) functions;
    json_t *runs;    /* of SARIF */
    json_t *results; /* by function, as of verify --each */
    double end;      /* of all; 0: no limit */
} scan;

/* A folder stands for the C files in it, in the order of their names. */
static void add_folder(DIR *d, const char *folder, string_vec *out) {
    uint32_t first = out->size;
    for (struct dirent *e; (e = readdir(d));) {
        size_t n = strlen(e->d_name);
        if (n > 2 && !strcmp(e->d_name + n - 2, ".c"))
            vec_push(out, mem_format("%s/%s", folder, e->d_name));
    }
    if (out->size > first)
        qsort(out->data + first, out->size - first, sizeof *out->data, path_in_order);
}

static void expand_folders(const string_vec *given, string_vec *out) {
    for (uint32_t i = 0; i < given->size; i++) {
        DIR *d = opendir(given->data[i]);
        if (d) add_folder(d, given->data[i], out), closedir(d);
        else vec_push(out, mem_string(given->data[i]));
    }
}

/* A violation that no run of the compiled program shows is a question, and no answer. */
static void doubt_unexecuted(check_list *l) {
    for (uint32_t i = 0; i < l->items.size; i++) {
        named_check *c = &l->items.data[i];
        if (c->state != CHECK_STATE_VIOLATED ||
            l->answers.data[c->answer]->evidence.level == EVIDENCE_EXECUTED)
            continue;
        c->state = CHECK_STATE_OPEN;
        c->open = "the model has such a run, but it was not executed";
    }
}

static void say_checks(const check_list *l, scanned_function *f) {
    static const char *const colours[CHECK_STATES] = {"grey", "green", "red"};
    for (uint32_t i = 0; i < l->items.size; i++) {
        const named_check *c = &l->items.data[i];
        text_print(&f->said, "  %-6s", colours[c->state]);
        report_check_place(c, &f->said);
        text_print(&f->said, ": %s (%s): ", c->name, c->detail);
        report_check_why(l, c, &f->said);
        text_char(&f->said, '\n');
    }
    f->green = check_list_count(l, CHECK_STATE_PROVED);
    f->red = check_list_count(l, CHECK_STATE_VIOLATED);
    f->grey = check_list_count(l, CHECK_STATE_OPEN);
}

/* The assumptions of the model about what callers give and leave. */
static void say_preconditions(const program *p, scanned_function *f) {
    for (uint32_t i = 0; p && i < p->notes.size; i++)
        if (p->notes.data[i].kind == NOTE_ASSUMPTION)
            text_print(&f->said, "  assumes %s\n", program_text(p, p->notes.data[i].text));
}

static void add_run(scan *s, const verification *v, const check_list *l) {
    text sarif = {0};
    report_options r = {.files = &s->options->verify.load.files, .checks = l};
    report_sarif(v, &r, &sarif);
    json_t *all = json_loadb(sarif.data, sarif.size, 0, NULL), *run;
    size_t i;
    json_array_foreach(json_object_get(all, "runs"), i, run) json_array_append(s->runs, run);
    json_decref(all);
    text_release(&sarif);
}

static void add_result(scan *s, const verification *v, const check_list *l, const char *entry) {
    text json = {0};
    report_options r = {.files = &s->options->verify.load.files, .checks = l};
    report_json(v, &r, &json);
    json_t *one = json_loadb(json.data, json.size, 0, NULL);
    require(one, "the result is not JSON");
    json_object_set_new(one, "entry", json_string(entry));
    json_array_append_new(s->results, one);
    text_release(&json);
}

static double share_of_time(const scan *s, uint32_t left) {
    if (!s->end) return SECONDS_EACH;
    double rest = (s->end - clock_now()) / left;
    return rest > 0.1 ? rest : 0.1;
}

static void scan_function(scan *s, const load_options *load, const proposal *p, double seconds) {
    verify_options how = s->options->verify;
    verification v;
    check_list checks = {0};
    scanned_function f = {.name = mem_format("%s:%u: %s", p->file, p->line, p->name)};
    how.load = *load;
    how.load.entry = p->name;
    how.seconds = seconds;
    if (!s->options->word.property) how.load.checks = CHECK_UNDEFINED | CHECK_ASSERT;
    verify_each(&how, &v, &checks);
    doubt_unexecuted(&checks);
    say_checks(&checks, &f);
    if (!v.unreduced) text_print(&f.said, "  grey  not read: %s\n", v.detail), f.grey = 1;
    say_preconditions(v.unreduced, &f);
    if (s->options->write.sarif && v.unreduced) add_run(s, &v, &checks);
    if (s->options->write.json) add_result(s, &v, &checks, p->name);
    check_list_release(&checks);
    verification_release(&v);
    vec_push(&s->functions, f);
}

static int worst_first(const void *a, const void *b) {
    const scanned_function *x = a, *y = b;
    if (x->red != y->red) return x->red > y->red ? -1 : 1;
    if (x->grey != y->grey) return x->grey > y->grey ? -1 : 1;
    return strcmp(x->name, y->name);
}

static int print_scan(scan *s) {
    uint32_t red = 0, grey = 0, green = 0;
    if (s->functions.size)
        qsort(s->functions.data, s->functions.size, sizeof *s->functions.data, worst_first);
    for (uint32_t i = 0; i < s->functions.size; i++) {
        scanned_function *f = &s->functions.data[i];
        print_line(stdout, "%s: %u green, %u red, %u grey", f->name, f->green, f->red, f->grey);
        print_lines(stdout, &f->said);
        red += f->red, grey += f->grey, green += f->green;
    }
    printf("SCAN: %u functions, %u green, %u red, %u grey\n", s->functions.size, green, red, grey);
    if (red) printf("VERDICT: FALSE(%u checks)\n", red);
    else if (grey) printf("VERDICT: UNKNOWN(%u checks are open)\n", grey);
    else puts(s->functions.size ? "VERDICT: TRUE" : "VERDICT: UNKNOWN(no function was scanned)");
    return red ? EXIT_FALSE : grey || !s->functions.size ? EXIT_UNKNOWN : EXIT_TRUE;
}

static bool write_sarif(scan *s) {
    if (!s->options->write.sarif) return true;
    json_t *root =
        json_pack("{s:s, s:s, s:O}", "$schema", "https://json.schemastore.org/sarif-2.1.0.json",
                  "version", "2.1.0", "runs", s->runs);
    text t = {0};
    report_dump(root, &t);
    return write_made(&t, s->options->write.sarif);
}

static bool write_json(scan *s) {
    if (!s->options->write.json) return true;
    text t = {0};
    report_dump(json_pack("{s:s, s:s, s:O}", "tool", "cinch", "version", CINCH_VERSION, "functions",
                          s->results),
                &t);
    return write_made(&t, s->options->write.json);
}

static void scan_all(scan *s, const load_options *load, const proposal_vec *all) {
    uint32_t left = 0, number = 0, total;
    for (uint32_t i = 0; i < all->size; i++) left += !all->data[i].internal;
    total = left;
    for (uint32_t i = 0; i < all->size && !interrupt_requested; i++) {
        if (all->data[i].internal) continue;
        print_line(stderr, "scan: %u of %u: %s", ++number, total, all->data[i].name);
        scan_function(s, load, &all->data[i], share_of_time(s, left--));
    }
}

/* Nobody is told TRUE about what was not looked at. */
static void say_left_out(scan *s, const load_options *load, const proposal_vec *all) {
    string_vec contracts = {0};
    text messages = {0};
    enum load_status loaded;
    uint32_t internal = 0;
    for (uint32_t i = 0; i < all->size; i++) internal += all->data[i].internal;
    frontend_contracts(load, &loaded, &messages, &contracts);
    for (uint32_t i = 0; i < contracts.size; i++) {
        scanned_function f = {.name = contracts.data[i], .grey = 1};
        text_add(&f.said, "  grey  it has a contract: cinch verify --function decides it\n");
        vec_push(&s->functions, f);
    }
    if (internal) print_line(stdout, "scan: left out: %u static functions", internal);
    vec_release(&contracts);
    text_release(&messages);
}

static void scan_release(scan *s) {
    for (uint32_t i = 0; i < s->functions.size; i++) {
        mem_free(s->functions.data[i].name);
        text_release(&s->functions.data[i].said);
    }
    vec_release(&s->functions);
    json_decref(s->runs);
    json_decref(s->results);
}

int command_scan(const cli_options *o) {
    scan s = {.options = o, .runs = json_array(), .results = json_array()};
    load_options load = o->verify.load;
    proposal_vec all = {0};
    text messages = {0};
    enum load_status loaded;
    load.files = (string_vec){0};
    expand_folders(&o->verify.load.files, &load.files);
    if (o->verify.seconds > 0) s.end = clock_now() + time_left();
    bool good = frontend_propose(&load, &loaded, &messages, &all);
    print_messages(&messages);
    if (good) scan_all(&s, &load, &all), say_left_out(&s, &load, &all);
    int status = good ? print_scan(&s) : status_unread(loaded);
    if (good && !(write_sarif(&s) & write_json(&s))) status = EXIT_INTERNAL;
    finish_output();
    vec_release_each(&all, proposal_release);
    vec_free_each(&load.files);
    text_release(&messages);
    scan_release(&s);
    return status;
}
