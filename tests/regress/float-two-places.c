// expect: TRUE
// What is stored where one of two pointers leads depends on what is stored over.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static float a = 1, b = 2;
static double x = 1, y = 2;
static union { float f; unsigned n; double d; unsigned long m; } u; /* so that floats are held as bits */
int main(void) {
    u.f = 1;
    if (u.n != 0x3f800000) reach_error();
    u.d = 1;
    if (u.m >> 52 != 1023) reach_error();
    int c = __VERIFIER_nondet_int();
    float *p = c & 1 ? &a : &b;
    double *q = c & 2 ? &x : &y;
    *p = a + b;
    *q = x + y + *p;
    if (*p != 3 || *q != 6 || a + b != (float)(c & 1 ? 5 : 4) || x + y != (c & 2 ? 8 : 7)) reach_error();
    return 0;
}
