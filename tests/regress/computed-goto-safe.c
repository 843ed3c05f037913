// expect: TRUE
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
    static void *targets[] = {&&one, &&two};
    int r = 0;
    goto *targets[__VERIFIER_nondet_int() & 1];
one:
    r = 1;
    goto end;
two:
    r = 2;
end:
    if (r != 1 && r != 2) reach_error();
}
