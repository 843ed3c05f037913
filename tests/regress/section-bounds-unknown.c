// expect: UNKNOWN(unsupported: the bounds of a section)
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
__attribute__((section("own"))) int a = 1, b = 2;
extern int __start_own[];

int main(void) {
    if (__VERIFIER_nondet_int() == 99999) __start_own[1] = 5;
    if (b != 2) reach_error();
}
