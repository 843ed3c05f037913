// expect: FALSE(requires) --function sum
/*@ requires 0 <= n <= 1000;
    assigns \nothing;
    ensures 2 * \result == n * (n + 1); */
int sum(int n) { return n == 1 ? 1 : n + sum(n - 1); }
