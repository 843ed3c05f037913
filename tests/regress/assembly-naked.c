// expect: UNKNOWN(unsupported: the naked function one)
/* A naked function returns by its assembly. */
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
__attribute__((naked)) static int one(void) { __asm__("movl $1, %eax\nret"); }
int main(void) {
    if (__VERIFIER_nondet_uint() * 2654435761u == 0x12345678u && one()) reach_error();
}
