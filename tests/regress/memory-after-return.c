// expect: FALSE(valid-deref) --property valid-memsafety
// expect: TRUE --property valid-memsafety -- -DFIXED
/* The address of a local is returned. */
static int *make(int n) {
#ifdef FIXED
    static int value;
#else
    int value;
#endif
    int *p = &value;
    *p = n;
    return p;
}
int main(void) { return *make(3); }
