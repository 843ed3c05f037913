// expect: TRUE
// A structure that a recursive function gets by value is its own in every run.
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
struct big {
    unsigned long a, b, c;
};
static unsigned long walk(struct big x, unsigned n) {
    if (n == 0) return x.a;
    struct big next = x;
    next.a = x.a + 1;
    unsigned long r = walk(next, n - 1);
    return r + x.a;
}
int main(void) {
    struct big x = {1, 2, 3};
    unsigned n = __VERIFIER_nondet_uint() & 1;
    if (walk(x, n) != (n ? 3 : 1)) reach_error();
}
