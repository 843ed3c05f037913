#include "evidence/region.h"

bool is_cut_point(const program *p, loc l) {
    return l == p->start || p->locations.data[l].cut || p->locations.data[l].property;
}

typedef struct {
    loc at;
    uint32_t next;
} visit;

/* Post-order of the inner locations; false where an edge leads back into the stack. */
static bool search(const program *p, loc cut, u32_vec *done, loc *loop) {
    vec(visit) stack = {0};
    map state = {0}; /* location -> 1 open, 2 done */
    bool good = true;
    visit first = {cut, 0};
    vec_push(&stack, first);
    map_set(&state, cut, 1);
    while (stack.size && good) {
        visit *v = &vec_last(&stack);
        const edge_id *out;
        uint32_t n = program_out(p, v->at, &out);
        if (v->next == n) {
            map_set(&state, v->at, 2);
            vec_push(done, v->at);
            stack.size--;
            continue;
        }
        loc to = p->edges.data[out[v->next++]].to;
        if (is_cut_point(p, to)) continue;
        uint64_t s = map_find(&state, to, 0);
        if (s == 1) {
            *loop = to;
            good = false;
        } else if (s == 0) {
            map_set(&state, to, 1);
            visit next = {to, 0};
            vec_push(&stack, next);
        }
    }
    vec_release(&stack);
    map_release(&state);
    return good;
}

static void count_up(map *m, loc l) { map_set(m, l, map_find(m, l, 0) + 1); }

/* Keep what leads to a target that matters: locations come in post-order, so successors are decided
 * before. */
static void keep_relevant(const program *p, const u32_vec *post_order, bool (*matters)(void *, loc),
                          void *context, region *r) {
    map useful = {0}, target = {0};
    for (uint32_t i = 0; i < post_order->size; i++) {
        loc l = post_order->data[i];
        const edge_id *out;
        uint32_t n = program_out(p, l, &out);
        for (uint32_t k = n; k-- > 0;) {
            loc to = p->edges.data[out[k]].to;
            bool cut = is_cut_point(p, to);
            if (cut ? !matters(context, to) : !map_get(&useful, to, NULL)) continue;
            if (cut && !map_get(&target, to, NULL)) {
                map_set(&target, to, 1);
                vec_push(&r->targets, to);
            }
            map_set(&useful, l, 1);
            vec_push(&r->edges, out[k]);
            count_up(&r->in_count, to);
            count_up(&r->out_count, l);
        }
        if (map_get(&useful, l, NULL)) vec_push(&r->inner, l);
    }
    map_release(&useful);
    map_release(&target);
}

static void reverse(uint32_t *data, uint32_t n) {
    for (uint32_t i = 0; i < n / 2; i++) {
        uint32_t x = data[i];
        data[i] = data[n - 1 - i];
        data[n - 1 - i] = x;
    }
}

bool region_make(const program *p, loc cut, bool (*matters)(void *, loc), void *context,
                 region *out, loc *loop) {
    *out = (region){.cut = cut};
    u32_vec post_order = {0};
    bool good = search(p, cut, &post_order, loop);
    if (good) keep_relevant(p, &post_order, matters, context, out);
    reverse(out->inner.data, out->inner.size);
    reverse(out->edges.data, out->edges.size);
    reverse(out->targets.data, out->targets.size);
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
