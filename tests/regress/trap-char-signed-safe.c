// expect: TRUE --data-model LP64
// Plain char is signed on x86, and the result of arithmetic is int.
extern void reach_error(void);
extern char __VERIFIER_nondet_char(void);
int main(void) {
    char c = __VERIFIER_nondet_char();
    if (c > 127 || c < -128) reach_error();
    unsigned char u = (unsigned char)200;
    if (u + u != 400) reach_error();
    char s = (char)200;
    if (s != -56) reach_error();
}
