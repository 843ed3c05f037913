// expect: FALSE(dead-code) total=25 covered=23 unreachable=2 open=0 -- --criterion mcdc
/* Conditions that hang together: both values of each occur, and some can still never show their effect. */
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    if ((x > 10 && y) || x > 20) y = 1;
    if (x > 10 || x > 20) y = 2;
    return y;
}
