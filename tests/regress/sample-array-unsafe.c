// expect: FALSE(unreach-call) --engine sample
// An array is an input here: its drawn value lives in a pool that must outlast the run.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int a[100];
    int i = __VERIFIER_nondet_int();
    if (i < 0 || i >= 99) return 0;
    if (a[i] == a[i + 1]) reach_error();
}
