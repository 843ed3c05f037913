// expect: FALSE(no-overflow) --integers unbounded --property unreach-call,no-overflow --engine ic3ia
// expect: FALSE(no-overflow) --integers unbounded --property unreach-call,no-overflow --engine ic3cfa
/* Integers go on growing where words overflow: the overflow is an error in both readings. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x < 0) return 0;
    int y = x + 1;
    if (y <= x) reach_error();
    return 0;
}
