/* Coverage goals as a page for a browser: metrics, every goal, and the sources with the state of
 * each line. One file, without scripts. */
#include "report/goals.h"

#include <string.h>

enum { LARGEST_SOURCE = 4 << 20 };

static const char style[] =
    "body{font:15px "
    "sans-serif;margin:2em;max-width:100em}table{border-collapse:collapse;margin-bottom:1.5em}"
    "td,th{padding:.1em .8em .1em 0;vertical-align:top;text-align:left}.number{text-align:right}"
    ".code td{font:13px monospace;white-space:pre-wrap;padding:0 .8em 0 0}.code "
    "td:first-child{color:#777;text-align:right}"
    ".verdict{font-size:150%;padding:.3em "
    ".6em;color:#fff;display:inline-block}.TRUE{background:#27632a}.FALSE{background:#a1260d}"
    ".UNKNOWN{background:#666}.covered{background:#dff0d8}.unreachable{background:#f6c5bb}.open{"
    "background:#fdf0d5}.justified{background:#dde6f5}"
    "pre{font:13px monospace}a{color:#245}";

typedef struct {
    const deadcode *d;
    text *out;
} goal_page;

static void put(goal_page *g, const char *s) { text_add(g->out, s); }
static void say(goal_page *g, const char *s) { report_escape(s, g->out); }

static void put_head(goal_page *g, const report_options *o) {
    static const char *const verdicts[] = {"UNKNOWN", "TRUE", "FALSE"};
    text answer = {0};
    report_verdict(g->d->v, &answer);
    put(g,
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>Coverage goals");
    for (uint32_t i = 0; i < o->files->size; i++)
        put(g, i ? ", " : ": "), say(g, o->files->data[i]);
    text_print(g->out, "</title><style>%s</style></head>\n<body><p class=\"verdict %s\">", style,
               verdicts[g->d->v->verdict]);
    say(g, text_string(&answer));
    text_print(g->out, "</p>\n<p>Coverage analysis %s, criterion %s. %u test%s.</p>\n",
               goals_complete(&g->d->goals) ? "complete"
                                            : "incomplete: the percentages are lower bounds",
               goal_kind_names[g->d->goals.criterion], g->d->suite, g->d->suite == 1 ? "" : "s");
    text_release(&answer);
}

static void put_metrics(goal_page *g) {
    put(g, "<h2>Metrics</"
           "h2>\n<table><tr><th>goals<th>all<th>covered<th>unreachable<th>justified<th>open<th>"
           "coverage\n");
    for (int k = 0; k <= (int)g->d->goals.criterion; k++) {
        goal_count c;
        goals_count(&g->d->goals, (enum goal_kind)k, &c);
        text_print(
            g->out,
            "<tr><td>%s<td class=\"number\">%u<td class=\"number\">%u<td class=\"number\">%u<td "
            "class=\"number\">%u<td class=\"number\">%u<td class=\"number\">%.1f %%\n",
            goal_kind_names[k], c.total, c.by_state[STATE_COVERED], c.by_state[STATE_UNREACHABLE],
            c.by_state[STATE_JUSTIFIED], c.by_state[STATE_OPEN], goals_coverage(&c));
    }
    put(g, "</table>\n");
}

static void put_notes(goal_page *g) {
    text t = {0};
    report_notes(g->d->v, &t);
    if (g->d->obstacle[0])
        text_print(&t, "note: nothing can be proved unreachable: %s\n", g->d->obstacle);
    if (t.size) put(g, "<pre>"), say(g, text_string(&t)), put(g, "</pre>\n");
    text_release(&t);
}

static void put_goal(goal_page *g, const goal *x) {
    text words = {0}, state = {0};
    goals_describe(g->d, x, &words);
    goals_state_text(g->d, x, &state);
    text_print(g->out, "<tr class=\"%s\"><td><a href=\"#f%u-%u\">",
               goal_state_names[goal_state_of(&g->d->goals, x)], x->at.file, x->at.line);
    say(g, goal_name(&g->d->goals, x->at.file));
    text_print(g->out, ":%u", x->at.line);
    if (x->at.column) text_print(g->out, ":%u", x->at.column);
    put(g, "</a><td>");
    say(g, text_string(&words));
    put(g, "<td>");
    say(g, text_string(&state));
    put(g, "\n");
    text_release(&words);
    text_release(&state);
}

static void put_goals(goal_page *g) {
    put(g, "<h2>Goals</h2>\n<table>\n");
    for (uint32_t i = 0; i < g->d->goals.items.size; i++) put_goal(g, &g->d->goals.items.data[i]);
    put(g, "</table>\n");
}

/* What stands beside a line: each goal in it that is not covered. */
static void put_beside(goal_page *g, uint32_t file, uint32_t line) {
    bool any = false;
    for (uint32_t i = 0; i < g->d->goals.items.size; i++) {
        const goal *x = &g->d->goals.items.data[i];
        if (x->at.file != file || x->at.line != line ||
            goal_state_of(&g->d->goals, x) == STATE_COVERED)
            continue;
        text t = {0};
        goals_describe(g->d, x, &t);
        text_print(&t, ": %s", goal_state_names[goal_state_of(&g->d->goals, x)]);
        if (any) put(g, "; ");
        say(g, text_string(&t));
        text_release(&t);
        any = true;
    }
}

static const char *class_of(char sign) {
    return sign == '+'   ? "covered"
           : sign == '-' ? "unreachable"
           : sign == '?' ? "open"
           : sign == 'j' ? "justified"
                         : "";
}

static void put_source(goal_page *g, uint32_t file) {
    text content = {0};
    size_t size;
    if (!text_read_file(&content, goal_name(&g->d->goals, file)) || content.size > LARGEST_SOURCE) {
        text_release(&content);
        return;
    }
    put(g, "<h2>");
    say(g, goal_name(&g->d->goals, file));
    put(g, "</h2>\n<table class=\"code\">\n");
    const char *s = text_string(&content);
    for (uint32_t line = 1; *s; line++, s += size, s += strspn(s, "\r"), s += *s == '\n') {
        size = strcspn(s, "\r\n");
        char *code = mem_format("%.*s", (int)size, s);
        text_print(g->out, "<tr id=\"f%u-%u\" class=\"%s\"><td>%u<td>", file, line,
                   class_of(goals_sign_at(g->d, file, line)), line);
        say(g, code);
        put(g, "<td>");
        put_beside(g, file, line);
        put(g, "\n");
        mem_free(code);
    }
    put(g, "</table>\n");
    text_release(&content);
}

void goals_report_html(const deadcode *d, const report_options *o, text *out) {
    goal_page g = {d, out};
    u32_vec files = {0};
    goals_files(d, &files);
    put_head(&g, o);
    put_metrics(&g);
    put_notes(&g);
    put_goals(&g);
    for (uint32_t i = 0; i < files.size; i++) put_source(&g, files.data[i]);
    put(&g, "</body></html>\n");
    vec_release(&files);
}
