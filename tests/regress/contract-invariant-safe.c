// expect: TRUE --function half
/*@ requires 0 <= n <= 1000;
    assigns \nothing;
    ensures \result == n; */
int half(int n) {
    int i = 0, k = 2 * n;
    /*@ loop invariant 0 <= i <= n;
        loop invariant k == 2 * (n - i);
        loop assigns i, k;
        loop variant k; */
    while (k > 0) {
        k -= 2;
        i++;
    }
    return i;
}
