/* Proof obligations: a heap by level, then by the order of Sect. 5.4. Blocked ones are kept for the next level
 * (Sect. 4.3, reuse) with the obligations they lead into, which a trace needs. */
#include "engine/ic3cfa/internal.h"

#include "base/fail.h"

enum { KEPT_LIMIT = 50000 };

static obligation *get(ic3 *s, uint32_t id) { return &s->obligations.data[id]; }

static uint64_t order_key(ic3 *s, uint32_t size) {
    switch (s->o->cube_order) {
    case CUBE_ORDER_ASC: return size;
    case CUBE_ORDER_DESC: return UINT32_MAX - size;
    default: return random_u64(&s->random) >> 32;
    }
}

uint32_t ic3_obligation_new(ic3 *s, uint32_t level, loc at, cube c, uint32_t parent, uint32_t arc_, const path *x) {
    uint32_t id;
    if (s->free_obligations.size) {
        id = vec_pop(&s->free_obligations);
    } else {
        id = s->obligations.size;
        vec_resize(&s->obligations, id + 1);
    }
    obligation *o = get(s, id);
    *o = (obligation){.level = level, .at = at, .cube = c, .parent = parent, .arc = arc_, .used = true};
    vec_append(&o->alternatives, x->alternatives.data, x->alternatives.size);
    o->key = (order_key(s, c.size) << 32) | (UINT32_MAX - (uint32_t)s->sequence++); /* last in, first out */
    s->n.obligations_made++;
    return id;
}

/* ---- heap ---- */

static bool before(ic3 *s, uint32_t a, uint32_t b) {
    const obligation *x = get(s, a), *y = get(s, b);
    return x->level != y->level ? x->level < y->level : x->key < y->key;
}

static void sift_up(ic3 *s, uint32_t i) {
    uint32_t *h = s->heap.data;
    while (i && before(s, h[i], h[(i - 1) / 2])) {
        uint32_t up = (i - 1) / 2, swap = h[i];
        h[i] = h[up];
        h[up] = swap;
        i = up;
    }
}

static void sift_down(ic3 *s, uint32_t i) {
    uint32_t *h = s->heap.data, n = s->heap.size;
    for (;;) {
        uint32_t best = i, left = 2 * i + 1, right = left + 1;
        if (left < n && before(s, h[left], h[best])) best = left;
        if (right < n && before(s, h[right], h[best])) best = right;
        if (best == i) return;
        uint32_t swap = h[i];
        h[i] = h[best];
        h[best] = swap;
        i = best;
    }
}

void ic3_obligation_queue(ic3 *s, uint32_t id) {
    assert(!get(s, id)->queued);
    get(s, id)->queued = true;
    vec_push(&s->heap, id);
    sift_up(s, s->heap.size - 1);
}

uint32_t ic3_obligation_pop(ic3 *s) {
    if (!s->heap.size) return NO_OBLIGATION;
    uint32_t id = s->heap.data[0];
    s->heap.data[0] = vec_last(&s->heap);
    s->heap.size--;
    sift_down(s, 0);
    get(s, id)->queued = false;
    return id;
}

/* ---- keeping ---- */

/* Blocked up to `level`. It can only matter again above. */
void ic3_obligation_blocked(ic3 *s, uint32_t id, uint32_t level) {
    obligation *o = get(s, id);
    o->level = level + 1;
    o->expanded = false;
    if (s->o->ic3_push_obligations && o->level <= s->k) ic3_obligation_queue(s, id);
    else if (s->o->obligation_reuse) vec_push(&s->parked, id);
}

/* Excluded for ever: forgotten at the next sweep, unless another descends from it. */
void ic3_obligation_done(ic3 *s, uint32_t id) { get(s, id)->level = LEVEL_EVER; }

static void keep(ic3 *s, uint32_t id) {
    while (id != NO_OBLIGATION && !get(s, id)->kept) {
        get(s, id)->kept = true;
        id = get(s, id)->parent;
    }
}

static void forget(ic3 *s, uint32_t id) {
    cube_release(&get(s, id)->cube);
    vec_release(&get(s, id)->alternatives);
    get(s, id)->used = false;
    vec_push(&s->free_obligations, id);
}

/* Obligations that are nobody's ancestor any more are memory only. */
static void sweep(ic3 *s) {
    for (uint32_t i = 0; i < s->parked.size; i++) keep(s, s->parked.data[i]);
    for (uint32_t i = 0; i < s->obligations.size; i++) {
        if (get(s, i)->used && !get(s, i)->kept) forget(s, i);
        get(s, i)->kept = false;
    }
}

void ic3_obligations_next_level(ic3 *s) {
    assert(!s->heap.size);
    if (s->parked.size > KEPT_LIMIT) vec_clear(&s->parked); /* they are found again where they matter */
    sweep(s);
    u32_vec parked = s->parked;
    s->parked = (u32_vec){0};
    for (uint32_t i = 0; i < parked.size; i++) {
        obligation *o = get(s, parked.data[i]);
        s->n.obligations_reused++;
        if (o->level <= s->k) ic3_obligation_queue(s, parked.data[i]);
        else vec_push(&s->parked, parked.data[i]);
    }
    vec_release(&parked);
}

void ic3_obligations_clear(ic3 *s) {
    for (uint32_t i = 0; i < s->obligations.size; i++) {
        cube_release(&get(s, i)->cube);
        vec_release(&get(s, i)->alternatives);
    }
    vec_clear(&s->obligations);
    vec_clear(&s->free_obligations);
    vec_clear(&s->heap);
    vec_clear(&s->parked);
}

void ic3_obligations_release(ic3 *s) {
    ic3_obligations_clear(s);
    vec_release(&s->obligations);
    vec_release(&s->free_obligations);
    vec_release(&s->heap);
    vec_release(&s->parked);
}
