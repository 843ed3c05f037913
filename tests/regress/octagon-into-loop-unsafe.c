// expect: FALSE(unreach-call) --engine portfolio
// Jumps into loops: their locations overlap, and the way out from the inner one must not be lost.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = 0, y = 0, n = __VERIFIER_nondet_int();
    if (n < 0 || n > 20) return 0;
    if (__VERIFIER_nondet_int()) goto inner;
outer:
    x++;
    if (x > n) goto out;
inner:
    y++;
    if (y > x + 3) goto outer;
    if (y == 7 && x == 5) goto out;
    if (__VERIFIER_nondet_int()) goto inner;
    if (x < n) goto outer;
out:
    if (y > 6 && x >= 5) reach_error();
}
