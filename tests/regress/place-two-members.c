// expect: TRUE
// expect: TRUE --property valid-deref
// A pointer into an array of records is at one of two members.
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
static struct { int a, b; } v[100];
int main(void) {
    unsigned i = __VERIFIER_nondet_uint() % 100, c = __VERIFIER_nondet_uint();
    int *p = c & 1 ? &v[i].a : &v[i].b;
    *p = 7;
    if ((c & 1 ? v[i].a : v[i].b) != 7 || (c & 1 ? v[i].b : v[i].a) != 0) reach_error();
    return 0;
}
