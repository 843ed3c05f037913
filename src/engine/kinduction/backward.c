#include "engine/kinduction/backward.h"

#include "base/log.h"
#include "program/semantics.h"

enum { MOST_TERMS = 20000 };

/* States at `l` from which an error is reached before the next stop, or that stop in one of `near`.
 */
static bool before(const unrolling *u, loc l, const term_vec *near, const term_vec *inside,
                   term *out) {
    program *p = u->program;
    const edge_id *edges;
    term_vec fresh = {0}, ways = {0};
    uint32_t n = program_out(p, l, &edges);
    for (uint32_t i = 0; i < n; i++) {
        loc to = p->edges.data[edges[i].id].to;
        bool ends = program_is_error(p, to) || program_is_limit(p, to);
        term after = ends                         ? term_true(p->terms)
                     : bits_has(&u->stops, to.id) ? near->data[to.id]
                                                  : inside->data[to.id];
        vec_push(&ways, wep(p, p->edges.data[edges[i].id].command, after, &fresh));
    }
    *out = term_or_n(p->terms, ways.size, ways.data);
    bool good = !fresh.size && term_dag_size(p->terms, *out) <= MOST_TERMS;
    vec_release(&fresh);
    vec_release(&ways);
    return good;
}

/* One segment further back. Locations inside a segment come after those they lead to. */
static bool step_back(const unrolling *u, term_vec *near, term_vec *inside) {
    term_vec further = {0};
    bool good = true;
    vec_append(&further, near->data, near->size);
    for (uint32_t i = u->order.size; i-- > 0 && good;) {
        loc l = u->order.data[i];
        bool stop = bits_has(&u->stops, l.id);
        good = before(u, l, near, inside, stop ? &further.data[l.id] : &inside->data[l.id]);
    }
    memcpy(near->data, further.data, near->size * sizeof *near->data);
    vec_release(&further);
    return good;
}

bool backward(const unrolling *u, uint32_t k, term_vec *near) {
    assert_debug(k);
    LOG("kinduction", "backwards from the errors, k %u", k);
    term_vec inside = {0};
    bool good = true;
    term never = term_false(u->program->terms);
    vec_clear(near);
    for (loc l = {0}; l.id < u->program->locations.size; l.id++) {
        vec_push(near, never);
        vec_push(&inside, never);
    }
    for (uint32_t i = 0; i < k && good; i++) good = step_back(u, near, &inside);
    vec_release(&inside);
    return good;
}
