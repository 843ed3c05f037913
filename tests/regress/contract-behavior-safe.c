// expect: TRUE --function all
#include <stddef.h>
/*@ requires x > -1000;
    assigns \nothing;
    behavior negative:
      assumes x < 0;
      ensures \result == -x;
    behavior other:
      assumes x >= 0;
      ensures \result == \old(x);
    complete behaviors negative, other;
    disjoint behaviors; */
int magnitude(int x) { return x < 0 ? -x : x; }

/*@ requires n <= 4 && \valid(a + (0 .. n - 1));
    assigns a[0 .. n - 1];
    ensures \forall size_t i; i < n ==> a[i] >= 0;
    behavior empty:
      assumes n == 0;
      ensures \result == 0; */
int last(int *a, size_t n) {
    int sum = 0;
    for (size_t i = 0; i < n; i++) {
        if (a[i] <= -1000) a[i] = -1;
        a[i] = magnitude(a[i]);
        sum = a[i];
    }
    return sum;
}
