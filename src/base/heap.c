#include "base/heap.h"

void heap_release(heap *h) {
    vec_release(&h->items);
    vec_release(&h->place);
}

void heap_clear(heap *h) {
    for (uint32_t i = 0; i < h->items.size; i++) h->place.data[h->items.data[i]] = 0;
    vec_clear(&h->items);
}

static void put(heap *h, uint32_t at, uint32_t item) {
    h->items.data[at] = item;
    h->place.data[item] = at + 1;
}

static void sift_up(heap *h, const double *score, uint32_t at) {
    uint32_t item = h->items.data[at];
    for (; at && score[h->items.data[(at - 1) / 2]] < score[item]; at = (at - 1) / 2)
        put(h, at, h->items.data[(at - 1) / 2]);
    put(h, at, item);
}

static void sift_down(heap *h, const double *score, uint32_t at) {
    uint32_t item = h->items.data[at], n = h->items.size;
    for (uint32_t child; (child = 2 * at + 1) < n; at = child) {
        if (child + 1 < n && score[h->items.data[child + 1]] > score[h->items.data[child]]) child++;
        if (score[h->items.data[child]] <= score[item]) break;
        put(h, at, h->items.data[child]);
    }
    put(h, at, item);
}

static void append(heap *h, uint32_t item) {
    if (item >= h->place.size) vec_resize(&h->place, item + 1);
    vec_push(&h->items, item);
    h->place.data[item] = h->items.size;
}

void heap_insert(heap *h, const double *score, uint32_t item) {
    if (heap_has(h, item)) return;
    append(h, item);
    sift_up(h, score, h->items.size - 1);
}

void heap_rise(heap *h, const double *score, uint32_t item) {
    assert_debug(item < h->place.size);
    sift_up(h, score, h->place.data[item] - 1);
}

uint32_t heap_take(heap *h, const double *score) {
    assert_debug(h->items.size);
    uint32_t first = h->items.data[0], last = vec_pop(&h->items);
    h->place.data[first] = 0;
    if (!h->items.size) return first;
    h->items.data[0] = last;
    sift_down(h, score, 0);
    return first;
}

void heap_fill(heap *h, const double *score, uint32_t n, const uint32_t *items) {
    for (uint32_t i = 0; i < n; i++) append(h, items[i]);
    for (uint32_t i = n / 2; i-- > 0;) sift_down(h, score, i);
}
