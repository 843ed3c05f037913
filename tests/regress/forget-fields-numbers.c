// expect: UNKNOWN(memory was forgotten) --forget-memory
/* A pointer that was never anything but null, but for a number stored by index. */
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

static void *t[100];
int main(void) {
    unsigned i = __VERIFIER_nondet_int();
    if (i > 99) return 0;
    ((unsigned long *)t)[i] = 7;
    if (t[3]) reach_error();
    return 0;
}
