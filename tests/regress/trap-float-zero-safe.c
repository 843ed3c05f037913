// expect: TRUE
// -0.0 == 0.0, but their bits differ.
extern void reach_error(void);
int main(void) {
    union { float f; unsigned u; } a, b;
    a.f = 0.0f;
    b.f = -0.0f;
    if (a.f != b.f || a.u == b.u) reach_error();
    if (1.0f / a.f == 1.0f / b.f) reach_error();
}
