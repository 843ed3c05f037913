// expect: UNKNOWN(a pointer that a function without a body stores) --property valid-deref
// expect: UNKNOWN(a pointer that a function without a body stores) --property null
// expect: FALSE(valid-deref) --property valid-deref -- -DUNCHECKED
// Nothing is assumed of all elements of an array; but what external code would not store is no violation.
int fill(int **);
int main(void) {
    static int *p[100];
    if (fill(p)) return 1;
    for (int i = 0; i < 100; i++)
#ifndef UNCHECKED
        if (p[i])
#endif
            return *p[i];
    return 0;
}
