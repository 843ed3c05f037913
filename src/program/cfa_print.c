/* Printing the text form, and pictures of automata. */
#include "program/text_form.h"
#include "term/smtlib.h"

void quoted_print(text *out, const char *s) {
    text_char(out, '"');
    for (; *s; s++) {
        if (*s == '"' || *s == '\\') text_char(out, '\\');
        if (*s == '\n') text_add(out, "\\n");
        else text_char(out, *s);
    }
    text_char(out, '"');
}

static void print_attribute(const program *p, const char *what, uint32_t name, text *out) {
    if (!name) return;
    text_print(out, " %s ", what);
    quoted_print(out, program_text(p, name));
}

static void print_position(const program *p, position at, text *out) {
    if (!at.line && !at.file) return;
    text_add(out, " at ");
    quoted_print(out, program_text(p, at.file));
    text_print(out, " %u:%u", at.line, at.column);
    print_attribute(p, "in", at.function, out);
}

/* ---- commands ---- */

static void new_line(text *out, int indent) {
    if (indent < 0) {
        text_char(out, ' ');
        return;
    }
    text_char(out, '\n');
    for (int i = 0; i < indent; i++) text_add(out, "    ");
}

static void print_command(program *p, cmd c, int indent, text *out);

/* { ... }; indent < 0: all on one line. */
static void print_block(program *p, cmd c, int indent, text *out) {
    assert_debug(cmds_are_there(p, 1, &c));
    text_char(out, '{');
    new_line(out, indent < 0 ? -1 : indent + 1);
    print_command(p, c, indent < 0 ? -1 : indent + 1, out);
    new_line(out, indent);
    text_char(out, '}');
}

static void print_choice(program *p, cmd c, int indent, text *out) {
    assert_debug(cmds_are_there(p, 1, &c));
    for (uint32_t i = 0; i < cmd_size(p, c); i++) {
        if (i) text_add(out, " [] ");
        print_block(p, cmd_part(p, c, i), indent, out);
    }
}

static void print_simple(program *p, cmd c, text *out) {
    assert_debug(cmds_are_there(p, 1, &c));
    enum cmd_kind kind = cmd_kind_of(p, c);
    if (kind == CMD_HAVOC) text_add(out, "havoc ");
    if (kind == CMD_ASSUME) text_add(out, "assume ");
    if (kind != CMD_ASSUME) smtlib_symbol(term_name(p->terms, cmd_var(p, c)), out);
    if (kind == CMD_ASSIGN) text_add(out, " := ");
    if (kind != CMD_HAVOC) smtlib_term(p->terms, cmd_term(p, c), out);
    else if (cmd_input(p, c) != NO_INPUT) text_print(out, " from i%u", cmd_input(p, c));
}

static void print_command(program *p, cmd c, int indent, text *out) {
    switch (cmd_kind_of(p, c)) {
    case CMD_SKIP: text_add(out, "skip"); break;
    case CMD_SEQ:
        for (uint32_t i = 0; i < cmd_size(p, c); i++) {
            if (i) text_char(out, ';'), new_line(out, indent);
            print_command(p, cmd_part(p, c, i), indent, out);
        }
        break;
    case CMD_CHOICE: print_choice(p, c, indent, out); break;
    default: print_simple(p, c, out);
    }
}

void cmd_print(program *p, cmd c, text *out) {
    assert_debug(cmds_are_there(p, 1, &c));
    print_command(p, c, -1, out);
}

/* ---- declarations ---- */

static void print_variables(program *p, text *out) {
    for (uint32_t i = 0; i < p->variables.size; i++) {
        const variable *v = &p->variables.data[i];
        text_add(out, "var ");
        smtlib_symbol(term_name(p->terms, v->var), out);
        text_add(out, " : ");
        smtlib_sort(p->terms, term_sort(p->terms, v->var), out);
        print_attribute(p, "name", v->name, out);
        print_attribute(p, "type", v->type, out);
        print_attribute(p, "scope", v->scope, out);
        if (v->is_signed) text_add(out, " signed");
        print_position(p, v->at, out);
        text_add(out, ";\n");
    }
}

static void print_inputs(const program *p, text *out) {
    for (uint32_t i = 0; i < p->inputs.size; i++) {
        const input *in = &p->inputs.data[i];
        text_print(out, "input i%u %s", i, origin_about(in->origin)->word);
        print_attribute(p, "name", in->name, out);
        print_attribute(p, "type", in->type, out);
        print_position(p, in->at, out);
        text_add(out, ";\n");
    }
}

