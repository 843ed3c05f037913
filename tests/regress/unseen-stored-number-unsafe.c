// expect: FALSE(valid-deref) --property valid-deref
// expect: FALSE(valid-deref) --property valid-deref -- -DCOPIED
// expect: FALSE(valid-deref) --property valid-deref -- -DUNITED
// expect: FALSE(valid-deref) --property valid-deref -- -DRETURNED
// Where the program looks at the pointer as a number in memory, it may be one.
#include <string.h>
int fill(int **);
int *get(void);
int main(void) {
    int *p = 0;
    long n;
    union { int *p; long n; } u;
#ifdef RETURNED
    p = get();
#else
    if (fill(&p)) return 1;
#endif
#ifdef COPIED
    memcpy(&n, &p, sizeof n);
#elif defined UNITED
    u.p = p;
    n = u.n;
#else
    n = *(long *)&p;
#endif
    if (n == 50) *(char *)0 = 1;
    return 0;
}
