// expect: FALSE(unreach-call)
// Copies keep NaN payloads: a bit test can tell two NaNs apart.
extern void reach_error(void);
extern float __VERIFIER_nondet_float(void);
int main(void) {
    union { float f; unsigned u; } a, b;
    a.f = __VERIFIER_nondet_float();
    b.f = a.f;
    if (b.f != b.f && b.u == 0x7fc00001u) reach_error();
}
