// expect: TRUE --property valid-deref
// expect: TRUE --property null
// expect: TRUE --property memory
// expect: TRUE --property valid-memsafety -- -DNULL_BEFORE
// What external code stores is null or points to something that it knows.
int fill(int **);
int main(void) {
#ifdef NULL_BEFORE
    int *p = 0;
#else
    int *p;
#endif
    if (fill(&p)) return 1;
    return p ? *p : 0;
}
