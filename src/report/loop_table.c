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
        if (b->constant) text_print(out, " (%s)", b->bound);
        else if (b->least) text_add(out, " (1 where that is less)");
        break;
    case LOOP_ENDS: text_add(out, "ends"); break;
    case LOOP_ENDLESS: text_add(out, "does not end"); break;
    default: text_add(out, "open"); break;
    }
    text_print(out, "; %llu seen", (unsigned long long)b->seen);
}

static void print_notes(const verification *v, text *out) {
    for (uint32_t i = 0; v->unreduced && i < v->unreduced->notes.size; i++) {
        const note *n = &v->unreduced->notes.data[i];
        if (n->kind == NOTE_ASSUMPTION)
            text_print(out, "note: assumption: %s\n", program_text(v->unreduced, n->text));
    }
}

void loop_table_text(const loop_bounds *b, const verification *v, text *out) {
    print_notes(v, out);
    text_add(out, "note: assumption: signed arithmetic does not overflow (not checked)\n");
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
}

static json_t *loop_json(const loop_bound *b) {
    json_t *j = json_pack("{s:s, s:i, s:i, s:s, s:s, s:i, s:s, s:I, s:i}", "file", b->file, "line",
                          (int)b->line, "column", (int)b->column, "function", b->function, "kind",
                          b->recursion ? "recursion" : "loop", "nesting", (int)b->nesting, "state",
                          states[b->state], "seen", (json_int_t)b->seen, "least", (int)b->least);
    if (b->bound) json_object_set_new(j, "bound", json_string(b->bound));
    if (b->constant) json_object_set_new(j, "most", json_integer((json_int_t)b->most));
    return j;
}

void loop_table_json(const loop_bounds *b, const verification *v, text *out) {
    json_t *root = json_object(), *list = json_array(), *assumed = json_array();
    for (uint32_t i = 0; i < b->items.size; i++)
        json_array_append_new(list, loop_json(&b->items.data[i]));
    for (uint32_t i = 0; v->unreduced && i < v->unreduced->notes.size; i++)
        if (v->unreduced->notes.data[i].kind == NOTE_ASSUMPTION)
            json_array_append_new(
                assumed, json_string(program_text(v->unreduced, v->unreduced->notes.data[i].text)));
    json_array_append_new(assumed, json_string("signed arithmetic does not overflow"));
    json_object_set_new(root, "loops", list);
    json_object_set_new(root, "assumptions", assumed);
    report_dump(root, out);
}
