/* What the harnesses share: numbers and buffers of any size and content. */
#ifndef HARNESS_H
#define HARNESS_H
#include <assert.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_nondet_memory(void *, size_t);

/* n bytes of any content; the run ends where there is no memory. */
static void *any_bytes(size_t n) {
    void *p = malloc(n);
    if (!p) exit(0);
    __VERIFIER_nondet_memory(p, n);
    return p;
}

/* A string of any length. */
static inline char *any_string(void) {
    size_t n = __VERIFIER_nondet_uint();
    char *s = any_bytes(n + 1);
    s[n] = 0;
    return s;
}
#endif
