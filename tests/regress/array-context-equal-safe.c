// expect: TRUE --engine cells
// Two blocks of any size below a million, prepared at length and compared byte by byte: where they are equal, an
// index that is chosen afterwards reads the same in both, and what was saved before is still there.
#include <stdlib.h>
#include <string.h>
extern void reach_error(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
struct text { unsigned long size, room; unsigned char *at; };
static void prepare(struct text *t) {
    t->room = __VERIFIER_nondet_ulong();
    t->size = __VERIFIER_nondet_ulong();
    if (t->room > 1000000 || t->size > t->room) exit(0);
    t->at = malloc(t->room);
    if (!t->at) exit(0);
}
static int equal(const struct text *a, const struct text *b) {
    return a->size == b->size && !memcmp(a->at, b->at, a->size);
}
int main(void) {
    struct text a, b;
    prepare(&a);
    prepare(&b);
    unsigned long saved = __VERIFIER_nondet_ulong();
    if (saved >= a.size) return 0;
    unsigned char was = a.at[saved];
    int same = equal(&a, &b);
    if (a.at[saved] != was) reach_error();
    unsigned long k = __VERIFIER_nondet_ulong();
    if (same && k < a.size && a.at[k] != b.at[k]) reach_error();
}
