// expect: TRUE --property termination
// A run that exits, aborts or fails an assumption ends.
extern void exit(int), abort(void);
extern int __VERIFIER_nondet_int(void);
static void leave(int n) {
    if (n > 5) exit(0);
    if (n < 0) abort();
}
int main(void) {
    int n = 0;
    do {
    } while (0);
    for (;;) leave(n++);
}
