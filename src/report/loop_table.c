#include "report/loop_table.h"
#include "report/report.h"

#include <jansson.h>

static const char *const states[LOOP_STATES] = {[LOOP_OPEN] = "open",
                                                [LOOP_ENDS] = "ends",
                                                [LOOP_BOUNDED] = "bounded",
                                                [LOOP_ENDLESS] = "endless"};

static void print_bound(const loop_bound *b, text *out) {
    const char *what = b->recursion ? "calls deep" : "rounds";
    switch (b->state) {
    case LOOP_BOUNDED:
        if (b->constant) text_print(out, "at most %llu %s", (unsigned long long)b->most, what);
        else text_print(out, "at most %s %s", b->bound, what);
        if (b->constant && b->bound) text_print(out, " (%s)", b->bound);
        else if (b->least && !b->constant) text_add(out, " (1 where that is less)");
        if (b->total > b->most) text_print(out, ", %llu in all", (unsigned long long)b->total);
        break;
    case LOOP_ENDS: text_add(out, "ends"); break;
    case LOOP_ENDLESS: text_add(out, "does not end"); break;
    default: text_add(out, "open"); break;
    }
    text_print(out, "; %llu seen", (unsigned long long)b->seen);
}

static void print_notes(const verification *v, text *out) {
    text_add(out, "note: assumption: signed arithmetic does not overflow (not checked)\n");
    for (uint32_t i = 0; v->unreduced && i < v->unreduced->notes.size; i++) {
        const note *n = &v->unreduced->notes.data[i];
        if (n->kind == NOTE_ASSUMPTION)
            text_print(out, "note: assumption: %s\n", program_text(v->unreduced, n->text));
    }
}

static void print_stack(const stack_use *s, text *out) {
    if (s->known)
        text_print(out, "stack: at most %llu bytes (%s)", (unsigned long long)s->bytes,
                   s->path.data);
    else text_print(out, "stack: not known: %s", s->why);
    if (s->known && s->without.size) text_print(out, ", without %s", s->without.data);
    text_add(out, "\n");
}

void loop_table_text(const loop_bounds *b, const stack_use *s, const verification *v, text *out) {
    print_notes(v, out);
    for (uint32_t i = 0; i < b->items.size; i++) {
        const loop_bound *x = &b->items.data[i];
        if (x->recursion) text_print(out, "recursion of %s: ", x->function);
        else
            text_print(out, "%s:%u:%u: loop in %s, nesting %u: ", x->file, x->line, x->column,
                       x->function, x->nesting);
        print_bound(x, out);
        text_add(out, "\n");
    }
    text_print(out, "%u loops: %u bounded, %u end, %u do not end, %u open\n", b->items.size,
               loop_bounds_count(b, LOOP_BOUNDED), loop_bounds_count(b, LOOP_ENDS),
               loop_bounds_count(b, LOOP_ENDLESS), loop_bounds_count(b, LOOP_OPEN));
    print_stack(s, out);
}

static json_t *loop_json(const loop_bound *b) {
    json_t *j = json_pack("{s:s, s:i, s:i, s:s, s:s, s:i, s:s, s:I, s:i}", "file", b->file, "line",
                          (int)b->line, "column", (int)b->column, "function", b->function, "kind",
                          b->recursion ? "recursion" : "loop", "nesting", (int)b->nesting, "state",
                          states[b->state], "seen", (json_int_t)b->seen, "least", (int)b->least);
    if (b->bound) json_object_set_new(j, "bound", json_string(b->bound));
    if (b->constant) json_object_set_new(j, "most", json_integer((json_int_t)b->most));
    if (b->total) json_object_set_new(j, "total", json_integer((json_int_t)b->total));
    return j;
}

static json_t *stack_json(const stack_use *s) {
    json_t *j = json_object();
    if (s->known) {
        json_object_set_new(j, "bytes", json_integer((json_int_t)s->bytes));
        json_object_set_new(j, "path", json_string(s->path.data));
        if (s->without.size) json_object_set_new(j, "without", json_string(s->without.data));
    } else json_object_set_new(j, "unknown", json_string(s->why));
    return j;
}

void loop_table_json(const loop_bounds *b, const stack_use *s, const verification *v, text *out) {
    json_t *root = json_object(), *list = json_array(), *assumed = json_array();
    for (uint32_t i = 0; i < b->items.size; i++)
        json_array_append_new(list, loop_json(&b->items.data[i]));
    for (uint32_t i = 0; v->unreduced && i < v->unreduced->notes.size; i++)
        if (v->unreduced->notes.data[i].kind == NOTE_ASSUMPTION)
            json_array_append_new(
                assumed, json_string(program_text(v->unreduced, v->unreduced->notes.data[i].text)));
    json_array_append_new(assumed, json_string("signed arithmetic does not overflow"));
    json_object_set_new(root, "loops", list);
    json_object_set_new(root, "stack", stack_json(s));
    json_object_set_new(root, "assumptions", assumed);
    report_dump(root, out);
}

/* ---- the page ---- */

static void put_cell(const char *words, text *out) {
    text_add(out, "<td>");
    report_escape(words, out);
    text_add(out, "</td>");
}

static void put_row(const loop_bound *b, text *out) {
    text said = {0};
    char *place = mem_format("%s:%u:%u", b->file, b->line, b->column);
    print_bound(b, &said);
    text_print(out, "<tr class=\"%s\">", states[b->state]);
    put_cell(b->recursion ? "recursion" : place, out);
    put_cell(b->function, out);
    text_print(out, "<td>%u</td>", b->nesting);
    put_cell(text_string(&said), out);
    text_add(out, "</tr>\n");
    mem_free(place);
    text_release(&said);
}

static void put_lines(text *lines, text *out) {
    text_add(out, "<pre>");
    report_escape(text_string(lines), out);
    text_add(out, "</pre>\n");
}

void loop_table_html(const loop_bounds *b, const stack_use *s, const verification *v, text *out) {
    text lines = {0};
    text_add(out,
             "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
             "<title>Bounds of loops</title>\n<style>body { font-family: sans-serif; margin: 2em } "
             "td, th { padding: 2px 12px; text-align: left } tr.bounded { background: #e6f4e6 } "
             "tr.ends { background: #f2f6e0 } tr.open { background: #eee } "
             "tr.endless { background: #fbe3e3 }</style></head>\n<body><h1>Bounds of loops</h1>\n"
             "<table><tr><th>loop</th><th>function</th><th>nesting</th><th>rounds</th></tr>\n");
    for (uint32_t i = 0; i < b->items.size; i++) put_row(&b->items.data[i], out);
    text_add(out, "</table>\n");
    print_stack(s, &lines);
    print_notes(v, &lines);
    put_lines(&lines, out);
    text_add(out, "</body></html>\n");
    text_release(&lines);
}
