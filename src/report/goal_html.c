/* Coverage goals as a page for a browser, which can be signed: what was analysed, by what and under
 * which assumptions, metrics, every goal with its reason, proofs, tests, and the sources with the
 * state of each line. One file, without scripts: the filters are style. */
#include "evidence/sha256.h"
#include "report/goals.h"

#include <time.h>

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
    "pre{font:13px monospace;white-space:pre-wrap}a{color:#245}label{margin-right:1em}"
    "svg text{font:12px sans-serif}svg .end{text-anchor:end}.goals td:nth-child(2){font:13px "
    "monospace}"
    "#covered:not(:checked)~table .covered,#unreachable:not(:checked)~table .unreachable,"
    "#open:not(:checked)~table .open,#justified:not(:checked)~table .justified,"
    "#statement:not(:checked)~table .statement,#branch:not(:checked)~table .branch,"
    "#condition:not(:checked)~table .condition,#mcdc:not(:checked)~table .mcdc{display:none}"
    "@media print{details>*{display:block}}";

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
               goal_criterion_of(&g->d->goals), g->d->suite, g->d->suite == 1 ? "" : "s");
    text_release(&answer);
}

/* ---- what was analysed ---- */

static void put_fact(goal_page *g, const char *name, const char *said) {
    if (!said || !*said) return;
    text_print(g->out, "<tr><th>%s<td>", name);
    say(g, said);
    put(g, "\n");
}

/* The words of the command line, as the system knows them. */
static void put_command(goal_page *g) {
    char words[8192];
    FILE *f = fopen("/proc/self/cmdline", "r");
    size_t n = f ? fread(words, 1, sizeof words - 1, f) : 0;
    if (f) fclose(f);
    for (size_t i = 0; i + 1 < n; i++)
        if (!words[i]) words[i] = ' ';
    words[n] = 0;
    put_fact(g, "command", words);
}

static void put_date(goal_page *g) {
    char said[64];
    time_t now = time(NULL);
    struct tm at;
    if (gmtime_r(&now, &at) && strftime(said, sizeof said, "%Y-%m-%d %H:%M UTC", &at))
        put_fact(g, "date", said);
}

static void put_hash(goal_page *g, const char *file) {
    text content = {0};
    char hash[65];
    if (report_read_source(g->d->v->unreduced, file, &content)) {
        sha256_hex(content.data, content.size, hash);
        text_print(g->out, "<tr><th>source<td>");
        say(g, file);
        text_print(g->out, " <small>SHA-256 %s</small>\n", hash);
    }
    text_release(&content);
}

/* Every file that has a goal, headers too. */
static void put_hashes(goal_page *g, const report_options *o) {
    u32_vec files = {0};
    goals_files(g->d, &files);
    for (uint32_t i = 0; i < o->files->size; i++) put_hash(g, o->files->data[i]);
    for (uint32_t i = 0; i < files.size; i++) {
        const char *name = goal_name(&g->d->goals, files.data[i]);
        bool named = false;
        for (uint32_t k = 0; k < o->files->size; k++) named |= !strcmp(name, o->files->data[k]);
        if (!named) put_hash(g, name);
    }
    vec_release(&files);
}

/* What the user said of an input: of the whole, where it is a part of a record or an array. */
static const input_bounds *said_of(const load_options *l, const char *name) {
    for (uint32_t i = 0; i < l->bounds.size; i++) {
        const char *whole = l->bounds.data[i].name;
        size_t n = strlen(whole);
        if (!strncmp(name, whole, n) && (!name[n] || name[n] == '.' || name[n] == '['))
            return &l->bounds.data[i];
    }
    return NULL;
}

static void add_bounds(const input_bounds *b, text *said) {
    if (!b) return;
    char low[BOUND_DIGITS], high[BOUND_DIGITS];
    if (b->bounded)
        text_print(said, " (%s to %s)", bound_words(b->low, low), bound_words(b->high, high));
    if (b->rate > 0) text_print(said, " (by at most %s a call)", bound_words(b->rate, low));
    if (b->constant) text_add(said, " (constant)");
    if (b->finite) text_add(said, " (finite)");
}

static void put_inputs(goal_page *g) {
    const program *p = g->d->v->unreduced;
    text said = {0};
    map seen = {0}, names = {0};
    goal_input_names(p, &names);
    for (uint32_t i = 0; i < p->inputs.size; i++) {
        const input *in = &p->inputs.data[i];
        uint32_t name = (uint32_t)map_find(&names, i, 0);
        if (!origin_about(in->origin)->outside || map_get(&seen, name, NULL)) continue;
        map_set(&seen, name, 1);
        text_print(&said, "%s%s", said.size ? ", " : "", program_text(p, name));
        add_bounds(said_of(&g->d->v->resolved, program_text(p, name)), &said);
    }
    put_fact(g, "inputs", text_string(&said));
    text_release(&said);
    map_release(&seen);
    map_release(&names);
}

