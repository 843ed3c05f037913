// expect: FALSE(unreach-call)
/* A product that wraps is not a multiple of its factor any more. */
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
int a[8];
int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    if (x * 12 != 8) return 0;
    *(int *)((unsigned long)a + x * 12) = 1;
    if (a[2] == 1) reach_error();
    return 0;
}
