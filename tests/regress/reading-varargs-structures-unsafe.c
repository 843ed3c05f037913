// expect: FALSE(unreach-call)
/* Structures among variable arguments: in pieces, and as copies in memory. */
#include <stdarg.h>
extern void reach_error(void);
#define CHECK(c) if (!(c)) reach_error()
struct small { int a, b, c; };
struct large { long a[3]; char tail; };
struct mixed { double d; long l; };
struct bytes { char c[3]; };
struct point { float x, y, z; };
static int seen;
static void f(int n, ...) {
    va_list ap, again;
    va_start(ap, n);
    struct small s = va_arg(ap, struct small);
    struct large l = va_arg(ap, struct large);
    va_copy(again, ap);
    struct mixed m = va_arg(ap, struct mixed);
    struct bytes b = va_arg(ap, struct bytes);
    struct point p = va_arg(ap, struct point);
    int *q = va_arg(ap, int *);
    *q += 1;
    CHECK(s.a == 1 && s.b == 2 && s.c == 3);
    CHECK(l.a[0] == 4 && l.a[2] == 6 && l.tail == 7);
    CHECK(m.d == 0.5 && m.l == 8);
    CHECK(b.c[0] == 'x' && b.c[2] == 'z');
    CHECK(p.x == 1 && p.y == 2 && p.z == 3);
    CHECK(va_arg(again, struct mixed).l == 8);
    va_end(again);
    va_end(ap);
}
int main(void) {
    struct small s = {1, 2, 3};
    struct large l = {{4, 5, 6}, 7};
    struct mixed m = {0.5, 8};
    struct bytes b = {{'x', 'y', 'z'}};
    struct point p = {1, 2, 3};
    f(1, s, l, m, b, p, &seen);
    CHECK(seen != 1);
    return 0;
}
