// expect: TRUE
// expect: TRUE --property valid-deref
// An element of one of two arrays: an index that is inside of one is not yet inside of the other.
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
static int a[4], b[6];
int main(void) {
    unsigned c = __VERIFIER_nondet_uint(), i = __VERIFIER_nondet_uint();
    if (i >= (c ? 4 : 6)) return 0;
    (c ? a : b)[i] = 1;
    if ((c ? a[i] : b[i]) != 1) reach_error();
    return 0;
}
