// expect: UNKNOWN(unsupported: the section .init_array)
/* A pointer that the program puts there itself is called before main. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static void early(void) {
    if (__VERIFIER_nondet_int() == 918273645) reach_error();
}
__attribute__((section(".init_array"), used)) static void (*entry)(void) = early;
int main(void) { return 0; }
