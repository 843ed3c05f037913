/* From positions in the source to edges of the automaton.
 *
 * Calls are inlined, so between two edges of a statement there may be edges of other functions:
 * a search for the way into a statement passes over what lies outside of the function around it. */
#include "base/path.h"
#include "frontend/project.h"
#include "base/bits.h"
#include "evidence/c_invariant.h"
#include "evidence/witness.h"

#include <ctype.h>
#include <limits.h>

bool placing_init(placing *x, program *p, const char *file) {
    bool found = false;
    *x = (placing){.p = p};
    for (edge_id e = {0}; e.id < p->edges.size && !found; e.id++) {
        const char *own = program_text(p, p->edges.data[e.id].at.file);
        if (!p->edges.data[e.id].at.line || strcmp(path_base(own), path_base(file))) continue;
        found = project_read_source(&x->map, own) || project_read_source(&x->map, file);
    }
    for (edge_id e = {0}; e.id < p->edges.size && found; e.id++)
        vec_push(&x->edges, placing_offset(x, p->edges.data[e.id].at));
    return found;
}

void placing_release(placing *x) {
    source_map_release(&x->map);
    vec_release(&x->edges);
}

size_t placing_offset(const placing *x, position at) {
    size_t offset;
    if (!at.line ||
        !source_offset(&x->map, program_text(x->p, at.file), at.line, at.column, &offset))
        return SIZE_MAX;
    return offset;
}

uint32_t placing_function(const placing *x, size_t offset, program *names) {
    assert_debug(offset <= x->map.content.size);
    size_t open, close, name, length;
    if (!source_function_around(&x->map, offset, &open, &close, &name, &length) || !length)
        return 0;
    char *spelt = mem_format("%.*s", (int)length, x->map.content.data + name);
    uint32_t id = program_name(names, spelt);
    mem_free(spelt);
    return id;
}

static void add_place(witness_places *out, witness_place x) {
    for (uint32_t i = 0; i < out->size; i++)
        if (same_edge(out->data[i].edge, x.edge) && out->data[i].where == x.where &&
            out->data[i].input == x.input && same(out->data[i].var, x.var))
            return;
    vec_push(out, x);
}

/* ---- statements ---- */

typedef struct {
    const placing *x;
    source_statement s;
    size_t open, close;
} statement_search;

static bool inside(const statement_search *c, size_t at) {
    return at >= c->s.start && at < c->s.end;
}
static bool own(const statement_search *c, size_t at) { return at >= c->open && at < c->close; }

/* Whether a run that takes this edge comes from before the statement: the last edge of the same
 * function decides. */
static bool from_outside(const statement_search *c, edge_id e) {
    const program *p = c->x->p;
    bits seen = {0};
    edge_vec todo = {0};
    bool outside = false;
    vec_push(&todo, e);
    while (todo.size && !outside) {
        edge_id f = vec_pop(&todo);
        if (inside(c, c->x->edges.data[f.id])) continue;
        loc from = p->edges.data[f.id].from;
        const edge_id *in;
        uint32_t n = program_in(p, from, &in);
        outside = own(c, c->x->edges.data[f.id]) || !n;
        if (outside || bits_has(&seen, from.id)) continue;
        bits_add(&seen, from.id);
        vec_append(&todo, in, n);
    }
    bits_release(&seen);
    vec_release(&todo);
    return outside;
}

static void find_entries(const statement_search *c, witness_places *out) {
    const program *p = c->x->p;
    for (edge_id e = {0}; e.id < p->edges.size; e.id++) {
        if (p->edges.data[e.id].removed || !inside(c, c->x->edges.data[e.id])) continue;
        const edge_id *in;
        uint32_t n = program_in(p, p->edges.data[e.id].from, &in);
        if (!n) add_place(out, (witness_place){.edge = e, .where = BEFORE_COMMAND});
        for (uint32_t i = 0; i < n; i++)
            if (!inside(c, c->x->edges.data[in[i].id]) && from_outside(c, in[i]))
                add_place(out, (witness_place){.edge = in[i], .where = AFTER_COMMAND});
    }
}

void places_of_statement(const placing *x, size_t offset, witness_places *out) {
    enum { SKIPPED = 50 }; /* declarations without a value, labels */
    statement_search c = {.x = x};
    size_t name, length;
    if (!source_function_around(&x->map, offset, &c.open, &c.close, &name, &length)) return;
    for (int i = 0; i < SKIPPED && !out->size && statement_at(&x->map, offset, &c.s); i++) {
        find_entries(&c, out);
        offset = c.s.end;
    }
}

/* ---- branches ---- */

