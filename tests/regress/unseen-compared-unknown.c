// expect: UNKNOWN(a pointer of a function without a body) --property valid-deref
// expect: UNKNOWN(a pointer of a function without a body) --property valid-deref -- -DWALK
// expect: UNKNOWN(a pointer of a function without a body) --property valid-deref -- -DBEFORE
// expect: UNKNOWN(a pointer of a function without a body) --property valid-deref -- -DFAR
// expect: TRUE --property valid-deref -- -DFIXED
// A pointer of external code that is equal to the address of an object points to it, and ends with it.
int x[2];
int *get(void);
int main(void) {
    int *p = get();
    if (p != x) return p ? *p : 0;
#ifdef WALK
    for (int *q = p; q <= p + 2; q++)
        if (*q) return 1;
    return 0;
#elif defined BEFORE
    return p[-1];
#elif defined FAR
    return p[500];
#elif defined FIXED
    return p[1];
#else
    return p[2];
#endif
}
