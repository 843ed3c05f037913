// expect: FALSE(loop-invariant) --function half
/*@ requires 0 <= n <= 1000;
    assigns \nothing;
    ensures \result == n; */
int half(int n) {
    int i = 0, k = 2 * n;
    /*@ loop invariant 0 <= i < n; */
    while (k > 0) {
        k -= 2;
        i++;
    }
    return i;
}
