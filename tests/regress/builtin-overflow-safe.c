// expect: TRUE
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int a = __VERIFIER_nondet_int(), r;
    if (!__builtin_add_overflow(a, 1, &r) && r <= a) reach_error();
    if (__builtin_popcount(255u) != 8 || __builtin_ctz(8u) != 3) reach_error();
}
