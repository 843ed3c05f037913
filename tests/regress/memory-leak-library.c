// expect: FALSE(valid-memtrack) --property valid-memsafety
// expect: FALSE(valid-memtrack) --property valid-memsafety -- -DPART
// expect: FALSE(valid-memtrack) --property valid-memsafety -- -DALIGNED
// expect: FALSE(valid-memtrack) --property valid-memsafety -- -DARRAY
// expect: FALSE(valid-memcleanup) --property valid-memcleanup -- -DPRINTED
// expect: TRUE --property valid-memsafety -- -DFREED
/* What a function of the C library allocates for its caller is lost like any other block: the
 * compiled test sees it. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);

static void *make(void) {
#if defined(PART)
    return strndup("text", 2);
#elif defined(ALIGNED)
    void *block;
    return posix_memalign(&block, 64, 10) ? NULL : block;
#elif defined(ARRAY)
    return reallocarray(reallocarray(NULL, 2, 4), 8, 4);
#elif defined(PRINTED)
    char *block;
    return asprintf(&block, "%d", __VERIFIER_nondet_int()) < 0 ? NULL : block;
#else
    return strdup("text");
#endif
}

int main(void) {
    void *block = make();
#ifndef FREED
    if (__VERIFIER_nondet_int() == 3) return 0;
#endif
    free(block);
}
