#include "evidence/unroll.h"
#include "base/log.h"
#include "base/bits.h"
#include "base/fail.h"
#include "base/heap.h"
#include "evidence/region.h"
#include "program/nesting.h"

enum { EDGES_MAX = 3000000 };

typedef struct {
    const program *p;
    program *copy;
    const unrolling_plan *u;
    map made; /* location, segment -> location of the copy */
    vec(struct unrolled_place {
        loc of;
        uint32_t segment;
    }) work;         /* by location of the copy, less the start */
    uint32_t passed; /* property "unrolling" */
    bits useful;     /* locations with a way to an error; runs elsewhere are let go */
} unroller;

typedef struct {
    nesting loops;
    loop_rounds rounds;
    u32_vec waiting; /* by location: its copy that runs come to; 0: none */
    double *score;   /* by location: the first in the order has the highest */
    heap next;       /* locations with such a copy */
} loop_order;

static term assumed_at(const unroller *r, loc l) {
    const term_vec *inv = r->u->invariant;
    bool any = inv && l.id < inv->size && inv->data[l.id].id && !same_loc(l, r->p->start);
    return any ? inv->data[l.id] : term_true(r->p->terms);
}

static loc copy_of(unroller *r, loc l, uint32_t segment) {
    uint64_t key = (uint64_t)l.id << 32 | segment, found;
    if (map_get(&r->made, key, &found)) return (loc){found};
    loc c = program_add_location(r->copy, r->p->locations.data[l.id].at);
    r->copy->locations.data[c.id].property = r->p->locations.data[l.id].property;
    map_set(&r->made, key, c.id);
    struct unrolled_place w = {l, segment};
    vec_push(&r->work, w);
    return c;
}

/* A head after the last segment. */
static loc end_of(unroller *r, loc l) {
    loc c = copy_of(r, l, r->u->segments); /* 0: by rounds, where nothing else is copied so */
    program_set_error(r->copy, c, r->passed);
    return c;
}

static void copy_edge(unroller *r, loc from, uint32_t segment, const edge *e) {
    if (!bits_has(&r->useful, e->to.id)) return;
    bool last = segment + 1 == r->u->segments;
    bool error = r->p->locations.data[e->to.id].property;
    bool head = !error && is_cut_point(r->p, e->to);
    if ((error && r->u->only_last && !last) || (head && last && !r->u->end_is_error)) return;
    loc to = head && last ? end_of(r, e->to) : copy_of(r, e->to, segment + head);
    cmd c = e->command;
    if (head && !last)
        c = cmd_seq(r->copy, 2, (cmd[]){c, cmd_assume(r->copy, assumed_at(r, e->to))});
    program_add_edge(r->copy, from, to, c, e->at);
}

static void find_useful(unroller *r) {
    loc_vec work = {0};
    for (loc l = {0}; l.id < r->p->locations.size; l.id++)
        if (r->p->locations.data[l.id].property) vec_push(&work, l);
    while (work.size) {
        loc l = vec_pop(&work);
        if (bits_has(&r->useful, l.id)) continue;
        bits_add(&r->useful, l.id);
        const edge_id *in;
        uint32_t n = program_in(r->p, l, &in);
        for (uint32_t i = 0; i < n; i++) vec_push(&work, r->p->edges.data[in[i].id].from);
    }
    vec_release(&work);
}

static void empty_copy(unroller *r) {
    r->copy = program_clone(r->p);
    r->copy->locations.size = 0;
    r->copy->edges.size = 0;
    program_changed(r->copy);
    r->copy->start = program_add_location(r->copy, (position){0});
    r->passed = program_add_known_property(r->copy, LIMIT_UNROLLING, "more loop heads are passed");
}

/* ---- loops one after the other ---- */

/* The copy of a location that runs have come to and not gone on from. */
static loc waiting_copy(unroller *r, loop_order *o, loc l) {
    if (!o->waiting.data[l.id]) {
        loc c = program_add_location(r->copy, r->p->locations.data[l.id].at);
        r->copy->locations.data[c.id].property = r->p->locations.data[l.id].property;
        o->waiting.data[l.id] = c.id;
        heap_insert(&o->next, o->score, l.id);
    }
    return (loc){o->waiting.data[l.id]};
}

static void copy_round(unroller *r, loop_order *o, loc from, loc l) {
    const edge_id *out;
    uint32_t n = program_out(r->p, l, &out);
    for (uint32_t i = 0; i < n; i++) {
        const edge *e = &r->p->edges.data[out[i].id];
        if (!bits_has(&r->useful, e->to.id)) continue;
        bool over = o->rounds.rounds.data[e->to.id] >= r->u->rounds;
        loc to = over ? end_of(r, e->to) : waiting_copy(r, o, e->to);
        program_add_edge(r->copy, from, to, e->command, e->at);
    }
}

static void copy_loops(unroller *r) {
    loop_order o = {0};
    nesting_make(&o.loops, r->p);
    loop_rounds_init(&o.rounds, &o.loops);
    vec_resize(&o.waiting, r->p->locations.size);
    o.score = mem_alloc(r->p->locations.size * sizeof *o.score);
    for (loc l = {0}; l.id < r->p->locations.size; l.id++)
        o.score[l.id] = -(double)o.loops.rank.data[l.id];
    program_add_edge(r->copy, r->copy->start, waiting_copy(r, &o, r->u->from), cmd_skip(r->copy),
                     (position){0});
    while (o.next.items.size && r->copy->edges.size < EDGES_MAX) {
        loc l = {heap_take(&o.next, o.score)}, copy = {o.waiting.data[l.id]};
        o.waiting.data[l.id] = 0;
        loop_rounds_pass(&o.rounds, l);
        if (!r->p->locations.data[l.id].property) copy_round(r, &o, copy, l);
    }
    mem_free(o.score);
    heap_release(&o.next);
    vec_release(&o.waiting);
    loop_rounds_release(&o.rounds);
    nesting_release(&o.loops);
}

/* ---- segment by segment ---- */

static void copy_segments(unroller *r) {
    loc first = copy_of(r, r->u->from, 0);
    program_add_edge(r->copy, r->copy->start, first, cmd_assume(r->copy, assumed_at(r, r->u->from)),
                     (position){0});
    for (uint32_t i = 0; i < r->work.size && r->copy->edges.size < EDGES_MAX; i++) {
        struct unrolled_place w = r->work.data[i];
        const edge_id *out;
        uint32_t n = w.segment < r->u->segments ? program_out(r->p, w.of, &out) : 0;
        for (uint32_t k = 0; k < n; k++)
            copy_edge(r, copy_of(r, w.of, w.segment), w.segment, &r->p->edges.data[out[k].id]);
    }
}

program *unroll(const program *p, const unrolling_plan *u) {
    assert_debug(p->start.id < p->locations.size);
    assert(u->from.id < p->locations.size);
    LOG("evidence", "unroll for a certificate");
    unroller r = {.p = p, .u = u};
    empty_copy(&r);
    find_useful(&r);
    if (u->rounds) copy_loops(&r);
    else copy_segments(&r);
    bool whole = r.copy->edges.size < EDGES_MAX;
    map_release(&r.made);
    vec_release(&r.work);
    bits_release(&r.useful);
    if (whole) return r.copy;
    program_delete(r.copy);
    return NULL;
}
