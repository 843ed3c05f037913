// expect: FALSE(uninitialized) --property uninitialized -- -DCOMPARED
// expect: FALSE(uninitialized) --property uninitialized -- -DLOCAL
// expect: FALSE(uninitialized) --property uninitialized -- -DBY_VALUE
// expect: TRUE --property uninitialized
// Characters may be copied and exchanged as they are, and padding with them; their value is not
// used before it is there.
#include <string.h>
struct padded {
    char a;
    int b;
};
struct large {
    int a[10];
};
static int second(struct large l) { return l.a[1]; }
int main(void) {
    struct padded x, y;
    struct large l;
    char *p = (char *)&x, *q = (char *)&y, text[8], other[8] = "abc";
    x.a = 1, x.b = 2, y.a = 3, y.b = 4, l.a[0] = 5;
    for (unsigned i = 0; i < sizeof x; i++) {
        char t = p[i];
        p[i] = q[i];
        q[i] = t;
    }
    text[0] = 'x';
#ifdef COMPARED
    text[0] = 'a';
#endif
    int r = memcmp(text, other, 8) > 0;
#ifdef LOCAL
    char t = text[3];
    r += t == 'x';
#endif
#ifndef BY_VALUE
    l.a[1] = 6;
#endif
    return r + x.a + y.b + second(l);
}
