// expect: TRUE --function all
#include <stddef.h>
/*@ predicate Within(integer x, integer low, integer high) = low <= x <= high;
    predicate Sorted{L}(int *a, integer n) = \forall integer i; 0 <= i < n - 1 ==> a[i] <= a[i + 1]; */
/*@ logic integer Clamped(integer x, integer n) = x < 0 ? 0 : Within(x, 0, n) ? x : n; */
/*@ lemma unused: \forall integer x; Within(x, x, x); */

/*@ requires n >= 0;
    assigns \nothing;
    ensures \result == Clamped(x, n) && Within(\result, 0, n); */
int clamp(int x, int n) { return x < 0 ? 0 : x > n ? n : x; }

/*@ requires \valid(a + (0 .. 2)) && Sorted(a, 3) && 0 <= i < 2;
    assigns \nothing;
    ensures \result <= a[i + 1]; */
int element(int *a, int i) { return a[i]; }
