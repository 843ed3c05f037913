// expect: FALSE(valid-deref) --property valid-deref
// expect: FALSE(null) --property null
// Unseen code may store null, and may leave what is there.
int fill(int **);
int main(void) {
    int *p = 0;
    if (fill(&p)) return 1;
    return *p;
}
