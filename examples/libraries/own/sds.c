/* Strings with their length before them, which grow. */
#include "harness.h"

struct head {
    uint32_t length, room;
    char text[];
};

static struct head *make(size_t room) {
    struct head *h = malloc(sizeof *h + room + 1);
    if (!h) return 0;
    h->length = 0;
    h->room = (uint32_t)room;
    h->text[0] = 0;
    return h;
}

static struct head *append(struct head *h, const char *s, uint32_t n) {
    if (h->room - h->length < n) {
        if (n > 1000 || h->length > 1000) return h;
        uint32_t room = (h->length + n) * 2;
#ifdef BUG
        struct head *wider = realloc(h, sizeof *h + room);
#else
        struct head *wider = realloc(h, sizeof *h + room + 1);
#endif
        if (!wider) return h;
        h = wider;
        h->room = room;
    }
    memcpy(h->text + h->length, s, n);
    h->length += n;
    h->text[h->length] = 0;
    return h;
}

int main(void) {
    uint32_t n = __VERIFIER_nondet_uint() % 2000, m = __VERIFIER_nondet_uint() % 2000;
    char *s = any_bytes(n), *t = any_bytes(m);
    struct head *h = make(8);
    if (h) {
        h = append(h, s, n);
        h = append(h, t, m);
        assert(h->length <= h->room);
    }
    free(h);
    free(s);
    free(t);
    return 0;
}
