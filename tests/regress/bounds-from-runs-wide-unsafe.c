// expect: FALSE(unreach-call) --engine kinduction
/* Changes as large as the word, against a counter. */
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
    unsigned x = 0, n = 0;
    int far = 0;
    while (__VERIFIER_nondet_int()) {
        x ^= 0x80000000u;
        far = far ? 0 : (int)0x80000001;
        n++;
        if (n == 7 && x && far) reach_error();
    }
}