/* Where a run goes on that has come to l: 1 in what the condition governs, 0 after or beside it,
 * -1 still deciding, or in a call. */
static int outcome_at(const statement_search *c, loc l) {
    const program *p = c->x->p;
    size_t at = placing_offset(c->x, p->locations.data[l.id].at);
    const edge_id *out;
    if (!own(c, at) && program_out(p, l, &out)) at = c->x->edges.data[out[0].id];
    if (!own(c, at) || (at >= c->s.start && at < c->s.close)) return -1;
    return at >= c->s.close && at < c->s.body_end;
}

void places_of_branch(const placing *x, size_t offset, bool holds, witness_places *out) {
    const program *p = x->p;
    statement_search c = {.x = x};
    size_t name, length;
    if (!source_function_around(&x->map, offset, &c.open, &c.close, &name, &length)) return;
    if (!statement_at(&x->map, offset, &c.s) || c.s.open == c.s.close) return;
    for (edge_id e = {0}; e.id < p->edges.size; e.id++) {
        const edge *y = &p->edges.data[e.id];
        const edge_id *others;
        if (y->removed || x->edges.data[e.id] < c.s.start || x->edges.data[e.id] >= c.s.close)
            continue;
        if (program_out(p, y->from, &others) < 2) continue;
        if (outcome_at(&c, y->to) == (int)holds)
            add_place(out, (witness_place){.edge = e, .where = AFTER_COMMAND});
    }
}

/* ---- calls ---- */

/* From a closing parenthesis to the name of the called function; any other character is taken for
 * the name itself. */
static bool called_name(const source_map *m, size_t *at) {
    const char *s = m->content.data;
    size_t i = *at;
    int depth = 0;
    if (s[i] != ')') return is_name_char(s[i]);
    for (;; i--) {
        depth += s[i] == ')' ? 1 : s[i] == '(' ? -1 : 0;
        if (!depth) break;
        if (!i) return false;
    }
    while (i > 0 && isspace((unsigned char)s[i - 1])) i--;
    size_t end = i;
    while (i > 0 && is_name_char(s[i - 1])) i--;
    *at = i;
    return i < end;
}

/* Commands that read an input at this offset, or give the value of a call there. */
static void find_values(const placing *x, edge_id e, cmd c, size_t at, witness_places *out) {
    const program *p = x->p;
    enum cmd_kind k = cmd_kind_of(p, c);
    for (uint32_t i = 0; i < cmd_size(p, c); i++) find_values(x, e, cmd_part(p, c, i), at, out);
    if (k == CMD_HAVOC && cmd_input(p, c) < p->inputs.size &&
        placing_offset(x, p->inputs.data[cmd_input(p, c)].at) == at)
        add_place(out, (witness_place){e, AFTER_HAVOC, cmd_input(p, c), cmd_var(p, c)});
    if (k != CMD_ASSIGN) return;
    const variable *v = program_variable(p, cmd_var(p, c));
    if (v && !*program_text(p, v->name) && placing_offset(x, v->at) == at)
        add_place(out, (witness_place){e, AFTER_ASSIGN, NO_INPUT, v->var});
}

void places_of_call(const placing *x, size_t closing, bool returns, witness_places *out) {
    const program *p = x->p;
    if (!called_name(&x->map, &closing)) return;
    for (edge_id e = {0}; e.id < p->edges.size; e.id++) {
        if (p->edges.data[e.id].removed) continue;
        if (returns) find_values(x, e, p->edges.data[e.id].command, closing, out);
        else if (x->edges.data[e.id] == closing)
            add_place(out, (witness_place){.edge = e, .where = BEFORE_COMMAND});
    }
    if (returns || out->size) return;
    for (edge_id e = {0}; e.id < p->edges.size;
         e.id++) { /* a function without a body is entered where its value comes from */
        witness_places read = {0};
        if (!p->edges.data[e.id].removed)
            find_values(x, e, p->edges.data[e.id].command, closing, &read);
        if (read.size) add_place(out, (witness_place){.edge = e, .where = BEFORE_COMMAND});
        vec_release(&read);
    }
}

/* ---- loops ---- */

void heads_of_loop(const placing *x, uint32_t line, uint32_t column, loc_vec *heads) {
    assert_debug(line >= 1);
    for (uint32_t i = 0; i < x->map.loops.size; i++) {
        const source_loop *loop = &x->map.loops.data[i];
        if (loop->line != line || (column && loop->column != column)) continue;
        for (loc l = {0}; l.id < x->p->locations.size; l.id++)
            if (is_head_of(x->p, l, &x->map, loop)) vec_push(heads, l);
        if (heads->size) return;
    }
}
