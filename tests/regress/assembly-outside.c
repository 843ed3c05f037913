// expect: UNKNOWN(unsupported: assembly outside of functions)
/* Assembly outside of functions may make two symbols one. */
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern int g;
int h;
__asm__(".globl g\n.set g, h\n");
int main(void) {
    unsigned z = __VERIFIER_nondet_uint();
    h = 0;
    g = 1;
    if (z * 2654435761u == 0x12345678u && h) reach_error();
}