static void put_about(goal_page *g, const report_options *o) {
    const load_options *l = &g->d->v->resolved;
    put(g, "<h2>Analysis</h2>\n<table>\n");
    put_fact(g, "tool", "cinch " CINCH_VERSION);
    put_date(g);
    put_command(g);
    put_hashes(g, o);
    put_fact(g, "step function", l->step);
    put_fact(g, "called before", l->init);
    put_fact(g, "entry", l->step ? NULL : l->entry ? l->entry : "main");
    put_fact(g, "data model", l->data_model);
    put_fact(g, "target", l->target);
    put_inputs(g);
    put(g, "</table>\n");
}

/* ---- metrics ---- */

static void put_number(goal_page *g, uint32_t n) {
    text_print(g->out, "<td class=\"number\">%u", n);
}

static void put_metrics(goal_page *g) {
    put(g,
        "<h2>Metrics</h2>\n<table><tr><th>goals<th>all<th>covered<th>unreachable<th>of these only "
        "re-proved<th>justified<th>open<th>coverage\n");
    for (int k = 0; k <= (int)g->d->goals.criterion; k++) {
        goal_count c;
        goals_count(&g->d->goals, (enum goal_kind)k, &c);
        text_print(g->out, "<tr><td>%s", goal_kind_names[k]);
        put_number(g, c.total);
        put_number(g, c.by_state[STATE_COVERED]);
        put_number(g, c.by_state[STATE_UNREACHABLE]);
        put_number(g, goals_reproved(g->d, (enum goal_kind)k));
        put_number(g, c.by_state[STATE_JUSTIFIED]);
        put_number(g, c.by_state[STATE_OPEN]);
        text_print(g->out, "<td class=\"number\">%.1f %%\n", goals_coverage(&c));
    }
    put(g,
        "</table>\n<p>Coverage is the share of coverable goals: without unreachable and justified "
        "ones. "
        "Unreachable means that a solver which shares no code with the one that proved it accepted "
        "the proof; where none did in its time, the goal is counted as re-proved.</p>\n");
}

/* Goals of one function, which come one after the other. */
static uint32_t put_function(goal_page *g, uint32_t first) {
    const goals *all = &g->d->goals;
    const goal *f = &all->items.data[first];
    uint32_t by_state[GOAL_STATES] = {0}, i = first;
    for (; i < all->items.size && all->items.data[i].function == f->function &&
           all->items.data[i].at.file == f->at.file;
         i++)
        by_state[goal_state_of(all, &all->items.data[i])]++;
    put(g, "<tr><td>");
    say(g, goal_name(all, f->at.file));
    text_print(g->out, "<td><a href=\"#f%u-%u\">", f->at.file, f->at.line);
    say(g, goal_name(all, f->function));
    put(g, "</a>");
    put_number(g, i - first);
    put_number(g, by_state[STATE_COVERED]);
    put_number(g, by_state[STATE_UNREACHABLE]);
    put_number(g, by_state[STATE_JUSTIFIED]);
    put_number(g, by_state[STATE_OPEN]);
    put(g, "\n");
    return i;
}

static void put_functions(goal_page *g) {
    put(g, "<h2>Files and functions</h2>\n<table><tr><th>file<th>function<th>goals<th>covered<th>"
           "unreachable<th>justified<th>open\n");
    for (uint32_t i = 0; i < g->d->goals.items.size;) i = put_function(g, i);
    put(g, "</table>\n");
}

static void put_notes(goal_page *g) {
    text t = {0};
    put(g, "<h2>Assumptions</h2>\n");
    report_notes(g->d->v, &t);
    if (g->d->obstacle[0])
        text_print(&t, "note: nothing can be proved unreachable: %s\n", g->d->obstacle);
    if (g->d->excluded)
        text_print(&t, "note: %u goals in excluded files are left out\n", g->d->excluded);
    if (t.size) put(g, "<pre>"), say(g, text_string(&t)), put(g, "</pre>\n");
    else put(g, "<p>None.</p>\n");
    text_release(&t);
}

