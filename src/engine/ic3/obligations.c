/* Proof obligations: a heap by level, then by the order of paper 000, Sect. 5.4. Blocked ones may
 * be kept for the next level (Sect. 4.3, reuse) with the obligations they lead into, which a trace
 * needs. */
#include "engine/ic3/ic3.h"

#include "base/log.h"

enum { KEPT_LIMIT = 50000 };

static obligation *get(ic3 *k, uint32_t id) { return &k->obligations.data[id]; }

uint32_t obligation_new(ic3 *k, uint32_t level, loc at, cube c, uint32_t parent, uint32_t arc_id,
                        uint32_t order) {
    assert_debug(at.id < k->p->locations.size);
    assert_debug(parent == NO_OBLIGATION || k->obligations.data[parent].used);
    assert_debug(arc_id == NO_ARC || arc_id < k->arcs.size);
    LOG(k->domain->name, "obligation at %u, level %u, %u literals", at.id, level, c.size);
    uint32_t id;
    if (k->queue.free.size) {
        id = vec_pop(&k->queue.free);
    } else {
        id = k->obligations.size;
        vec_resize(&k->obligations, id + 1);
    }
    obligation *o = get(k, id);
    *o = (obligation){
        .level = level, .at = at, .cube = c, .parent = parent, .arc = arc_id, .used = true};
    o->key = ((uint64_t)order << 32) |
             (UINT32_MAX - (uint32_t)k->queue.sequence++); /* last in, first out */
    k->n.obligations_made++;
    return id;
}

/* ---- heap ---- */

static bool before(ic3 *k, uint32_t a, uint32_t b) {
    const obligation *x = get(k, a), *y = get(k, b);
    return x->level != y->level ? x->level < y->level : x->key < y->key;
}

static void sift_up(ic3 *k, uint32_t i) {
    uint32_t *h = k->queue.heap.data;
    while (i && before(k, h[i], h[(i - 1) / 2])) {
        uint32_t up = (i - 1) / 2, swap = h[i];
        h[i] = h[up];
        h[up] = swap;
        i = up;
    }
}

static void sift_down(ic3 *k, uint32_t i) {
    uint32_t *h = k->queue.heap.data, n = k->queue.heap.size;
    for (;;) {
        uint32_t best = i, left = 2 * i + 1, right = left + 1;
        if (left < n && before(k, h[left], h[best])) best = left;
        if (right < n && before(k, h[right], h[best])) best = right;
        if (best == i) return;
        uint32_t swap = h[i];
        h[i] = h[best];
        h[best] = swap;
        i = best;
    }
}

void obligation_queue(ic3 *k, uint32_t id) {
    assert_debug(id < k->obligations.size);
    assert(get(k, id)->used && !get(k, id)->queued);
    get(k, id)->queued = true;
    if (k->wants.latest_first) get(k, id)->key = UINT32_MAX - (uint32_t)k->queue.sequence++;
    vec_push(&k->queue.heap, id);
    sift_up(k, k->queue.heap.size - 1);
}

uint32_t obligation_pop(ic3 *k) {
    if (!k->queue.heap.size) return NO_OBLIGATION;
    uint32_t id = k->queue.heap.data[0];
    k->queue.heap.data[0] = vec_last(&k->queue.heap);
    k->queue.heap.size--;
    sift_down(k, 0);
    get(k, id)->queued = false;
    return id;
}

/* ---- keeping ---- */

void obligation_blocked(ic3 *k, uint32_t id, uint32_t level) {
    assert_debug(id < k->obligations.size && k->obligations.data[id].used);
    LOG(k->domain->name, "obligation %u is blocked up to level %u", id, level);
    obligation *o = get(k, id);
    o->level = level + 1;
    o->expanded = false;
    if (k->wants.push_obligations && o->level <= k->frontier) obligation_queue(k, id);
    else if (k->wants.reuse) vec_push(&k->queue.parked, id);
}

/* Forgotten at the next sweep, unless another descends from it. */
void obligation_done(ic3 *k, uint32_t id) {
    assert_debug(id < k->obligations.size && k->obligations.data[id].used);
    LOG(k->domain->name, "obligation %u is excluded for good", id);
    get(k, id)->level = LEVEL_INFINITY;
}

static void keep(ic3 *k, uint32_t id) {
    while (id != NO_OBLIGATION && !get(k, id)->kept) {
        get(k, id)->kept = true;
        id = get(k, id)->parent;
    }
}

static void forget(ic3 *k, uint32_t id) {
    if (k->domain->forget) k->domain->forget(k, id);
    if (k->domain->release) k->domain->release(&get(k, id)->cube);
    get(k, id)->used = false;
}

/* Obligations without descendants in the queue only take memory. */
static void sweep(ic3 *k) {
    for (uint32_t i = 0; i < k->queue.parked.size; i++) keep(k, k->queue.parked.data[i]);
    for (uint32_t i = 0; i < k->obligations.size; i++) {
        if (get(k, i)->used && !get(k, i)->kept) {
            forget(k, i);
            vec_push(&k->queue.free, i);
        }
        get(k, i)->kept = false;
    }
}

void obligations_next_level(ic3 *k) {
    assert(!k->queue.heap.size);
    LOG(k->domain->name, "%u obligations are kept", k->queue.parked.size);
    if (k->queue.parked.size > KEPT_LIMIT)
        vec_clear(&k->queue.parked); /* they are found again where they matter */
    sweep(k);
    u32_vec parked = k->queue.parked;
    k->queue.parked = (u32_vec){0};
    for (uint32_t i = 0; i < parked.size; i++) {
        obligation *o = get(k, parked.data[i]);
        k->n.obligations_reused++;
        if (o->level <= k->frontier) obligation_queue(k, parked.data[i]);
        else vec_push(&k->queue.parked, parked.data[i]);
    }
    vec_release(&parked);
}

void obligations_clear(ic3 *k) {
    for (uint32_t i = 0; i < k->obligations.size; i++)
        if (get(k, i)->used) forget(k, i);
    vec_clear(&k->obligations);
    vec_clear(&k->queue.free);
    vec_clear(&k->queue.heap);
    vec_clear(&k->queue.parked);
}

void obligations_release(ic3 *k) {
    obligations_clear(k);
    vec_release(&k->obligations);
    vec_release(&k->queue.free);
    vec_release(&k->queue.heap);
    vec_release(&k->queue.parked);
}
