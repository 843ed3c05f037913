// expect: TRUE
// Products of unknown words, of which the proof needs an order alone: an element that is in the list
// lies within its bytes, and a list that loses an element still fits.
#include <stdlib.h>
extern unsigned long __VERIFIER_nondet_ulong(void);
extern void reach_error(void);

int main(void) {
    unsigned long size = __VERIFIER_nondet_ulong(), length = __VERIFIER_nondet_ulong(),
                  bytes = __VERIFIER_nondet_ulong(), index = __VERIFIER_nondet_ulong();
    if (size > 1000000 || length > 1000000 || length * size > bytes) return 0;
    if (index < length && index * size + size > bytes) reach_error();
    if (index <= length && size * index > bytes) reach_error();
    if (length && (length - 1) * size > bytes) reach_error();
    return 0;
}
