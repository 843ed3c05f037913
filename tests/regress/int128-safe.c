// expect: TRUE --data-model LP64
extern void reach_error(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
int main(void) {
    unsigned long a = __VERIFIER_nondet_ulong();
    unsigned __int128 w = a;
    w = w << 64 >> 64;
    if ((unsigned long)w != a) reach_error();
}
