// expect: FALSE(uninitialized) --property uninitialized -- -DARRAY
// expect: FALSE(uninitialized) --property uninitialized -- -DBLOCK
// expect: FALSE(uninitialized) --property uninitialized -- -DFIELD
// expect: FALSE(uninitialized) --property uninitialized -- -DADDRESS
// expect: FALSE(uninitialized) --property uninitialized -- -DCOPY
// expect: FALSE(uninitialized) --property uninitialized -- -DCHARACTERS
// expect: FALSE(uninitialized) --property uninitialized -- -DGROWN
// expect: FALSE(uninitialized) --property uninitialized -- -DAGAIN
// expect: TRUE --property uninitialized
// Arrays, blocks, fields and locals whose address is taken, read before they are written.
#include <stdlib.h>
#include <string.h>
struct pair {
    int first, second;
};
static void look(int *p) { (void)p; }
int main(void) {
    int a[3], x, r = 0, *p = malloc(4), *q;
    struct pair s, t;
    char *from = (char *)&s, *to = (char *)&t;
    if (!p) return 0;
    a[0] = s.first = *p = 1;
    look(&x);
#if !defined ARRAY
    a[1] = 1;
#endif
#if !defined FIELD && !defined COPY && !defined CHARACTERS
    s.second = 2;
#endif
#ifndef ADDRESS
    x = 3;
#endif
#ifdef CHARACTERS
    for (unsigned i = 0; i < sizeof s; i++) to[i] = from[i];
#else
    memcpy(to, from, sizeof s);
#endif
    q = realloc(p, 8);
    if (!q) return 0;
#ifndef GROWN
    q[1] = 4;
#endif
    int *b = malloc(8);
    if (!b) return 0;
#ifndef BLOCK
    b[1] = 5;
#endif
    for (int i = 0; i < 2; i++) {
        int fresh[2];
#ifdef AGAIN
        if (!i)
#endif
            fresh[1] = i;
        r += fresh[1];
    }
#ifdef FIELD
    r += s.second;
#endif
    r += a[1] + x + t.second + q[1] + b[1];
    return r;
}