/* To the test, or the proof. */
static void put_links(goal_page *g, const goal *x) {
    const mark *m = goal_mark_of(&g->d->goals, x);
    if (m->state == STATE_COVERED && m->test < g->d->tests.size)
        text_print(g->out, " <a href=\"#test-%u\">test</a>", g->d->tests.data[m->test].number);
    u32_vec proofs = {0};
    goals_proofs_of(g->d, x, &proofs);
    for (uint32_t i = 0; i < proofs.size; i++)
        text_print(g->out, " <a href=\"#proof-%u\">why</a>", proofs.data[i] + 1);
    vec_release(&proofs);
}

static void put_goal(goal_page *g, const goal *x) {
    text words = {0}, state = {0};
    goals_describe(g->d, x, &words);
    goals_state_text(g->d, x, &state);
    text_print(g->out, "<tr class=\"%s %s\"><td><a href=\"#f%u-%u\">",
               goal_state_names[goal_state_of(&g->d->goals, x)], goal_kind_names[x->kind],
               x->at.file, x->at.line);
    say(g, goal_name(&g->d->goals, x->at.file));
    text_print(g->out, ":%u", x->at.line);
    if (x->at.column) text_print(g->out, ":%u", x->at.column);
    put(g, "</a><td>");
    say(g, text_string(&words));
    put(g, "<td>");
    say(g, text_string(&state));
    put_links(g, x);
    put(g, "\n");
    text_release(&words);
    text_release(&state);
}

static void put_goals(goal_page *g) {
    put(g, "<h2>Goals</h2>\n");
    for (int k = 0; k < GOAL_STATES + (int)g->d->goals.criterion + 1; k++) {
        const char *name = k < GOAL_STATES ? goal_state_names[k] : goal_kind_names[k - GOAL_STATES];
        text_print(g->out,
                   "<input type=\"checkbox\" id=\"%s\" checked><label for=\"%s\">%s</label>\n",
                   name, name, name);
    }
    put(g, "<table class=\"goals\">\n");
    for (uint32_t i = 0; i < g->d->goals.items.size; i++) put_goal(g, &g->d->goals.items.data[i]);
    put(g, "</table>\n");
}

/* ---- proofs and tests ---- */

static void put_proof(goal_page *g, uint32_t number) {
    const goal_proof *p = &g->d->proofs.data[number];
    text_print(g->out,
               "<h3 id=\"proof-%u\">Proof %u</h3>\n<p>No run passes %s, since each loop keeps an "
               "invariant that excludes %s. Found by %s; %s",
               number + 1, number + 1, p->marks == 1 ? "its goal" : "any of its goals",
               p->marks == 1 ? "it" : "them", p->engine, evidence_level_name(p->level));
    if (p->checker)
        text_print(g->out, ", %s accepts all %u queries of the certificate", p->checker,
                   p->queries);
    put(g, number ? ". Runs that pass what earlier proofs exclude are none.</p>\n" : ".</p>\n");
    if (p->invariant.size)
        put(g, "<pre>"), report_escape(p->invariant.data, g->out), put(g, "</pre>\n");
}

static void put_proofs(goal_page *g) {
    if (!g->d->proofs.size) return;
    put(g, "<h2>Proofs</h2>\n");
    for (uint32_t i = 0; i < g->d->proofs.size; i++) put_proof(g, i);
}

static void put_test(goal_page *g, const goal_test *t) {
    goal_signals s;
    text_print(g->out, "<h3 id=\"test-%u\">Test %u</h3>\n<p>Found by %s; %s", t->number, t->number,
               t->by.name, evidence_level_name(t->level));
    if (t->why[0]) put(g, ": "), say(g, t->why);
    put(g, ".</p>\n");
    goal_signals_make(g->d, t, &s);
    goal_signals_html(&s, g->out);
    goal_signals_release(&s);
}

static void put_tests(goal_page *g) {
    put(g, "<h2>Tests</h2>\n");
    for (uint32_t n = 1; n <= g->d->suite; n++)
        for (uint32_t i = 0; i < g->d->tests.size; i++)
            if (g->d->tests.data[i].number == n) put_test(g, &g->d->tests.data[i]);
}

/* ---- sources ---- */

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
    if (!report_read_source(g->d->v->unreduced, goal_name(&g->d->goals, file), &content) ||
        content.size > LARGEST_SOURCE) {
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
    put_about(&g, o);
    put_notes(&g);
    put_metrics(&g);
    if (o->requirements) report_requirements_html(o->requirements, out);
    put_functions(&g);
    put_goals(&g);
    put_proofs(&g);
    put_tests(&g);
    for (uint32_t i = 0; i < files.size; i++) put_source(&g, files.data[i]);
    put(&g, "</body></html>\n");
    vec_release(&files);
}
