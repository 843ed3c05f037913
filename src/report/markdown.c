/* The result as Markdown, for the summary of a build server's job. */
#include "base/escape.h"
#include "report/report.h"

#include <string.h>
#include <strings.h>

/* Whole URLs become links by themselves: the mark that makes them one is escaped. */
static bool is_markup(const char *from, const char *s) {
    if (*s == ':') return s[1] == '/';
    if (*s == '.') return s - from >= 3 && !strncasecmp(s - 3, "www", 3);
    return strchr("\\`*_[]<>|~!&#@$", *s);
}

void report_markdown_escape(const char *given, text *out) {
    text plain = {0};
    escape_word(given, strlen(given), &plain);
    for (const char *from = text_string(&plain), *s = from; *s; s++) {
        if (is_markup(from, s)) text_char(out, '\\');
        text_char(out, *s);
    }
    text_release(&plain);
}

/* In a line of a table, or between backquotes, these would end it. */
static void put_code(text *out, const char *s) {
    for (; *s; s++) {
        if (*s == '|') text_add(out, "\\|");
        else text_char(out, *s == '\n' ? ' ' : *s == '`' ? '\'' : *s);
    }
}

static void put_steps(const verification *v, const trace_steps *all, text *out) {
    enum { MOST = 40 };
    const program *p = v->unreduced;
    source_cache lines = {0};
    uint32_t first = all->steps.size > MOST ? all->steps.size - MOST : 0;
    text_print(out, "\n<details><summary>The violation, step by step%s</summary>\n\n",
               first ? " (its last steps)" : "");
    text_add(out, "| place | source | values |\n|---|---|---|\n");
    for (uint32_t i = first; i < all->steps.size; i++) {
        const trace_step *s = &all->steps.data[i];
        text values_said = {0}, code = {0};
        size_t size;
        const char *line = source_line(&lines, p, s->at, &size);
        text_bytes(&code, line, size);
        trace_changes_print(v, all, s, &values_said);
        text_add(out, "| ");
        report_markdown_escape(program_text(p, s->at.file), out);
        text_print(out, ":%u | `", s->at.line);
        put_code(out, text_string(&code));
        text_add(out, "` | ");
        report_markdown_escape(text_string(&values_said), out);
        text_add(out, " |\n");
        text_release(&values_said);
        text_release(&code);
    }
    text_add(out, "\n</details>\n");
    source_cache_release(&lines);
}

static void put_violation(const verification *v, text *out) {
    const program *p = v->unreduced;
    trace_steps all = {0};
    trace_follow(v, &all);
    loc l = report_reached(v);
    text where = {0};
    if (!same_loc(l, NO_LOC))
        report_position(p, all.stack.size ? all.stack.data[0] : p->locations.data[l.id].at, &where);
    text_add(out, "**");
    report_markdown_escape(where.size ? text_string(&where) : "somewhere", out);
    text_add(out, "**: ");
    report_markdown_escape(all.failure.size ? text_string(&all.failure) : v->detail, out);
    text_char(out, '\n');
    put_steps(v, &all, out);
    text_release(&where);
    trace_steps_release(&all);
}

static void put_checks(const check_list *l, text *out) {
    text_add(out, "| check | state |\n|---|---|\n");
    for (uint32_t i = 0; i < l->items.size; i++) {
        const named_check *c = &l->items.data[i];
        text place = {0};
        report_check_place(c, &place);
        text_add(out, "| ");
        report_markdown_escape(text_string(&place), out);
        text_add(out, ": ");
        report_markdown_escape(c->detail, out);
        text_print(out, " | %s |\n", report_check_state(c->state));
        text_release(&place);
    }
}

/* A line of backquotes would end it. */
static void put_block(const char *s, text *out) {
    text lines = {0};
    escape_lines(s, strlen(s), &lines);
    text_add(out, "\n```\n");
    for (s = text_string(&lines); *s; s++) text_char(out, *s == '`' ? '\'' : *s);
    text_add(out, "```\n");
    text_release(&lines);
}

void report_markdown(const verification *v, const report_options *o, text *out) {
    static const char *const signs[] = {":grey_question:", ":white_check_mark:", ":x:"};
    text verdict_said = {0}, rest = {0};
    report_verdict(v, &verdict_said);
    text_print(out, "### %s cinch: ", signs[v->verdict]);
    report_markdown_escape(text_string(&verdict_said), out);
    for (uint32_t i = 0; i < o->files->size; i++) {
        text_add(out, i ? ", `" : " for `");
        put_code(out, o->files->data[i]);
        text_char(out, '`');
    }
    text_add(out, "\n\n");
    if (o->checks) put_checks(o->checks, out);
    else if (v->reduced && v->verdict == VERDICT_FALSE) put_violation(v, out);
    if (v->unreduced && v->verdict == VERDICT_UNKNOWN) report_unknown(v, o, &rest);
    if (v->unreduced) report_notes(v, &rest);
    if (rest.size) put_block(text_string(&rest), out);
    text_char(out, '\n');
    text_release(&verdict_said);
    text_release(&rest);
}
