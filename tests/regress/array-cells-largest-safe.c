// expect: TRUE --engine cells
// Two checks, which reductions join to one error; and an element that is read twice is the same both times.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int a[1000], largest, smallest;
    for (int i = 0; i < 1000; i++) a[i] = __VERIFIER_nondet_int();
    largest = smallest = a[0];
    for (int i = 1; i < 1000; i++) {
        if (a[i] > largest) largest = a[i];
        if (a[i] < smallest) smallest = a[i];
    }
    for (int i = 0; i < 1000; i++)
        if (a[i] > largest) reach_error();
    for (int i = 0; i < 1000; i++)
        if (a[i] < smallest) reach_error();
}
