// expect: FALSE(valid-deref) --property valid-deref
// expect: TRUE --property valid-deref -- -DGUARDED
// A call of a weak function that no file defines is a call through null.
extern int optional(void) __attribute__((weak));
int main(void) {
#ifdef GUARDED
    if (!optional) return 0;
#endif
    return optional() > 3;
}
