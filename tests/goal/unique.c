// expect: FALSE(dead-code) total=58 covered=51 unreachable=7 open=0 -- --criterion mcdc --mcdc unique-cause
/* Unique cause asks for more than masking: two evaluations that differ in one condition alone. With masking one goal fewer is
 * unreachable: the second a. */
extern int __VERIFIER_nondet_int(void);
static int coupled(int a, int b, int c) {
    if ((a && b) || (a && c)) return 1; /* the second a is false only where the first is: two conditions change */
    return 0;
}
static int chain(int a, int b, int c) { return a && !(b || c); }
static int relation(int x, int y) {
    if ((x > 10 || y > 10) && x + y < 5) return 1; /* the sum is too great: none shows its effect */
    if ((x > 10 && y) || x > 20) return 2;
    return 0;
}
int main(void) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(), c = __VERIFIER_nondet_int();
    return coupled(a, b, c) + chain(a, b, c) + relation(a & 63, b & 63);
}
