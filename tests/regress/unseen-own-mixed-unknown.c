// expect: UNKNOWN(a pointer of a function without a body) --property valid-deref
// expect: TRUE --property valid-deref -- -DHIDDEN
// expect: UNKNOWN(a pointer of a function without a body) --property valid-deref -- -DHIDDEN -DTOLD
// One of external code may lead anywhere, also into an object that it knows; the program's own stays in its object.
#ifdef HIDDEN
static
#endif
int a[2];
int *get(void);
int c(void), any(void);
void know(int *);
int main(void) {
    int *p, i;
#ifdef TOLD
    know(a);
#endif
    if (c()) {
        p = a;
        i = 1;
    } else {
        p = get();
        i = any();
        if (!p) return 0;
    }
    return p[i];
}
