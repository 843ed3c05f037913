// expect: UNKNOWN(unsupported: tests/regress/contract-predicate-itself-unknown.c:7: a definition by itself (Sum)) --function f
// expect: UNKNOWN(unsupported: tests/regress/contract-predicate-itself-unknown.c:13: Same(...) in a formula) --function g
// expect: UNKNOWN(unsupported: tests/regress/contract-predicate-itself-unknown.c:19: a definition with limit, which the function may hide) --function h
/*@ logic integer Sum(integer n) = n <= 0 ? 0 : n + Sum(n - 1); */

/*@ requires 0 <= n <= 3; assigns \nothing;
    ensures \result == Sum(n); */
int f(int n) { return n * (n + 1) / 2; }

/*@ predicate Same{K, L}(int *p) = \at(*p, K) == \at(*p, L); */

/*@ requires \valid(p); assigns \nothing;
    ensures Same(p); */
int g(int *p) { return *p; }

int limit = 10;
/*@ predicate Small(integer x) = x < limit; */

/*@ requires Small(x);
    assigns \nothing;
    ensures \result < 100; */
int h(int x, int limit) { return x; }
