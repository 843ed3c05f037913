#include "evidence/region.h"

#include "base/log.h"

bool is_cut_point(const program *p, loc l) {
    assert_debug(l.id < p->locations.size);
    return same_loc(l, p->start) || p->locations.data[l.id].cut || p->locations.data[l.id].property;
}

typedef struct {
    loc at;
    uint32_t next;
} region_visit;

/* Post-order of the inner locations; false where an edge leads back into the stack. */
static bool search(const program *p, loc cut, loc_vec *done, loc *loop) {
    assert_debug(cut.id < p->locations.size);
    vec(region_visit) stack = {0};
    map state = {0}; /* location -> 1 open, 2 done */
    bool good = true;
    region_visit first = {cut, 0};
    vec_push(&stack, first);
    map_set(&state, cut.id, 1);
    while (stack.size && good) {
        region_visit *v = &vec_last(&stack);
        const edge_id *out;
        uint32_t n = program_out(p, v->at, &out);
        if (v->next == n) {
            map_set(&state, v->at.id, 2);
            vec_push(done, v->at);
            stack.size--;
            continue;
        }
        loc to = p->edges.data[out[v->next++].id].to;
        if (is_cut_point(p, to)) continue;
        uint64_t s = map_find(&state, to.id, 0);
        if (s == 1) {
            *loop = to;
            good = false;
        } else if (s == 0) {
            map_set(&state, to.id, 1);
            region_visit next = {to, 0};
            vec_push(&stack, next);
        }
    }
    vec_release(&stack);
    map_release(&state);
    return good;
}

static void count_up(map *m, loc l) { map_set(m, l.id, map_find(m, l.id, 0) + 1); }

/* Keep what leads to a target that matters: locations come in post-order, so successors are decided
 * before. */
static void keep_relevant(const program *p, const loc_vec *post_order, bool (*matters)(void *, loc),
                          void *context, region *r) {
    map useful = {0}, target = {0};
    for (uint32_t i = 0; i < post_order->size; i++) {
        loc l = post_order->data[i];
        const edge_id *out;
        uint32_t n = program_out(p, l, &out);
        for (uint32_t k = n; k-- > 0;) {
            loc to = p->edges.data[out[k].id].to;
            bool cut = is_cut_point(p, to);
            if (cut ? !matters(context, to) : !map_get(&useful, to.id, NULL)) continue;
            if (cut && !map_get(&target, to.id, NULL)) {
                map_set(&target, to.id, 1);
                vec_push(&r->targets, to);
            }
            map_set(&useful, l.id, 1);
            vec_push(&r->edges, out[k]);
            count_up(&r->in_count, to);
            count_up(&r->out_count, l);
        }
        if (map_get(&useful, l.id, NULL)) vec_push(&r->inner, l);
    }
    map_release(&useful);
    map_release(&target);
}

#define REVERSE(T, v)                                                                              \
    for (uint32_t i = 0; i < (v).size / 2; i++) {                                                  \
        T x = (v).data[i];                                                                         \
        (v).data[i] = (v).data[(v).size - 1 - i];                                                  \
        (v).data[(v).size - 1 - i] = x;                                                            \
    }

bool region_make(const program *p, loc cut, bool (*matters)(void *, loc), void *context,
                 region *out, loc *loop) {
    assert_debug(cut.id < p->locations.size);
    LOG("evidence", "region from location %u", cut.id);
    *out = (region){.cut = cut};
    loc_vec post_order = {0};
    bool good = search(p, cut, &post_order, loop);
    if (good) keep_relevant(p, &post_order, matters, context, out);
    REVERSE(loc, out->inner)
    REVERSE(edge_id, out->edges)
    REVERSE(loc, out->targets)
    vec_release(&post_order);
    return good;
}

void region_release(region *r) {
    vec_release(&r->inner);
    vec_release(&r->edges);
    vec_release(&r->targets);
    map_release(&r->in_count);
    map_release(&r->out_count);
}
