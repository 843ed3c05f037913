/* Requirements: what became of each, and the signals of the runs that violate or trigger one. */
#include "report/goals.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_ROWS = 60, WIDEST = 24 };

/* ---- signals: the run once more, on the program as it was read ---- */

typedef struct {
    const verification *v;
    const string_vec *names; /* of the signals, by their number */
    map input_names;
    input_queue *inputs;
    goal_signals *out;
} watching;

static uint32_t column_of(goal_signals *s, const char *name) {
    for (uint32_t i = 0; i < s->names.size; i++)
        if (!strcmp(s->names.data[i], name)) return i;
    return UINT32_MAX;
}

static void set_cell(watching *w, uint32_t column, value a, bool is_signed) {
    text said = {0};
    if (column == UINT32_MAX) return;
    report_value(w->v, a, is_signed, &said);
    goal_signals_put(w->out, column, 0, &said);
}

static const char *input_name(const watching *w, uint32_t number) {
    return program_text(w->v->unreduced, (uint32_t)map_find(&w->input_names, number, 0));
}

static bool is_signal(const watching *w, const char *name) {
    for (uint32_t i = 0; i < w->names->size; i++)
        if (!strcmp(w->names->data[i], name)) return true;
    return false;
}

static value read_input(void *context, uint32_t number, sort s) {
    watching *w = context;
    value given = input_queue_next(w->inputs, number, s);
    const char *name = input_name(w, number);
    if (!is_signal(w, name) && given.sort.id)
        set_cell(w, column_of(w->out, name), given, program_input_signed(w->v->unreduced, number));
    return given;
}

static void watch_command(watching *w, cmd c, const model *state) {
    program *p = w->v->unreduced;
    for (uint32_t i = 0, n = cmd_size(p, c); i < n; i++) watch_command(w, cmd_part(p, c, i), state);
    if (cmd_kind_of(p, c) != CMD_ASSIGN) return;
    const variable *x = program_variable(p, cmd_var(p, c));
    const char *name = x ? program_text(p, x->name) : "";
    size_t n = strlen(REQUIREMENT_SIGNAL);
    if (strncmp(name, REQUIREMENT_SIGNAL, n)) return;
    unsigned long number = strtoul(name + n, NULL, 10);
    if (number >= w->names->size) return;
    value now =
        value_move(p->terms, state->pool, model_get(state, p->terms, x->var), w->v->evidence.pool);
    set_cell(w, column_of(w->out, w->names->data[number]), now, x->is_signed);
}

static void watch_edge(void *context, edge_id e, const model *state) {
    watching *w = context;
    watch_command(w, w->v->unreduced->edges.data[e.id].command, state);
}

static void add_column(goal_signals *s, const char *name) {
    if (column_of(s, name) == UINT32_MAX) vec_push(&s->names, mem_string(name));
}

static bool is_given(const program *p, uint32_t number) {
    enum input_origin from = program_input_origin(p, number);
    return from == ORIGIN_NONDET || from == ORIGIN_VOLATILE || from == ORIGIN_CALL;
}

/* MODE_OFF: a name without small letters whose value never changes is a constant of the program. */
static bool is_constant(const goal_signals *s, uint32_t column) {
    for (const char *c = s->names.data[column]; *c; c++)
        if (*c >= 'a' && *c <= 'z') return false;
    for (uint32_t r = 1; r < s->rows; r++)
        if (strcmp(goal_signals_cell(s, 0, column), goal_signals_cell(s, r, column))) return false;
    return true;
}

static void drop_constants(goal_signals *s) {
    uint32_t all = s->names.size, kept = 0, cells = 0;
    bits dropped = {0};
    for (uint32_t c = 0; c < all; c++)
        if (is_constant(s, c)) bits_add(&dropped, c);
    for (uint32_t i = 0; i < s->rows * all; i++)
        if (bits_has(&dropped, i % all)) mem_free(s->cells.data[i]);
        else s->cells.data[cells++] = s->cells.data[i];
    for (uint32_t c = 0; c < all; c++)
        if (bits_has(&dropped, c)) mem_free(s->names.data[c]);
        else s->names.data[kept++] = s->names.data[c];
    s->names.size = kept;
    s->cells.size = cells;
    bits_release(&dropped);
}

/* The inputs, then what the requirement speaks of. */
static void signals_make(const verification *a, const requirements *r, uint32_t number,
                         goal_signals *s) {
    string_vec names = {0};
    watching w = {.v = a, .names = &names, .out = s};
    *s = (goal_signals){0};
    monitor_signals(r, number, &names);
    goal_input_names(a->unreduced, &w.input_names);
    for (uint32_t i = 0; i < a->evidence.inputs.items.size; i++)
        if (is_given(a->unreduced, a->evidence.inputs.items.data[i].input))
            add_column(s, input_name(&w, a->evidence.inputs.items.data[i].input));
    for (uint32_t i = 0; i < names.size; i++) add_column(s, names.data[i]);
    w.inputs = input_queue_new(&a->evidence.inputs);
    program_run(a->unreduced, NULL,
                &(run_options){.next_input = read_input,
                               .on_edge = watch_edge,
                               .context = &w,
                               .input_pool = a->evidence.pool,
                               .max_steps = 10000000},
                NULL);
    input_queue_delete(w.inputs);
    map_release(&w.input_names);
    drop_constants(s);
    vec_free_each(&names);
}

