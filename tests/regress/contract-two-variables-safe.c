// expect: TRUE --function count
/*@ requires 0 <= n <= 3 && \valid(a + (0 .. n - 1));
    assigns a[0 .. n - 1];
    ensures \forall integer j, k; 0 <= j < k < n ==> a[j] != a[k]; */
void count(int *a, int n) {
    for (int i = 0; i < n; i++) a[i] = i;
}
