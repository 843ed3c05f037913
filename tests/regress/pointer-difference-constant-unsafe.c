// expect: FALSE(pointer-compare) --property undefined
int a[2], b[2];
int main(void) { return (int)(a - b); }
