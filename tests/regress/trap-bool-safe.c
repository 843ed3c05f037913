// expect: TRUE
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
    _Bool b = (_Bool)__VERIFIER_nondet_int();
    int i = b;
    if (i != 0 && i != 1) reach_error();
    b = 256;
    if (b != 1) reach_error();
}
