// expect: TRUE --property memory,assert --engine ai,kinduction
/* Two cursors in two buffers of one size: what is written stays behind what is read. */
#include <assert.h>
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_nondet_memory(void *, unsigned long);

static size_t decode(const unsigned char *src, size_t n, unsigned char *dst) {
    const unsigned char *end = src + n;
    unsigned char *out = dst;
    while (src < end) {
        unsigned code = *src++, i;
        for (i = 1; i < code && src < end; i++) *out++ = *src++;
        if (code < 0xFF && src < end) *out++ = 0;
    }
    return (size_t)(out - dst);
}

int main(void) {
    size_t n = __VERIFIER_nondet_uint();
    unsigned char *s = malloc(n), *d = malloc(n);
    if (s && d) {
        __VERIFIER_nondet_memory(s, n);
        assert(decode(s, n, d) <= n);
    }
    free(s);
    free(d);
    return 0;
}
