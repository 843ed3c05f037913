// expect: TRUE
// Which pointers are stale matters for __CPROVER_r_ok; an access through one is no error of another property.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern _Bool __CPROVER_r_ok(const void *, unsigned long);
int main(void) {
    int *p = 0, x = 0;
    for (int k = 0; k < 2; k++) {
        int y = 1;
        if (p && __CPROVER_r_ok(p, sizeof *p)) reach_error();
        if (p) x = *p;
        p = &y;
    }
    return x != x;
}
