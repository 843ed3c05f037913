/* Text that is appended to a buffer of fixed size, cut where it does not fit. */
#include "harness.h"

struct strbuf {
    char *data;
    size_t size, length;
};

static void add_char(struct strbuf *b, char c) {
#ifdef BUG
    if (b->length < b->size) b->data[b->length++] = c;
#else
    if (b->length + 1 < b->size) b->data[b->length++] = c;
#endif
    b->data[b->length] = 0;
}

static void add(struct strbuf *b, const char *s) {
    while (*s) add_char(b, *s++);
}

static void add_number(struct strbuf *b, unsigned x) {
    char digits[10];
    int n = 0;
    do {
        digits[n++] = (char)('0' + x % 10);
        x /= 10;
    } while (x);
    while (n > 0) add_char(b, digits[--n]);
}

int main(void) {
    size_t size = __VERIFIER_nondet_uint();
    if (!size) return 0;
    struct strbuf b = {any_bytes(size), size, 0};
    char *s = any_string();
    b.data[0] = 0;
    add(&b, s);
    add(&b, ": ");
    add_number(&b, __VERIFIER_nondet_uint());
    assert(b.length < b.size && b.data[b.length] == 0);
    free(s);
    free(b.data);
    return 0;
}
