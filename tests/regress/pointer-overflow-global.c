// expect: FALSE(pointer-overflow) --property pointer-overflow
// expect: TRUE --property pointer-overflow -- -DFIXED
// The compiler computes the sum.
static int a[4];
int main(void) {
#ifdef FIXED
    int *p = a + 4;
#else
    int *p = a + 5;
#endif
    return p == a;
}
