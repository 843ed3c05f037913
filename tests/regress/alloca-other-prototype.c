// expect: FALSE(valid-deref) --data-model ILP32 --property valid-deref,valid-memtrack
extern void *alloca(unsigned long);
int *kept;
static void f(int n) {
    int *p = alloca(n * 4);
    p[0] = 1;
    kept = p;
}
int main(void) {
    f(3);
    return *kept;
}
