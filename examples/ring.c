#include "ring.h"

int ring_put(struct ring *r, unsigned char byte) {
    unsigned next = (r->head + 1) % RING_SIZE;
    if (next == r->tail) return 0;
    r->bytes[r->head] = byte;
#ifdef BROKEN
    r->head = r->head + 1;
#else
    r->head = next;
#endif
    return 1;
}

int ring_get(struct ring *r, unsigned char *byte) {
    if (r->head == r->tail) return 0;
    *byte = r->bytes[r->tail];
    r->tail = (r->tail + 1) % RING_SIZE;
    return 1;
}

unsigned ring_count(const struct ring *r) { return (r->head + RING_SIZE - r->tail) % RING_SIZE; }
