/* The symbiosis with k-induction (paper 003, Sect. III-E): the error is looked for after more than
 * one step. An edge into an error becomes one edge for each way of `length` edges that ends with it
 * (IND'_length), so that a state counts as bad only where a longer run leads from it into the
 * error: partial runs that no counterexample has are filtered out. Ways from the start may be
 * shorter: they are the bounded checks that have to come first.
 *
 * The program has the same errors reached. An invariant that excludes the ways of a length excludes
 * them in the program by induction over so many segments. */
#include "engine/ic3/bounds/suffix.h"

#include "base/log.h"

enum { MOST_WEIGHT = 200000 };

typedef struct {
    program *p; /* the copy */
    suffix *out;
    uint32_t length, most_ways;
    u32_vec way; /* edges, the last first */
    uint64_t weight;
    loc error;
    position at;
    bool good;
} suffix_maker;

static void add_way(suffix_maker *m, loc from) {
    vec(cmd) parts = {0};
    suffix_way added = {0};
    for (uint32_t i = m->way.size; i-- > 0;) {
        cmd c = m->p->edges.data[m->way.data[i]].command;
        m->weight += cmd_weight(m->p, c);
        vec_push(&parts, c);
        vec_push(&added.edges, (edge_id){m->way.data[i]});
    }
    m->good &= m->weight <= MOST_WEIGHT && m->out->ways.size < m->most_ways;
    added.edge =
        program_add_edge(m->p, from, m->error, cmd_seq(m->p, parts.size, parts.data), m->at);
    vec_push(&m->out->ways, added);
    vec_release(&parts);
}

static void go_back(suffix_maker *m, loc at) {
    u32_vec into = {0};
    const edge_id *in;
    if (m->way.size > m->length || same_loc(at, m->p->start)) {
        add_way(m, at);
        return;
    }
    uint32_t n = program_in(m->p, at, &in);
    for (uint32_t i = 0; i < n; i++) vec_push(&into, in[i].id);
    for (uint32_t i = 0; i < into.size && m->good; i++) {
        vec_push(&m->way, into.data[i]);
        go_back(m, m->p->edges.data[into.data[i]].from);
        m->way.size--;
    }
    vec_release(&into);
}

/* Edges into errors come off first: no way leads through one. */
static void take_errors(suffix_maker *m, u32_vec *errors) {
    for (edge_id e = {0}; e.id < m->p->edges.size; e.id++) {
        const edge *x = &m->p->edges.data[e.id];
        if (x->removed || !m->p->locations.data[x->to.id].property) continue;
        vec_push(errors, e.id);
        program_remove_edge(m->p, e);
    }
}

program *suffix_program(const program *p, uint32_t length, uint32_t most_ways, suffix *out) {
    assert_debug(length);
    LOG("icpic3", "a suffix of %u edges", length);
    suffix_maker m = {
        .p = program_clone(p), .out = out, .length = length, .most_ways = most_ways, .good = true};
    u32_vec errors = {0};
    take_errors(&m, &errors);
    for (uint32_t i = 0; i < errors.size && m.good; i++) {
        edge x = m.p->edges.data[errors.data[i]];
        m.error = x.to;
        m.at = x.at;
        vec_clear(&m.way);
        vec_push(&m.way, errors.data[i]);
        go_back(&m, x.from);
    }
    vec_release(&errors);
    vec_release(&m.way);
    if (m.good) return m.p;
    program_delete(m.p);
    suffix_release(out);
    return NULL;
}

void suffix_edges(const suffix *s, edge_id e, edge_vec *out) {
    assert_debug(e.id != NO_EDGE.id);
    for (uint32_t i = 0; i < s->ways.size; i++) {
        if (!same_edge(s->ways.data[i].edge, e)) continue;
        vec_append(out, s->ways.data[i].edges.data, s->ways.data[i].edges.size);
        return;
    }
    vec_push(out, e);
}

void suffix_release(suffix *s) {
    for (uint32_t i = 0; i < s->ways.size; i++) vec_release(&s->ways.data[i].edges);
    vec_release(&s->ways);
}
