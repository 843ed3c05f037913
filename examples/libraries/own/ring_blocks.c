/* A ring that blocks are written to and read from; one byte is kept free. */
#include "harness.h"
struct rb { uint8_t *buff; size_t size, r, w; };
static size_t get_free(struct rb *b) {
    size_t size, w = b->w, r = b->r;
    if (w >= r) size = b->size - (w - r);
    else size = r - w;
    return size - 1;
}
static size_t get_full(struct rb *b) {
    size_t w = b->w, r = b->r;
    return w >= r ? w - r : b->size - (r - w);
}
static size_t min(size_t a, size_t b) { return a < b ? a : b; }
static size_t write(struct rb *b, const uint8_t *d, size_t btw) {
    size_t f = get_free(b), tc, w = b->w;
    btw = min(f, btw);
    if (!btw) return 0;
    tc = min(b->size - w, btw);
    memcpy(&b->buff[w], d, tc);
    w += tc;
    btw -= tc;
    if (btw > 0) {
        memcpy(b->buff, &d[tc], btw);
        w = btw;
    }
#ifdef BUG
    if (w > b->size) w = 0;
#else
    if (w >= b->size) w = 0;
#endif
    b->w = w;
    return tc + btw;
}
static size_t read(struct rb *b, uint8_t *d, size_t btr) {
    size_t f = get_full(b), tc, r = b->r;
    btr = min(f, btr);
    if (!btr) return 0;
    tc = min(b->size - r, btr);
    memcpy(d, &b->buff[r], tc);
    r += tc;
    btr -= tc;
    if (btr > 0) {
        memcpy(&d[tc], b->buff, btr);
        r = btr;
    }
    if (r >= b->size) r = 0;
    b->r = r;
    return tc + btr;
}
int main(void) {
    size_t size = __VERIFIER_nondet_uint(), n = __VERIFIER_nondet_uint();
    if (size < 2) return 0;
    struct rb b = {any_bytes(size), size, 0, 0};
    uint8_t *d = any_bytes(n);
    while (__VERIFIER_nondet_int()) {
        size_t k = __VERIFIER_nondet_uint();
        if (k > n) continue;
        if (__VERIFIER_nondet_int()) write(&b, d, k);
        else read(&b, d, k);
    }
    free(d);
    free(b.buff);
    return 0;
}
