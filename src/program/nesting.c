#include "program/nesting.h"

#include "base/log.h"
#include "base/bits.h"

/* The strongly connected components of a part of the graph, by Tarjan's algorithm without
 * recursion: locations of a part carry its number, edges that leave it do not count. */
typedef struct {
    const program *p;
    nesting *n;
    u32_vec part;       /* by location; 0: in none, or a head that was taken out */
    u32_vec found, low; /* by location, of the search at hand: 1 + when it was found; the earliest
                           that it leads back to */
    bits open;          /* on `path` */
    loc_vec path;
    vec(struct tarjan_step {
        loc at;
        uint32_t next;
    }) steps;
    uint32_t parts, time;
} nester;

static bool in_part(const nester *x, loc l, uint32_t part) { return x->part.data[l.id] == part; }

static void find(nester *x, loc l) {
    x->found.data[l.id] = x->low.data[l.id] = ++x->time;
    bits_add(&x->open, l.id);
    vec_push(&x->path, l);
    struct tarjan_step s = {l, 0};
    vec_push(&x->steps, s);
}

static void lower(nester *x, loc l, uint32_t to) {
    if (to < x->low.data[l.id]) x->low.data[l.id] = to;
}

/* The component that l is the first of, into `all`: the sizes of components and their locations. */
static void close_component(nester *x, loc l, loc_vec *all, u32_vec *sizes) {
    uint32_t before = all->size;
    loc top;
    do {
        top = vec_pop(&x->path);
        bits_remove(&x->open, top.id);
        vec_push(all, top);
    } while (!same_loc(top, l));
    vec_push(sizes, all->size - before);
}

static void search_from(nester *x, loc first, uint32_t part, loc_vec *all, u32_vec *sizes) {
    find(x, first);
    while (x->steps.size) {
        struct tarjan_step *s = &vec_last(&x->steps);
        const edge_id *out;
        loc at = s->at;
        if (s->next < program_out(x->p, at, &out)) {
            loc to = x->p->edges.data[out[s->next++].id].to;
            if (!in_part(x, to, part)) continue;
            if (!x->found.data[to.id]) find(x, to);
            else if (bits_has(&x->open, to.id)) lower(x, at, x->found.data[to.id]);
            continue;
        }
        x->steps.size--;
        if (x->steps.size) lower(x, vec_last(&x->steps).at, x->low.data[at.id]);
        if (x->low.data[at.id] == x->found.data[at.id]) close_component(x, at, all, sizes);
    }
}

static bool loops_to_itself(const nester *x, loc l) {
    const edge_id *out;
    uint32_t n = program_out(x->p, l, &out);
    for (uint32_t i = 0; i < n; i++)
        if (same_loc(x->p->edges.data[out[i].id].to, l)) return true;
    return false;
}

static void place(nester *x, loc l, loc loop) {
    x->n->rank.data[l.id] = x->n->order.size;
    x->n->head.data[l.id] = loop;
    vec_push(&x->n->order, l);
}

/* In the order in which a search from the start comes to them. */
static loc earliest(const nester *x, const loc *component, uint32_t size) {
    loc first = component[0];
    for (uint32_t i = 1; i < size; i++)
        if (x->n->rank.data[component[i].id] < x->n->rank.data[first.id]) first = component[i];
    return first;
}

static void arrange(nester *x, const loc *part, uint32_t size, loc loop);

static void arrange_loop(nester *x, const loc *component, uint32_t size, loc loop) {
    loc head = earliest(x, component, size);
    loc_vec inside = {0};
    for (uint32_t i = 0; i < size; i++)
        if (!same_loc(component[i], head)) vec_push(&inside, component[i]);
    x->part.data[head.id] = 0;
    x->n->outer.data[head.id] = loop;
    x->n->nested |= !same_loc(loop, NO_LOC);
    arrange(x, inside.data, inside.size, head);
    place(x, head, head);
    vec_release(&inside);
}

/* The locations of a part, all inside of `loop`, in order. */
static void arrange(nester *x, const loc *part, uint32_t size, loc loop) {
    loc_vec all = {0};
    u32_vec sizes = {0};
    uint32_t number = ++x->parts;
    for (uint32_t i = 0; i < size; i++) {
        x->part.data[part[i].id] = number;
        x->found.data[part[i].id] = 0;
    }
    for (uint32_t i = 0; i < size; i++)
        if (!x->found.data[part[i].id]) search_from(x, part[i], number, &all, &sizes);
    for (uint32_t end = all.size, i = sizes.size; i-- > 0; end -= sizes.data[i]) {
        const loc *component = all.data + end - sizes.data[i];
        if (sizes.data[i] == 1 && !loops_to_itself(x, component[0])) place(x, component[0], loop);
        else arrange_loop(x, component, sizes.data[i], loop);
    }
    vec_release(&all);
    vec_release(&sizes);
}

static void fill(loc_vec *v, uint32_t size) {
    for (uint32_t i = 0; i < size; i++) vec_push(v, NO_LOC);
}

void nesting_make(nesting *n, const program *p) {
    LOG("program", "nesting of loops of %u locations", p->locations.size);
    nester x = {.p = p, .n = n};
    loc_vec start = {0};
    *n = (nesting){0};
    program_order(p, &start);
    fill(&n->head, p->locations.size);
    fill(&n->outer, p->locations.size);
    vec_resize(&n->rank, p->locations.size);
    vec_resize(&x.part, p->locations.size);
    vec_resize(&x.found, p->locations.size);
    vec_resize(&x.low, p->locations.size);
    for (uint32_t i = 0; i < start.size; i++) n->rank.data[start.data[i].id] = i;
    arrange(&x, start.data, start.size, NO_LOC);
    vec_release(&start);
    vec_release(&x.part);
    vec_release(&x.found);
    vec_release(&x.low);
    vec_release(&x.path);
    vec_release(&x.steps);
    bits_release(&x.open);
}

void nesting_release(nesting *n) {
    vec_release(&n->order);
    vec_release(&n->rank);
    vec_release(&n->head);
    vec_release(&n->outer);
}

bool nesting_inside(const nesting *n, loc l, loc head) {
    assert_debug(head.id != NO_LOC.id);
    loc h = n->head.data[l.id];
    while (!same_loc(h, NO_LOC) && !same_loc(h, head)) h = n->outer.data[h.id];
    return same_loc(h, head);
}

void loop_rounds_init(loop_rounds *r, const nesting *of) {
    *r = (loop_rounds){.of = of};
    vec_resize(&r->rounds, of->rank.size);
}

void loop_rounds_release(loop_rounds *r) {
    vec_release(&r->active);
    vec_release(&r->rounds);
}

uint32_t loop_rounds_pass(loop_rounds *r, loc l) {
    assert_debug(l.id != NO_LOC.id);
    while (r->active.size && !nesting_inside(r->of, l, vec_last(&r->active)))
        r->rounds.data[vec_pop(&r->active).id] = 0;
    if (!nesting_is_head(r->of, l)) return 0;
    if (!r->rounds.data[l.id]) vec_push(&r->active, l);
    return ++r->rounds.data[l.id];
}
