// expect: FALSE(valid-deref) --property valid-deref
// expect: FALSE(valid-deref) --property valid-deref -- -DLOOP
// expect: FALSE(valid-deref) --property valid-deref -- -DLEFT
// expect: TRUE --property valid-deref -- -DFIXED
// expect: TRUE --property valid-deref -- -DFIXED -DLOOP
// The pointer may be one of external code, but here it is the program's own: it has to stay in its object, which that code knows.
int fill(int **, int *);
int main(void) {
    int a[2], *p = a;
#ifdef FIXED
    enum { MORE = 0 };
#else
    enum { MORE = 1 };
#endif
    fill(&p, a);
#ifndef LEFT
    p = a;
#endif
    if (!p) return 0;
#ifdef LOOP
    for (int i = 0; i < 2 + MORE; i++)
        if (p[i]) return 1;
    return 0;
#else
    return p[1 + MORE];
#endif
}
