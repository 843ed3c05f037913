#include "program/program.h"
#include "base/log.h"
#include "base/escape.h"
#include "base/own.h"
#include "base/fail.h"
#include "base/path.h"
#include "program/program_internal.h"
#include "program/summary.h"

#include <stdlib.h>
#include <string.h>

program *program_new(terms *t) {
    program *p = mem_zero(sizeof *p);
    p->terms = t;
    intern_init(&p->names);
    p->commands = command_table_new();
    p->start = program_add_location(p, (position){0});
    return p;
}

void program_delete(program *p) {
    if (!p) return;
    intern_release(&p->names);
    vec_release(&p->variables);
    map_release(&p->variable_of);
    vec_release(&p->locations);
    vec_release(&p->edges);
    vec_release(&p->inputs);
    vec_release(&p->properties);
    vec_release(&p->notes);
    vec_release(&p->roots);
    outlines_release(&p->outlines);
    summaries_release(p);
    command_table_delete(p->commands);
    program_changed(p);
    mem_free(p);
}

program *program_clone(const program *p) {
    program *c = mem_zero(sizeof *c);
    c->terms = p->terms;
    intern_init(&c->names);
    for (uint32_t i = 1; i < p->names.text.size; i++) intern_id(&c->names, p->names.text.data[i]);
    for (uint32_t i = 0; i < p->variables.size; i++) program_add_variable(c, p->variables.data[i]);
    vec_append(&c->locations, p->locations.data, p->locations.size);
    vec_append(&c->edges, p->edges.data, p->edges.size);
    vec_append(&c->inputs, p->inputs.data, p->inputs.size);
    vec_append(&c->properties, p->properties.data, p->properties.size);
    vec_append(&c->notes, p->notes.data, p->notes.size);
    vec_append(&c->roots, p->roots.data, p->roots.size);
    outlines_copy(&c->outlines, &p->outlines);
    summaries_copy(c, p);
    c->start = p->start;
    c->commands = command_table_clone(p->commands);
    c->over_approximated = p->over_approximated;
    c->asks_pointers = p->asks_pointers;
    c->leaves_code = p->leaves_code;
    c->objects_from = p->objects_from;
    c->objects_to = p->objects_to;
    c->accessed = p->accessed;
    c->repeats_calls = p->repeats_calls;
    c->sites_share = p->sites_share;
    return c;
}

uint32_t program_name(program *p, const char *content) {
    if (escape_is_plain(content) && !strstr(content, own_prefix()))
        return intern_id(&p->names, content);
    text escaped = {0};
    escape_word(content, strlen(content), &escaped);
    own_plain(escaped.data, escaped.size);
    uint32_t name = intern_id(&p->names, text_string(&escaped));
    text_release(&escaped);
    return name;
}

const char *program_text(const program *p, uint32_t name) {
    assert_debug(name < p->names.text.size);
    return intern_text(&p->names, name);
}

uint32_t program_add_variable(program *p, variable v) {
    require(term_is_var(p->terms, v.var), "a program variable must be a variable");
    require(!map_get(&p->variable_of, v.var.id, NULL), "variable %s added twice",
            term_name(p->terms, v.var));
    map_set(&p->variable_of, v.var.id, p->variables.size);
    vec_push(&p->variables, v);
    return p->variables.size - 1;
}

const variable *program_variable(const program *p, term var) {
    assert_debug(term_is_there(p->terms, var));
    uint64_t i;
    return map_get(&p->variable_of, var.id, &i) ? &p->variables.data[i] : NULL;
}

loc program_add_location(program *p, position at) {
    assert_debug(at.file < p->names.text.size || !at.line);
    loc l = {p->locations.size};
    vec_push(&p->locations, ((location){.at = at, .origin = l}));
    if (p->adjacency) vec_resize(&p->adjacency->of, p->locations.size);
    return l;
}

void program_set_error(program *p, loc l, uint32_t which) {
    assert(l.id < p->locations.size);
    require(which < p->properties.size, "unknown property %u", which);
    LOG("program", "location %u is an error of property %u", l.id, which);
    p->locations.data[l.id].property = which + 1;
}

edge_id program_add_edge(program *p, loc from, loc to, cmd c, position at) {
    assert_debug(cmds_are_there(p, 1, &c));
    require(from.id < p->locations.size && to.id < p->locations.size,
            "edge %u -> %u between unknown locations", from.id, to.id);
    require(!same_loc(to, p->start), "an edge may not lead to the start location");
    edge_id e = {p->edges.size};
    vec_push(&p->edges, ((edge){from, to, c, at, false}));
    if (p->adjacency) adjacency_add(p->adjacency, from, to, e);
    return e;
}

void program_remove_edge(program *p, edge_id e) {
    assert(e.id < p->edges.size);
    edge *x = &p->edges.data[e.id];
    if (x->removed) return;
    x->removed = true;
    if (p->adjacency) adjacency_remove(p->adjacency, x->from, x->to, e);
}

bool program_input_signed(const program *p, uint32_t in) {
    assert_debug(in < p->inputs.size);
    return program_text(p, p->inputs.data[in].type)[0] != 'u';
}

void program_add_root(program *p, const char *real_path) {
    assert_debug(real_path[0] == '/');
    vec_push(&p->roots, program_name(p, real_path));
}

bool program_shows(const program *p, const char *file) {
    char *real = realpath(file, NULL);
    bool shows = real && path_is_system(real);
    for (uint32_t i = 0; i < p->roots.size && real && !shows; i++)
        shows = path_is_in(real, program_text(p, p->roots.data[i])) && !path_is_kernel(real);
    free(real);
    return shows;
}

uint32_t program_add_input(program *p, input in) {
    assert_debug((unsigned)in.origin < ORIGIN_COUNT);
    vec_push(&p->inputs, in);
    return p->inputs.size - 1;
}

void program_add_note(program *p, enum note_kind k, const char *content, position at) {
    assert_debug((unsigned)k <= NOTE_MISSING_BODY);
    LOG("program", "note: %s", content);
    uint32_t name = program_name(p, content);
    for (uint32_t i = 0; i < p->notes.size; i++)
        if (p->notes.data[i].kind == k && p->notes.data[i].text == name) return;
    note n = {k, name, at};
    vec_push(&p->notes, n);
}

bool program_is_error(const program *p, loc l) {
    uint32_t which = p->locations.data[l.id].property;
    return which && p->properties.data[which - 1].kind == PROPERTY_ERROR;
}

bool program_is_limit(const program *p, loc l) {
    assert_debug(l.id < p->locations.size);
    assert_debug(l.id < p->locations.size);
    uint32_t which = p->locations.data[l.id].property;
    return which && p->properties.data[which - 1].kind == PROPERTY_LIMIT;
}
