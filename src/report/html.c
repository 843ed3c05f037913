/* The result as a page for a browser: the verdict and what it rests on, then the sources, with the
 * steps of a violation and the values that changed beside their lines, or with the invariants of a
 * proof. One file, without scripts. */
#include "report/report.h"

#include <string.h>

enum { MOST_STEPS = 10000, LARGEST_SOURCE = 4 << 20 };

static const char style[] =
    "body{font:15px sans-serif;margin:2em;max-width:90em}pre,td{font:13px "
    "monospace}table{border-collapse:collapse}"
    "td{padding:0 .8em 0 "
    "0;vertical-align:top;white-space:pre-wrap}td:first-child{color:#777;text-align:right}"
    ".verdict{font-size:150%;padding:.3em "
    ".6em;color:#fff;display:inline-block}.TRUE{background:#27632a}.FALSE{background:#a1260d}"
    ".proved{background:#dff0d8}.violated{background:#f6c5bb}.open{background:#ddd}"
    ".UNKNOWN{background:#666}.hit{background:#fdf0d5}.error{background:#f6c5bb}.invariant{"
    "background:#dff0d8}.value{color:#a1260d}a{color:#777}"
    ".vacuous{background:#fdf0d5}svg text{font:12px sans-serif}.end{text-anchor:end}";

/* The sources that are shown, by name. */
typedef vec(const char *) name_vec;

typedef struct {
    const verification *v;
    const check_list *checks; /* NULL: one verdict for all */
    trace_steps steps;
    name_vec files;
    source_cache lines;
    map visits; /* count_visits */
    text *out;
} page;

static void put(page *g, const char *s) { text_add(g->out, s); }
static void say(page *g, const char *s) { report_escape(s, g->out); }

static uint32_t file_number(page *g, const char *name) {
    uint32_t i = 0;
    while (i < g->files.size && strcmp(g->files.data[i], name)) i++;
    if (i == g->files.size) vec_push(&g->files, name);
    return i;
}

/* ---- the violation ---- */

static void put_changes(page *g, const trace_step *s) {
    text t = {0};
    trace_changes_print(g->v, &g->steps, s, &t);
    if (t.size) say(g, text_string(&t));
    text_release(&t);
}

static void put_code(page *g, position at) {
    size_t size;
    const char *code = source_line(&g->lines, g->v->unreduced, at, &size);
    char *line = mem_format("%.*s", (int)size, code);
    say(g, line);
    mem_free(line);
}

static void put_step(page *g, uint32_t number, const trace_step *s) {
    static const char *const branches[] = {"", "true", "false", "branch"};
    const program *p = g->v->unreduced;
    text_print(g->out, "<tr><td>%u<td>", number);
    if (s->at.line) {
        text_print(g->out, "<a href=\"#f%u-%u\">", file_number(g, program_text(p, s->at.file)),
                   s->at.line);
        say(g, program_text(p, s->at.file));
        text_print(g->out, ":%u</a>", s->at.line);
    }
    put(g, "<td><code>");
    put_code(g, s->at);
    text_print(g->out, "</code><td>%s<td class=\"value\">",
               g->v->from_c ? branches[s->branch] : "");
    put_changes(g, s);
    put(g, s->input ? " (input)\n" : "\n");
}

static void put_violation(page *g) {
    put(g, "<h2>The violation, step by step</h2>\n<table>\n");
    for (uint32_t i = 0; i < g->steps.steps.size && i < MOST_STEPS; i++)
        put_step(g, i + 1, &g->steps.steps.data[i]);
    put(g, "</table>\n");
    if (g->steps.steps.size > MOST_STEPS || g->steps.unfinished)
        put(g, "<p>The run goes on; these are its first steps.</p>\n");
}

/* ---- every check ---- */

static void put_check(page *g, const named_check *c) {
    text place = {0}, why = {0};
    report_check_place(c, &place);
    report_check_why(g->checks, c, &why);
    text_print(g->out, "<tr class=\"%s\"><td>%s<td><a href=\"#f%u-%u\">",
               report_check_state(c->state), report_check_state(c->state), file_number(g, c->file),
               c->line);
    say(g, text_string(&place));
    text_print(g->out, "</a><td>%s<td>", c->name);
    say(g, c->detail);
    put(g, "<td>");
    say(g, text_string(&why));
    put(g, "\n");
    text_release(&place);
    text_release(&why);
}

static void put_checks(page *g) {
    put(g, "<h2>The checks</h2>\n<table>\n");
    for (uint32_t i = 0; i < g->checks->items.size; i++) put_check(g, &g->checks->items.data[i]);
    put(g, "</table>\n");
    for (uint32_t i = 0; i < g->checks->answers.size; i++) {
        const verification *a = g->checks->answers.data[i];
        if (a->verdict != VERDICT_FALSE) continue;
        page run = {.v = a, .files = g->files, .out = g->out};
        trace_follow(a, &run.steps);
        text_print(g->out, "<h2>Run %u</h2>\n", i + 1);
        put_violation(&run);
        trace_steps_release(&run.steps);
        g->files = run.files;
    }
}

/* ---- sources ---- */

/* What the run did in a line: how often it came there, and the values of the last time. */
static const trace_step *last_step_at(const page *g, uint32_t file, uint32_t line,
                                      uint32_t *times) {
    uint32_t name = intern_find(&g->v->unreduced->names, g->files.data[file]);
    uint64_t found = map_find(&g->visits, (uint64_t)name << 32 | line, 0);
    *times = (uint32_t)(found >> 32);
    return *times ? &g->steps.steps.data[(uint32_t)found] : NULL;
}

