// expect: FALSE(valid-deref) --property valid-deref
// Code that does not know the pointer yet gives it no value.
void run(void), keep(int **);
int main(void) {
    int *p;
    run();
    if (p) return *p;
    keep(&p);
    return 0;
}
