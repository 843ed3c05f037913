// expect: FALSE(pointer-overflow) --property pointer-overflow
// The way back does not make up for having left the object.
int main(void) {
    int a[3] = {0};
    int *p = a + 10 - 9;
    return p == a;
}
