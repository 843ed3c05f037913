// expect: FALSE(valid-deref) --property valid-memsafety
// expect: FALSE(valid-deref) --property valid-memsafety -- -DALLOCA
// expect: FALSE(valid-deref) --property valid-memsafety -- -DGETENV
// expect: FALSE(valid-deref) --property valid-memsafety -- -DPRINT
/* AddressSanitizer does not see these: the test looks itself, so that execution confirms them. */
#include <alloca.h>
#include <stdio.h>
#include <stdlib.h>
int main(void) {
#ifdef GETENV
    char name[2] = {'a', 'b'};
    return getenv(name) != 0;
#elif defined PRINT
    char name[2] = {'a', 'b'};
    return printf("%d %.*s\n", 7, 3, name) < 0;
#else
    int *p, n = 3;
    {
        int v[n];
        v[0] = 1;
#ifdef ALLOCA
        p = alloca(sizeof *p);
        *p = v[0];
#else
        p = v;
#endif
    }
    return *p;
#endif
}
