/* The result as Markdown, for the summary of a build server's job. */
#include "report/report.h"

#include <string.h>

/* In a line of a table, or between backquotes, these would end it. */
static void put(text *out, const char *s) {
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
        text_print(out, "| %s:%u | `", program_text(p, s->at.file), s->at.line);
        put(out, text_string(&code));
        text_add(out, "` | ");
        put(out, text_string(&values_said));
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
    text_print(out, "**%s**: ", where.size ? text_string(&where) : "somewhere");
    put(out, all.failure.size ? all.failure.data : v->detail);
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
        text_print(out, "| %s: ", text_string(&place));
        put(out, c->detail);
        text_print(out, " | %s |\n", report_check_state(c->state));
        text_release(&place);
    }
}

void report_markdown(const verification *v, const report_options *o, text *out) {
    static const char *const signs[] = {":grey_question:", ":white_check_mark:", ":x:"};
    text verdict_said = {0}, rest = {0};
    report_verdict(v, &verdict_said);
    text_print(out, "### %s cinch: %s", signs[v->verdict], text_string(&verdict_said));
    for (uint32_t i = 0; i < o->files->size; i++)
        text_print(out, "%s`%s`", i ? ", " : " for ", o->files->data[i]);
    text_add(out, "\n\n");
    if (o->checks) put_checks(o->checks, out);
    else if (v->reduced && v->verdict == VERDICT_FALSE) put_violation(v, out);
    if (v->unreduced && v->verdict == VERDICT_UNKNOWN) report_unknown(v, o, &rest);
    if (v->unreduced) report_notes(v, &rest);
    if (rest.size) text_print(out, "\n```\n%s```\n", text_string(&rest));
    text_char(out, '\n');
    text_release(&verdict_said);
    text_release(&rest);
}
