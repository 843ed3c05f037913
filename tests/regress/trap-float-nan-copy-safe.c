// expect: TRUE
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    union { float f; unsigned u; } a, b;
    a.u = __VERIFIER_nondet_uint();
    b.f = a.f;
    if (a.u != b.u) reach_error();
}
