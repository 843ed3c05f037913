// expect: TRUE
// A recursive function that passes the address of its own variable on.
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
static void put(unsigned *p, unsigned n) {
    unsigned x = 0;
    if (n == 0) {
        *p = 1;
        return;
    }
    put(&x, n - 1);
    *p = x + 1;
}
int main(void) {
    unsigned r = 0, n = __VERIFIER_nondet_uint() & 3;
    put(&r, n);
    if (r != n + 1) reach_error();
}
