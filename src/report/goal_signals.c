/* A test as signals over steps: as a table, a picture, and comma-separated values. */
#include "native/harness.h"
#include "report/goals.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_ROWS = 300, WIDTH = 620, BAND = 46, LEFT = 190 };

/* ---- names: an input of the harness is called as the variable that takes it ---- */

typedef struct {
    const program *p;
    map takes; /* variable that is havocked -> 1 + its input */
    map names; /* input -> name of the C variable */
} signal_names;

static void name_command(signal_names *x, cmd c) {
    const program *p = x->p;
    for (uint32_t i = 0, n = cmd_size(p, c); i < n; i++) name_command(x, cmd_part(p, c, i));
    enum cmd_kind k = cmd_kind_of(p, c);
    if (k != CMD_HAVOC && k != CMD_ASSIGN) return;
    const variable *v = program_variable(p, cmd_var(p, c));
    term taken = k == CMD_HAVOC ? cmd_var(p, c) : step_taken(p->terms, cmd_term(p, c));
    uint64_t in = k == CMD_HAVOC ? cmd_input(p, c) + 1ull : map_find(&x->takes, taken.id, 0);
    if (k == CMD_HAVOC) map_set(&x->takes, cmd_var(p, c).id, in);
    if (in && in - 1 != NO_INPUT && v && *program_text(p, v->name) &&
        !map_get(&x->names, in - 1, NULL))
        map_set(&x->names, in - 1, v->name);
}

/* Twice: an edge may take a value that a later one gives. */
void goal_input_names(const program *p, map *names) {
    signal_names x = {.p = p};
    for (int round = 0; round < 2; round++)
        for (uint32_t i = 0; i < p->edges.size; i++)
            if (!p->edges.data[i].removed) name_command(&x, p->edges.data[i].command);
    for (uint32_t i = 0; i < p->inputs.size; i++)
        map_set(names, i, map_find(&x.names, i, p->inputs.data[i].name));
    map_release(&x.takes);
    map_release(&x.names);
}

static void add_column(const program *p, const map *names, uint32_t number, goal_signals *s) {
    uint32_t name = (uint32_t)map_find(names, number, 0);
    map_set(&s->column_of, number, s->names.size);
    vec_push(&s->names, mem_format("%s", program_text(p, name)));
}

/* As a number of its C type; a _Bool is 0 or 1. */
void goal_value_print(const deadcode *d, const struct input_value *v, text *out) {
    if (sort_kind_of(d->v->terms, v->value.sort) == SORT_BOOL)
        text_print(out, "%d", value_is_true(v->value));
    else if (sort_kind_of(d->v->terms, v->value.sort) == SORT_ARRAY)
        value_print(d->pool, v->value, out);
    else report_value(d->v, v->value, program_input_signed(d->v->unreduced, v->input), out);
}

void goal_signals_put(goal_signals *s, uint32_t column, uint64_t leapt, text *said) {
    uint32_t n = s->names.size;
    assert(column < n);
    if (!s->rows || s->cells.data[(s->rows - 1) * n + column]) {
        s->rows++;
        vec_push(&s->steps, s->rows + leapt);
        vec_resize(&s->cells, s->rows * n);
    }
    s->cells.data[(s->rows - 1) * n + column] = mem_string(text_string(said));
    text_release(said);
}

void goal_signals_make(const deadcode *d, const goal_test *t, goal_signals *s) {
    map names = {0};
    *s = (goal_signals){0};
    goal_input_names(d->v->unreduced, &names);
    for (uint32_t i = 0; i < t->inputs.items.size; i++)
        if (!map_get(&s->column_of, t->inputs.items.data[i].input, NULL))
            add_column(d->v->unreduced, &names, t->inputs.items.data[i].input, s);
    map_release(&names);
    uint64_t leapt = 0;
    for (uint32_t i = 0; i < t->inputs.items.size; i++) {
        for (uint32_t k = 0; k < t->leaps.size; k++)
            if (t->leaps.data[k].to == i) leapt += t->leaps.data[k].rounds;
        text said = {0};
        goal_value_print(d, &t->inputs.items.data[i], &said);
        goal_signals_put(s, (uint32_t)map_find(&s->column_of, t->inputs.items.data[i].input, 0),
                         leapt, &said);
    }
}

void goal_signals_release(goal_signals *s) {
    vec_free_each(&s->names);
    vec_free_each(&s->cells);
    vec_release(&s->steps);
    map_release(&s->column_of);
}

const char *goal_signals_cell(const goal_signals *s, uint32_t row, uint32_t column) {
    const char *said = s->cells.data[row * s->names.size + column];
    return said ? said : "";
}

static unsigned long long step_of(const goal_signals *s, uint32_t row) {
    return s->steps.data[row];
}

void goal_signals_csv(const goal_signals *s, text *out) {
    text_add(out, "step");
    for (uint32_t c = 0; c < s->names.size; c++) text_print(out, ",\"%s\"", s->names.data[c]);
    text_char(out, '\n');
    for (uint32_t r = 0; r < s->rows; r++) {
        text_print(out, "%llu", step_of(s, r));
        for (uint32_t c = 0; c < s->names.size; c++)
            text_print(out, ",%s", goal_signals_cell(s, r, c));
        text_char(out, '\n');
    }
}

