// expect: FALSE(unreach-call) --engine native
// expect: FALSE(unreach-call) --engine sample --data-model ILP32
// Three loops of 100,000 rounds, and one wrong element that an input chooses: interpreted runs do not come that far.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int a[100000], b[100000];
int main(void) {
    int wrong = __VERIFIER_nondet_int();
    for (int i = 0; i < 100000; i++) a[i] = i;
    for (int i = 0; i < 100000; i++) b[i] = i == wrong ? 0 : a[i];
    for (int i = 0; i < 100000; i++)
        if (b[i] != i) reach_error();
    return 0;
}
