// expect: FALSE(valid-deref) --property valid-deref
// expect: TRUE --property valid-deref -- -DFIXED
// expect: FALSE(valid-deref) --property valid-deref -- -DAGAIN
/* A compound literal ends with the block that it is in, which no sanitizer sees here; AGAIN:
 * with each round of the loop. */
int main(void) {
    int *p = 0;
#ifdef AGAIN
    for (int i = 0; i < 2; i++) {
        if (p) return *p;
        p = &(int){i};
    }
    return 0;
#elif defined(FIXED)
    p = &(int){5};
    { *p = 4; }
    for (int i = 0; i < 2; i++) {
        int *q = &(int){i};
        *q = *p;
    }
    return *p;
#else
    { p = &(int){5}; }
    return *p;
#endif
}
