// expect: TRUE --inline none --engine ic3cfa
// Many calls of each function of a chain, none inlined.
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
static unsigned f0(unsigned x, unsigned n) { return x < 100 ? x + 1 : x; }
static unsigned f1(unsigned x, unsigned n) {
    if (n == 0) x = f0(x, n + 0);
    if (n == 1) x = f0(x, n + 1);
    if (n == 2) x = f0(x, n + 2);
    if (n == 3) x = f0(x, n + 3);
    return x;
}
static unsigned f2(unsigned x, unsigned n) {
    if (n == 0) x = f1(x, n + 0);
    if (n == 1) x = f1(x, n + 1);
    if (n == 2) x = f1(x, n + 2);
    if (n == 3) x = f1(x, n + 3);
    return x;
}
static unsigned f3(unsigned x, unsigned n) {
    if (n == 0) x = f2(x, n + 0);
    if (n == 1) x = f2(x, n + 1);
    if (n == 2) x = f2(x, n + 2);
    if (n == 3) x = f2(x, n + 3);
    return x;
}
static unsigned f4(unsigned x, unsigned n) {
    if (n == 0) x = f3(x, n + 0);
    if (n == 1) x = f3(x, n + 1);
    if (n == 2) x = f3(x, n + 2);
    if (n == 3) x = f3(x, n + 3);
    return x;
}
static unsigned f5(unsigned x, unsigned n) {
    if (n == 0) x = f4(x, n + 0);
    if (n == 1) x = f4(x, n + 1);
    if (n == 2) x = f4(x, n + 2);
    if (n == 3) x = f4(x, n + 3);
    return x;
}
static unsigned f6(unsigned x, unsigned n) {
    if (n == 0) x = f5(x, n + 0);
    if (n == 1) x = f5(x, n + 1);
    if (n == 2) x = f5(x, n + 2);
    if (n == 3) x = f5(x, n + 3);
    return x;
}
int main(void) { if (f6(0, __VERIFIER_nondet_uint()) > 100) reach_error(); }
