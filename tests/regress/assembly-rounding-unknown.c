// expect: UNKNOWN(inline assembly may change the rounding mode)
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    float a = __VERIFIER_nondet_int(), b = 3;
    unsigned mode = 0;
    if (a != 1) return 0;
    float before = a / b;
    __asm__ volatile("stmxcsr %0" : "=m"(mode));
    mode |= 0x2000;
    __asm__ volatile("ldmxcsr %0" : : "m"(mode));
    if (a / b != before) reach_error();
}
