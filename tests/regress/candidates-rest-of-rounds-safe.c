// expect: TRUE --engine kinduction --property bounds,null
// A cursor and a counter go on together: as many bytes are left as rounds.
extern unsigned __VERIFIER_nondet_uint(void);
extern void *malloc(unsigned long);

int main(void) {
    unsigned long n = __VERIFIER_nondet_uint(), at = 0;
    unsigned char *p = malloc(n), sum = 0;
    if (!p) return 0;
    for (unsigned long i = 0; i < n; i++) p[i] = 0;
    while (at < n) {
        unsigned long bytes = 1UL << (p[at++] & 3);
        if (n - at < bytes) break;
        for (unsigned long i = 0; i < bytes; i++) sum += p[at++];
    }
    return sum;
}
