// expect: FALSE(valid-deref) --property valid-memsafety
// expect: TRUE --property valid-memsafety -- -DFIXED
/* A signed length passes the check against the room, and is huge where memcpy gets it. */
#include <string.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    char from[8] = "payload", to[8];
    int n = __VERIFIER_nondet_int();
    if (n > 8) return 1;
#ifdef FIXED
    if (n < 0) return 1;
#endif
    memcpy(to, from, (size_t)n);
    return 0;
}
