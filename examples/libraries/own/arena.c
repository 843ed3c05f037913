/* Memory that is taken from the front of a block and given back last in, first out. */
#include "harness.h"

struct arena {
    uint8_t *start;
    size_t size, used;
};

static void *take(struct arena *a, size_t n) {
    size_t at = (a->used + 7) & ~(size_t)7;
#ifdef BUG
    if (at + n > a->size + 8) return 0;
#else
    if (at > a->size || n > a->size - at) return 0;
#endif
    a->used = at + n;
    return a->start + at;
}

static size_t mark(const struct arena *a) { return a->used; }
static void back_to(struct arena *a, size_t mark) {
    if (mark <= a->used) a->used = mark;
}

int main(void) {
    size_t size = __VERIFIER_nondet_uint(), kept = 0;
    struct arena a = {any_bytes(size), size, 0};
    while (__VERIFIER_nondet_int()) {
        switch (__VERIFIER_nondet_uint() % 3) {
        case 0: kept = mark(&a); break;
        case 1: back_to(&a, kept); break;
        default: {
            size_t n = __VERIFIER_nondet_uint();
            uint8_t *p = take(&a, n);
            if (p) memset(p, 0, n);
        }
        }
        assert(a.used <= a.size);
    }
    free(a.start);
    return 0;
}