/* By file and line: how many steps are there, and the last of them. */
static void count_visits(page *g) {
    for (uint32_t i = 0; i < g->steps.steps.size; i++) {
        const trace_step *s = &g->steps.steps.data[i];
        uint64_t key = (uint64_t)s->at.file << 32 | s->at.line;
        uint64_t times = (map_find(&g->visits, key, 0) >> 32) + 1;
        map_set(&g->visits, key, times << 32 | i);
    }
}

/* The worst of the checks in a line: violated, then open; NULL: it has none. */
static const char *check_class(const page *g, uint32_t file, uint32_t line) {
    static const enum check_state worse[] = {CHECK_STATE_VIOLATED, CHECK_STATE_OPEN,
                                             CHECK_STATE_PROVED};
    for (uint32_t k = 0; g->checks && k < CHECK_STATES; k++)
        for (uint32_t i = 0; i < g->checks->items.size; i++) {
            const named_check *c = &g->checks->items.data[i];
            if (c->state == worse[k] && c->line == line && !strcmp(c->file, g->files.data[file]))
                return report_check_state(c->state);
        }
    return NULL;
}

static void put_line(page *g, uint32_t file, uint32_t line, const char *code) {
    uint32_t times;
    const trace_step *s = last_step_at(g, file, line, &times);
    bool end = s && g->steps.steps.size && s == &vec_last(&g->steps.steps);
    const char *checked = check_class(g, file, line);
    const char *class = end ? "error" : s ? "hit" : checked ? checked : "";
    text_print(g->out, "<tr id=\"f%u-%u\" class=\"%s\"><td>%u<td>", file, line, class, line);
    say(g, code);
    put(g, "<td class=\"value\">");
    if (times > 1) text_print(g->out, "%u times%s", times, s->change_count ? "; at last " : "");
    if (s) put_changes(g, s);
    put(g, "\n");
}

static void put_invariant(page *g, const char *code) {
    put(g, "<tr class=\"invariant\"><td><td>");
    say(g, code);
    put(g, "<td>\n");
}

/* The next line, without its end; NULL: there is none. */
static char *next_line(const char **at) {
    if (!**at) return NULL;
    size_t n = strcspn(*at, "\n");
    char *line = mem_format("%.*s", (int)n, *at);
    *at += n + ((*at)[n] == '\n');
    line[strcspn(line, "\r")] = 0;
    return line;
}

/* `said` is the source with comments, some of them in lines of their own, which have no number. */
static void put_lines(page *g, uint32_t file, const char *said, const u32_vec *added) {
    uint32_t number = 0, passed = 0;
    for (char *line; (line = next_line(&said)); mem_free(line)) {
        bool own = passed == added->size || added->data[passed] != number + passed + 1;
        if (own) put_line(g, file, ++number, line);
        else put_invariant(g, line), passed++;
    }
}

static void put_source(page *g, uint32_t file) {
    text content = {0}, said = {0};
    u32_vec added = {0};
    if (report_read_source(g->v->unreduced, g->files.data[file], &content) && content.size &&
        content.size < LARGEST_SOURCE) {
        put(g, "<h2>");
        say(g, g->files.data[file]);
        put(g, "</h2>\n<table>\n");
        bool annotated =
            g->v->verdict == VERDICT_TRUE && g->v->from_c && !g->checks &&
            annotate_source(g->v->unreduced, &g->v->evidence, g->files.data[file], &said, &added);
        put_lines(g, file, text_string(annotated ? &said : &content), &added);
        put(g, "</table>\n");
    }
    text_release(&content);
    text_release(&said);
    vec_release(&added);
}

/* ---- the page ---- */

static void put_head(page *g, const report_options *o) {
    static const char *const verdicts[] = {"UNKNOWN", "TRUE", "FALSE"};
    text answer = {0};
    report_verdict(g->v, &answer);
    put(g, "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>");
    say(g, text_string(&answer));
    for (uint32_t i = 0; i < o->files->size; i++)
        put(g, i ? ", " : ": "), say(g, o->files->data[i]);
    text_print(g->out, "</title><style>%s</style></head>\n<body><p class=\"verdict %s\">", style,
               verdicts[g->v->verdict]);
    say(g, text_string(&answer));
    put(g, "</p>\n");
    text_release(&answer);
}

/* As on a terminal, without the steps, which have a table of their own. */
static void put_summary(page *g, const report_options *o) {
    text t = {0};
    report_options brief = {
        .stats = o->stats, .files = o->files, .checks = o->checks, .requirements = o->requirements};
    report_summary(g->v, &brief, &t);
    put(g, "<pre>");
    say(g, text_string(&t));
    put(g, "</pre>\n");
    text_release(&t);
}

void report_html(const verification *v, const report_options *o, text *out) {
    page g = {.v = v, .checks = o->checks, .out = out};
    for (uint32_t i = 0; i < v->sources.items.size; i++)
        if (v->sources.items.data[i].kind != SOURCE_IR)
            file_number(&g, v->sources.items.data[i].file);
    bool one = v->verdict == VERDICT_FALSE && !o->checks;
    if (one) trace_follow(v, &g.steps);
    count_visits(&g);
    put_head(&g, o);
    put_summary(&g, o);
    if (one) put_violation(&g);
    if (o->requirements) report_requirements_html(o->requirements, out);
    else if (o->checks) put_checks(&g);
    for (uint32_t i = 0; i < g.files.size; i++) put_source(&g, i);
    put(&g, "</body></html>\n");
    source_cache_release(&g.lines);
    vec_release(&g.files);
    map_release(&g.visits);
    trace_steps_release(&g.steps);
}