static void print_properties(const program *p, text *out) {
    for (uint32_t i = 0; i < p->properties.size; i++) {
        const property *x = &p->properties.data[i];
        text_print(out, "%s p%u ", x->kind == PROPERTY_LIMIT ? "limit" : "error", i);
        quoted_print(out, program_text(p, x->name));
        text_char(out, ' ');
        quoted_print(out, program_text(p, x->detail));
        text_add(out, ";\n");
    }
}

static void print_notes(const program *p, text *out) {
    static const char *const kinds[] = {"assumption", "over", "under", "missing"};
    for (uint32_t i = 0; i < p->notes.size; i++) {
        text_print(out, "note %s ", kinds[p->notes.data[i].kind]);
        quoted_print(out, program_text(p, p->notes.data[i].text));
        print_position(p, p->notes.data[i].at, out);
        text_add(out, ";\n");
    }
    if (p->over_approximated) text_add(out, "over-approximated;\n");
}

static void print_locations(const program *p, text *out) {
    for (loc l = {0}; l.id < p->locations.size; l.id++) {
        const location *x = &p->locations.data[l.id];
        text_print(out, "location L%u", l.id);
        if (x->cut) text_add(out, " cut");
        if (x->property) text_print(out, " error p%u", x->property - 1);
        if (!same_loc(x->origin, l)) text_print(out, " origin %u", x->origin.id);
        print_position(p, x->at, out);
        text_add(out, ";\n");
    }
    text_print(out, "start L%u;\n", p->start.id);
}

static void print_edges(program *p, text *out) {
    for (edge_id i = {0}; i.id < p->edges.size; i.id++) {
        const edge *e = &p->edges.data[i.id];
        if (e->removed) continue;
        text_print(out, "edge L%u -> L%u", e->from.id, e->to.id);
        print_position(p, e->at, out);
        if (cmd_kind_of(p, e->command) == CMD_SKIP) {
            text_add(out, ";\n");
            continue;
        }
        text_char(out, ' ');
        print_block(p, e->command, 0, out);
        text_char(out, '\n');
    }
}

void cfa_print(program *p, text *out) {
    assert_debug(p->start.id < p->locations.size);
    print_variables(p, out);
    print_inputs(p, out);
    print_properties(p, out);
    print_notes(p, out);
    print_locations(p, out);
    print_edges(p, out);
}

/* ---- Graphviz ---- */

/* Inside a quoted label: line breaks to the left, long commands cut. */
static void print_label(text *out, const char *s, size_t size) {
    enum { LINES = 30, WIDTH = 120 };
    int lines = 0, column = 0;
    for (size_t i = 0; i < size && lines < LINES; i++) {
        if (s[i] == '\n') {
            text_add(out, "\\l");
            lines++, column = 0;
        } else if (++column <= WIDTH) {
            if (s[i] == '"' || s[i] == '\\') text_char(out, '\\');
            text_char(out, s[i]);
        } else if (column == WIDTH + 1) text_add(out, "...");
    }
    text_add(out, lines == LINES ? "...\\l" : "\\l");
}

static void dot_location(const program *p, loc l, text *out) {
    assert_debug(l.id < p->locations.size);
    const location *x = &p->locations.data[l.id];
    const char *look = program_is_error(p, l)   ? " style=filled fillcolor=\"#f4b6b6\""
                       : program_is_limit(p, l) ? " style=filled fillcolor=\"#f4e3b6\""
                       : same_loc(l, p->start)  ? " style=filled fillcolor=\"#b6e3c0\""
                                                : "";
    text_print(out, "  L%u [shape=%s%s label=\"L%u", l.id, x->cut ? "doublecircle" : "circle", look,
               l.id);
    if (x->at.line) text_print(out, "\\n%u:%u", x->at.line, x->at.column);
    text_add(out, "\"];\n");
}

void cfa_dot(program *p, text *out) {
    text_add(out, "digraph cfa {\n  node [fontname=\"Helvetica\" fontsize=10];\n  edge "
                  "[fontname=\"Courier\" fontsize=9];\n");
    loc_vec order = {0};
    program_order(p, &order);
    for (uint32_t i = 0; i < order.size; i++) dot_location(p, order.data[i], out);
    text label = {0};
    for (uint32_t i = 0; i < order.size; i++) {
        const edge_id *edges;
        uint32_t n = program_out(p, order.data[i], &edges);
        for (uint32_t k = 0; k < n; k++) {
            const edge *e = &p->edges.data[edges[k].id];
            text_clear(&label);
            print_command(p, e->command, 0, &label);
            text_print(out, "  L%u -> L%u [label=\"", e->from.id, e->to.id);
            print_label(out, text_string(&label), label.size);
            text_add(out, "\"];\n");
        }
    }
    text_add(out, "}\n");
    text_release(&label);
    vec_release(&order);
}
