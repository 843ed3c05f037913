// expect: UNKNOWN(unsupported: x87 arithmetic in is_wider) --data-model ILP32
/* In x87 registers (2^53 + 1) - 2^53 is 1. */
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
__attribute__((target("no-sse2,no-sse"))) static int is_wider(void) {
    volatile double a = 0x1p53, b = 1.0;
    return (a + b) - a == 1.0;
}
int main(void) {
    if (__VERIFIER_nondet_uint() * 2654435761u == 0x12345678u && is_wider()) reach_error();
}
