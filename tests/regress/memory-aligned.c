// expect: TRUE --property valid-deref --target thumbv6m-none-eabi
// expect: TRUE --property valid-deref
extern unsigned __VERIFIER_nondet_uint(void);
static int numbers[4];
int main(void) {
    unsigned i = __VERIFIER_nondet_uint();
    return i < 4 ? numbers[i] : 0;
}
