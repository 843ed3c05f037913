/* A byte ring in the style of lwrb: linear copies at both sides of the end, any size. */
#include "harness.h"

typedef struct {
    uint8_t *buff;
    size_t size, r, w;
} lwrb_t;

static size_t lwrb_get_free(const lwrb_t *b) {
    size_t size, w = b->w, r = b->r;
    if (w >= r) size = b->size - (w - r);
    else size = r - w;
    return size - 1;
}

static size_t lwrb_get_full(const lwrb_t *b) {
    size_t w = b->w, r = b->r;
    return w >= r ? w - r : b->size - (r - w);
}

static size_t min(size_t a, size_t b) { return a < b ? a : b; }

static size_t lwrb_write(lwrb_t *b, const void *data, size_t btw) {
    const uint8_t *d = data;
    size_t tocopy, free = lwrb_get_free(b);
    btw = min(free, btw);
    if (btw == 0) return 0;
    tocopy = min(b->size - b->w, btw);
    memcpy(&b->buff[b->w], d, tocopy);
    b->w += tocopy;
    btw -= tocopy;
    if (btw > 0) {
        memcpy(b->buff, &d[tocopy], btw);
        b->w = btw;
    }
#ifdef BUG
    if (b->w > b->size) b->w = 0;
#else
    if (b->w >= b->size) b->w = 0;
#endif
    return tocopy + btw;
}

static size_t lwrb_read(lwrb_t *b, void *data, size_t btr) {
    uint8_t *d = data;
    size_t tocopy, full = lwrb_get_full(b);
    btr = min(full, btr);
    if (btr == 0) return 0;
    tocopy = min(b->size - b->r, btr);
    memcpy(d, &b->buff[b->r], tocopy);
    b->r += tocopy;
    btr -= tocopy;
    if (btr > 0) {
        memcpy(&d[tocopy], b->buff, btr);
        b->r = btr;
    }
    if (b->r >= b->size) b->r = 0;
    return tocopy + btr;
}

int main(void) {
    size_t size = __VERIFIER_nondet_uint() % 65536 + 1;
    uint8_t *memory = any_bytes(size);
    uint8_t chunk[64] = {0};
    lwrb_t ring = {memory, size, 0, 0};
    while (__VERIFIER_nondet_int()) {
        size_t n = __VERIFIER_nondet_uint() % (sizeof chunk + 1);
        if (__VERIFIER_nondet_int()) lwrb_write(&ring, chunk, n);
        else lwrb_read(&ring, chunk, n);
        assert(ring.r < size && ring.w < size);
    }
    free(memory);
    return 0;
}
