// expect: TRUE --property memory --engine ai,kinduction
/* What remains of a buffer and the cursor in it keep step: s + n is its end. Both start from one number of another width. */
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_nondet_memory(void *, unsigned long);

static const unsigned char lengths[16] = {1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 2, 2, 3, 4};

static int valid(const unsigned char *s, size_t n) {
    while (n) {
        size_t k = lengths[*s >> 4], i;
        if (!k || k > n) return 0;
        for (i = 1; i < k; i++)
            if ((s[i] & 0xC0) != 0x80) return 0;
        s += k;
        n -= k;
    }
    return 1;
}

int main(void) {
    size_t n = __VERIFIER_nondet_uint();
    unsigned char *s = malloc(n);
    if (!s) return 0;
    __VERIFIER_nondet_memory(s, n);
    valid(s, n);
    free(s);
    return 0;
}
