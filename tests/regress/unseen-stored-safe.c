// expect: TRUE --property valid-deref
// expect: TRUE --property null
// What unseen code stores is null or points to something that it knows.
int fill(int **);
int main(void) {
    int *p;
    if (fill(&p)) return 1;
    return p ? *p : 0;
}
