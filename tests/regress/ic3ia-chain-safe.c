// expect: TRUE --engine ic3ia
/* i wraps after some twenty rounds, so i > 0 is true for as long only. The error needs n <= i and i <= 0, that is n <= 0, and no round changes n. */
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    int n = (int)__VERIFIER_nondet_uint(), slow = (int)__VERIFIER_nondet_uint();
    unsigned i = 1;
    while ((int)i < n) i = slow > 0 ? 3 * i : 5 * i;
    if ((int)i <= 0) reach_error();
    return 0;
}
