// expect: TRUE total=9 covered=9 unreachable=0 open=0
/* One value of four thousand million, twice: no sampling finds it. */
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
    if (a * 2654435761u == 0x12345678u) if (b - a == 0xdeadbeefu) return 1;
    return 0;
}
