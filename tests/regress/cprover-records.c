// expect: TRUE
/* CBMC compares records with ==; and a program may define what the compiler has built in. */
struct pair { int a, b; };
struct pair x, y;
void *memset(void *p, int c, unsigned long n) {
    __CPROVER_precondition(__CPROVER_w_ok(p, n), "writable");
    return p;
}
void *__builtin___memset_chk(void *p, int c, unsigned long n, unsigned long size) { return memset(p, c, n); }
int main(void) {
    x.a = 1;
    y = x;
    __CPROVER_assert(x == y && !(x != y), "same");
    memset(&y, 7, sizeof y); /* does nothing */
    __CPROVER_assert(y.a == 1, "the program's own");
    return 0;
}
