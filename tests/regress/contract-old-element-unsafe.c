// expect: FALSE(ensures) --function raise
/*@ requires 0 <= k < n && \valid(a + (0 .. n - 1));
    requires a[k] < 100;
    ensures a[k] == \old(a[k]) + 1;
    ensures \forall integer i; 0 <= i < n && i != k ==> a[i] == \old(a[i]); */
void raise(int *a, int n, int k) {
    a[k]++;
    if (n == 5) a[0] = 3;
}
