// expect: TRUE --property uninitialized
// What is no read of a value: padding that is copied, structures in registers, bit-fields beside
// others, parts of what was written as a whole.
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
struct bits {
    unsigned a : 3, b : 5;
    _Bool c : 1;
    int d;
};
struct padded {
    char a;
    long b;
};
struct one {
    int x;
};
static struct padded made(void) {
    struct padded p;
    p.a = 1;
    return p;
}
static int taken(struct one unused, struct padded p) {
    (void)unused;
    return p.a;
}
static int sum(int n, ...) {
    va_list all;
    int s = 0;
    va_start(all, n);
    while (n--) s += va_arg(all, int);
    va_end(all);
    return s;
}
int main(void) {
    struct bits b;
    struct one o;
    struct padded p = made(), q;
    union {
        float f;
        unsigned u;
    } v;
    char text[8], part[20] = {1};
    b.a = 1, b.b = 2, b.c = 1, b.d = 3;
    q.a = 1, q.b = 2;
    p = q;
    v.f = 1;
    snprintf(text, sizeof text, "%d", 5);
    return b.a + b.b + b.c + b.d + taken(o, p) + (int)(v.u & 1) + (int)strlen(text) + part[19] +
           sum(2, 3, 4) + (int)p.b;
}