/* ---- the table: equal steps as one row ---- */

static bool equal_rows(const goal_signals *s, uint32_t a, uint32_t b) {
    for (uint32_t c = 0; c < s->names.size; c++)
        if (strcmp(goal_signals_cell(s, a, c), goal_signals_cell(s, b, c))) return false;
    return true;
}

static void put_row(const goal_signals *s, uint32_t from, uint32_t to, text *out) {
    unsigned long long first = step_of(s, from), last = step_of(s, to - 1);
    text_print(out, last > first ? "<tr><td>%llu to %llu" : "<tr><td>%llu", first, last);
    for (uint32_t c = 0; c < s->names.size; c++) {
        text_add(out, "<td class=\"number\">");
        report_escape(goal_signals_cell(s, from, c), out);
    }
    text_char(out, '\n');
}

static void put_table(const goal_signals *s, text *out) {
    uint32_t shown = 0;
    text_add(out, "<table><tr><th>step");
    for (uint32_t c = 0; c < s->names.size; c++)
        text_add(out, "<th>"), report_escape(s->names.data[c], out);
    text_char(out, '\n');
    for (uint32_t r = 0, end; r < s->rows && shown < MOST_ROWS; r = end, shown++) {
        for (end = r + 1; end < s->rows && equal_rows(s, r, end);) end++;
        put_row(s, r, end, out);
    }
    text_add(out, "</table>\n");
    if (shown == MOST_ROWS) text_add(out, "<p>The rest is in the test's CSV file.</p>\n");
}

/* ---- the picture: a band for each signal ---- */

static bool number_at(const goal_signals *s, uint32_t row, uint32_t column, double *out) {
    char *end;
    const char *said = goal_signals_cell(s, row, column);
    *out = strtod(said, &end);
    return end != said && isfinite(*out);
}

static void find_range(const goal_signals *s, uint32_t column, double *low, double *high) {
    *low = INFINITY;
    *high = -INFINITY;
    for (uint32_t r = 0; r < s->rows; r++) {
        double x;
        if (!number_at(s, r, column, &x)) continue;
        *low = x < *low ? x : *low;
        *high = x > *high ? x : *high;
    }
}

/* Held from step to step; a gap where it is no number, or is not read. */
static void put_line(const goal_signals *s, uint32_t c, double low, double high, text *out) {
    double top = c * BAND + 6, size = BAND - 14, wide = (double)(WIDTH - LEFT) / s->rows;
    bool drawing = false;
    text_add(out, "<path fill=\"none\" stroke=\"#245\" d=\"");
    for (uint32_t r = 0; r < s->rows; r++) {
        double x;
        bool known = number_at(s, r, c, &x);
        double y = known && high > low ? top + size * (1 - (x / 2 - low / 2) / (high / 2 - low / 2))
                                       : top + size / 2;
        if (known)
            text_print(out, "%c%.1f %.1fH%.1f", drawing ? 'L' : 'M', LEFT + wide * r, y,
                       LEFT + wide * (r + 1));
        drawing = known;
    }
    text_add(out, "\"/>\n");
}

static void put_band(const goal_signals *s, uint32_t c, text *out) {
    double low, high;
    find_range(s, c, &low, &high);
    text_print(out, "<text x=\"0\" y=\"%u\">", c * BAND + 20);
    report_escape(s->names.data[c], out);
    text_add(out, "</text>\n");
    if (low > high) return;
    text_print(out, "<text x=\"%d\" y=\"%u\" class=\"end\">%.4g</text>", LEFT - 6, c * BAND + 14,
               high);
    if (high > low)
        text_print(out, "<text x=\"%d\" y=\"%u\" class=\"end\">%.4g</text>", LEFT - 6,
                   c * BAND + BAND - 8, low);
    put_line(s, c, low, high, out);
}

static void put_picture(const goal_signals *s, text *out) {
    text_print(out,
               "<svg width=\"%d\" height=\"%u\" role=\"img\" aria-label=\"signals over steps\">\n",
               WIDTH, s->names.size * BAND + 16);
    for (uint32_t c = 0; c < s->names.size; c++) put_band(s, c, out);
    text_print(out,
               "<text x=\"%d\" y=\"%u\">step 1</text><text x=\"%d\" y=\"%u\" "
               "class=\"end\">%llu</text></svg>\n",
               LEFT, s->names.size * BAND + 12, WIDTH, s->names.size * BAND + 12,
               step_of(s, s->rows - 1));
}

void goal_signals_html(const goal_signals *s, text *out) {
    if (!s->rows) {
        text_add(out, "<p>No inputs.</p>\n");
        return;
    }
    put_picture(s, out);
    text_add(out, "<details><summary>values</summary>\n");
    put_table(s, out);
    text_add(out, "</details>\n");
}
