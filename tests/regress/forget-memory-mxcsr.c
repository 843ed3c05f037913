// expect: UNKNOWN(memory was forgotten) --forget-memory
// Results that are too small become zero from here on: how the machine computes is no memory.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static void flush(void) { __builtin_ia32_ldmxcsr(0x9fc0); }
static void flush_by_assembly(void) {
    int word = 0x9fc0;
    __asm__ volatile("ldmxcsr %0" ::"m"(word));
}
int main(void) {
    float a = 0x1p-126f;
    if (__VERIFIER_nondet_int()) flush();
    else flush_by_assembly();
    if (!(a * 0.5f > 0)) reach_error();
}
