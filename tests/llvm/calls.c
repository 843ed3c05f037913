#include "check.h"
typedef int (*op)(int, int);
static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static int mul(int a, int b) { return a * b; }
static op table[] = {add, sub, mul};
static int apply(op f, int a, int b) { return f(a, b); }
static int fact(int n) { return n <= 1 ? 1 : n * fact(n - 1); }
static int is_odd(int n);
static int is_even(int n) { return n == 0 ? 1 : is_odd(n - 1); }
static int is_odd(int n) { return n == 0 ? 0 : is_even(n - 1); }
struct shape { int (*area)(struct shape *); int w, h; };
static int square(struct shape *s) { return s->w * s->w; }
static int rect(struct shape *s) { return s->w * s->h; }
static void none(void) {}
static int order; static int step(int x) { order = order * 10 + x; return x; }
static int *where(int *a, int i) { return &a[i]; }
static long long wide(char c, short s, long long l, unsigned char u) { return c + s + l + u; }
struct pair { long long a; double d; }; static struct pair pair(int x) { struct pair p = {x, x / 2.0}; return p; }
struct small { short a; char b; }; static struct small small(struct small s) { s.a++; s.b--; return s; }
int main(void) {
    int r = 0; for (int i = 0; i < 3; i++) r = r * 100 + table[i](7, 3); check(r == 100421);
    check(apply(r > 0 ? sub : add, 5, 2) == 3);
    check(fact(6) == 720); check(is_even(6) && is_odd(5));
    struct shape a = {square, 3, 4}, b = {rect, 3, 4}, *s = &a; check(s->area(s) == 9); s = &b; check(s->area(s) == 12);
    void (*v)(void) = none; v();
    step(1) + step(2); check(order == 12);
    int arr[3] = {1, 2, 3}; *where(arr, 1) = 9; check(arr[1] == 9);
    check(wide(-1, -2, 1LL << 40, 255) == (1LL << 40) + 252);
    struct pair p = pair(5); check(p.a == 5 && p.d == 2.5);
    struct small t = {1, 2}; t = small(t); check(t.a == 2 && t.b == 1);
    DONE();
}
