// expect: TRUE --engine cells
// A copy of any length behind what a buffer holds: what it held stays, the rest is the source's.
#include <stdlib.h>
extern void reach_error(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
int main(void) {
    unsigned long room = __VERIFIER_nondet_ulong(), held = __VERIFIER_nondet_ulong(), n = __VERIFIER_nondet_ulong();
    if (room > 1000000 || held > room || n > room - held) return 0;
    unsigned char *to = malloc(room), *from = malloc(n);
    if (!to || !from) return 0;
    unsigned long saved = __VERIFIER_nondet_ulong();
    if (saved >= held) return 0;
    unsigned char was = to[saved];
    for (unsigned long i = 0; i < n; i++) to[held + i] = from[i];
    unsigned long k = __VERIFIER_nondet_ulong();
    if (to[saved] != was) reach_error();
    if (k < n && to[held + k] != from[k]) reach_error();
}
