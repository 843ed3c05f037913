/* A ring of bytes of any size with head and count. */
#include "harness.h"

struct ring {
    uint8_t *data;
    size_t size, head, count;
};

static int put(struct ring *r, uint8_t c) {
    if (r->count == r->size) return 0;
    size_t at = r->head + r->count;
#ifdef BUG
    if (at > r->size) at -= r->size;
#else
    if (at >= r->size) at -= r->size;
#endif
    r->data[at] = c;
    r->count++;
    return 1;
}

static int get(struct ring *r, uint8_t *c) {
    if (!r->count) return 0;
    *c = r->data[r->head++];
    if (r->head == r->size) r->head = 0;
    r->count--;
    return 1;
}

int main(void) {
    size_t size = __VERIFIER_nondet_uint();
    if (!size) return 0;
    struct ring r = {any_bytes(size), size, 0, 0};
    while (__VERIFIER_nondet_int()) {
        uint8_t c = __VERIFIER_nondet_uchar();
        if (__VERIFIER_nondet_int()) put(&r, c);
        else get(&r, &c);
        assert(r.count <= r.size && r.head < r.size);
    }
    free(r.data);
    return 0;
}
