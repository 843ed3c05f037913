// expect: TRUE --engine treeic3 --tree-ia
// expect: TRUE --engine treeic3
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int held = 0, used = 0;
    while (__VERIFIER_nondet_int()) {
        if (!held) held = 1;
        else if (__VERIFIER_nondet_int()) used = used < 5 ? used + 1 : 0;
        else held = used = 0;
        if (used > 5 || (used && !held)) reach_error();
    }
}
