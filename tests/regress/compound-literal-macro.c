// expect: UNKNOWN(temporary lifetime) --property valid-deref
// expect: TRUE --property valid-deref -- -DINNER
// All blocks that a macro expands to begin at one place, as those of a `for` do: the literal may have
// ended with the inner one.
#ifdef INNER
#define USE                                                                                        \
    {                                                                                              \
        {                                                                                          \
            p = (int[]){1};                                                                        \
            r = *p;                                                                                \
        }                                                                                          \
    }
#else
#define USE                                                                                        \
    {                                                                                              \
        {                                                                                          \
            p = (int[]){1};                                                                        \
        }                                                                                          \
        r = *p;                                                                                    \
    }
#endif

int main(void) {
    int *p;
    int r;
    USE
    return r - 1;
}
