// expect: FALSE(valid-deref) --property valid-deref
// expect: TRUE --property valid-deref -- -DINSIDE
// A compound literal lives as long as its block.
int main(void) {
    int *p, r = 0;
    {
        p = (int[]){1, 2};
#ifdef INSIDE
        r = p[1];
#endif
    }
#ifndef INSIDE
    r = p[1];
#endif
    return r;
}
