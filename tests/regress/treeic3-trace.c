// expect: FALSE(unreach-call) --engine treeic3
// expect: FALSE(unreach-call) --engine treeic3 --tree-ia
// expect: FALSE(unreach-call) --engine cegar
/* The run is that of the tree's own path: inputs on both sides of a choice. */
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = 0, level = __VERIFIER_nondet_int();
    if (level < 0 || level > 3) return 0;
    while (n < 4) {
        int x = __VERIFIER_nondet_int();
        if (x > 10) level += __VERIFIER_nondet_int() & 1;
        else level -= __VERIFIER_nondet_int() & 3;
        n++;
    }
    if (level == 6) reach_error();
}