/* ---- text ---- */

static uint32_t width_of(const goal_signals *s, uint32_t column) {
    size_t most = strlen(s->names.data[column]);
    for (uint32_t r = 0; r < s->rows; r++)
        if (strlen(goal_signals_cell(s, r, column)) > most)
            most = strlen(goal_signals_cell(s, r, column));
    return most > WIDEST ? WIDEST : (uint32_t)most;
}

static void put_row(const goal_signals *s, const u32_vec *widths, uint32_t row, text *out) {
    text_print(out, "  %6u", row + 1);
    for (uint32_t c = 0; c < s->names.size; c++)
        text_print(out, "  %*s", (int)widths->data[c], goal_signals_cell(s, row, c));
    text_char(out, '\n');
}

static void put_table(const goal_signals *s, text *out) {
    u32_vec widths = {0};
    text_add(out, "    step");
    for (uint32_t c = 0; c < s->names.size; c++) {
        vec_push(&widths, width_of(s, c));
        text_print(out, "  %*s", (int)widths.data[c], s->names.data[c]);
    }
    text_char(out, '\n');
    uint32_t skipped = s->rows > MOST_ROWS ? s->rows - MOST_ROWS : 0;
    if (skipped) text_print(out, "     ...  (%u steps before)\n", skipped);
    for (uint32_t r = skipped; r < s->rows; r++) put_row(s, &widths, r, out);
    vec_release(&widths);
}

static void put_run(const requirement_results *r, uint32_t number, const verification *a,
                    const char *says, text *out) {
    goal_signals s;
    const requirement *x = &r->file.items.data[number];
    text_print(out, "%s %s: %s\n", x->name, says, x->says);
    signals_make(a, &r->file, number, &s);
    put_table(&s, out);
    goal_signals_release(&s);
}

static const char *state_of(const requirement_results *r, uint32_t i) {
    return r->items.data[i].trigger == TRIGGER_NEVER &&
                   r->checks.items.data[i].state == CHECK_STATE_PROVED
               ? "vacuous"
               : report_check_state(r->checks.items.data[i].state);
}

void report_requirements(const requirement_results *r, text *out) {
    const check_list *l = &r->checks;
    for (uint32_t i = 0; i < l->items.size; i++) {
        const named_check *c = &l->items.data[i];
        const requirement_result *x = &r->items.data[i];
        if (c->state == CHECK_STATE_VIOLATED)
            put_run(r, x->number, l->answers.data[c->answer], "is violated", out);
        if (r->witnesses && x->trigger == TRIGGER_HAPPENS)
            put_run(r, x->number, x->triggered, "is triggered", out);
    }
    if (l->items.size) text_add(out, "the requirements:\n");
    for (uint32_t i = 0; i < l->items.size; i++) {
        text_print(out, "  %-8s  ", state_of(r, i));
        report_check_place(&l->items.data[i], out);
        text_print(out, ": %s: ", l->items.data[i].detail);
        report_check_why(l, &l->items.data[i], out);
        text_char(out, '\n');
    }
    text_print(out, "REQUIREMENTS: %u proved, %u of them vacuous, %u violated, %u open\n",
               check_list_count(l, CHECK_STATE_PROVED), r->vacuous,
               check_list_count(l, CHECK_STATE_VIOLATED), check_list_count(l, CHECK_STATE_OPEN));
}

/* ---- the page ---- */

static void put_run_html(const requirement_results *r, uint32_t number, const verification *a,
                         const char *says, text *out) {
    goal_signals s;
    text_add(out, "<h3>");
    report_escape(r->file.items.data[number].name, out);
    text_print(out, " %s, at the last step</h3>\n", says);
    signals_make(a, &r->file, number, &s);
    goal_signals_html(&s, out);
    goal_signals_release(&s);
}

static void put_requirement(const requirement_results *r, uint32_t i, text *out) {
    const requirement *x = &r->file.items.data[r->items.data[i].number];
    text why = {0};
    report_check_why(&r->checks, &r->checks.items.data[i], &why);
    text_print(out, "<tr class=\"%s\"><td>%s<td>", state_of(r, i), state_of(r, i));
    report_escape(x->name, out);
    text_add(out, "<td>");
    report_escape(x->says, out);
    text_add(out, "<td>");
    report_escape(text_string(&why), out);
    text_char(out, '\n');
    text_release(&why);
}

void report_requirements_html(const requirement_results *r, text *out) {
    const check_list *l = &r->checks;
    text_add(out, "<h2>The requirements</h2>\n<table>\n");
    for (uint32_t i = 0; i < l->items.size; i++) put_requirement(r, i, out);
    text_add(out, "</table>\n");
    for (uint32_t i = 0; i < l->items.size; i++) {
        const named_check *c = &l->items.data[i];
        const requirement_result *x = &r->items.data[i];
        if (c->state == CHECK_STATE_VIOLATED)
            put_run_html(r, x->number, l->answers.data[c->answer], "is violated", out);
        if (r->witnesses && x->trigger == TRIGGER_HAPPENS)
            put_run_html(r, x->number, x->triggered, "is triggered", out);
    }
}
