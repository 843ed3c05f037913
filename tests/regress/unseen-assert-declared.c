// expect: TRUE
/* Declared, not defined: an assertion that holds, and what it asserts holds behind it. */
extern void assert(int);
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n > 10) assert(n != 7);
    if (n < 3) assert(n - 3 < 0 || n < -100);
    return 0;
}
