// expect: UNKNOWN(memory was forgotten) --forget-memory
/* What is in memory decides: the program is safe, and the model without memory does not show it. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    int a[4] = {0}, i = __VERIFIER_nondet_int() & 3;
    if (a[i]) reach_error();
    return 0;
}
