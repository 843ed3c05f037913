// expect: FALSE(valid-deref) --property valid-deref
// expect: FALSE(null) --property null
// expect: FALSE(valid-deref) --property valid-deref -- -DELEMENT
// expect: UNKNOWN(depends on addresses) --property valid-deref -- -DKEPT
// expect: TRUE --property valid-deref -- -DFIXED
// A member of null that lies behind the first page.
struct big { char b[8192]; int x; };
struct big *get(void);
int *elements(void);
int main(void) {
    struct big *p = get();
#ifdef FIXED
    if (!p) return 0;
#endif
#ifdef ELEMENT
    return elements()[2000];
#elif defined KEPT
    int *q = &p->x;
    return *q;
#else
    return p->x;
#endif
}
