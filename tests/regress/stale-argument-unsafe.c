// expect: FALSE(valid-deref) --property valid-deref
// expect: FALSE(valid-deref) --property valid-deref --inline none
/* The caller read the pointer before the call makes the local again that it points to. */
static int *again(int *p, int c) {
    int y[8] = {c}, *r = y + 1;
    *r = 1;
    if (p) *r = *p;
    return r;
}

int main(void) {
    int *r = 0;
    for (int k = 0; k < 2; k++) r = again(r, 3);
    return 0;
}
