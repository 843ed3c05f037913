// expect: FALSE(pointer-compare) --property pointer-compare
// expect: TRUE --property pointer-compare -- -DFIXED
/* Two objects are two wherever they lie, also where one ends at the other. */
int main(void) {
    int a[2], b[2];
#ifdef FIXED
    return &a[0] < &a[1];
#else
    return &a[2] <= &b[0];
#endif
}
