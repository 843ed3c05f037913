// expect: TRUE --function fill --engine cells
/*@ requires n >= 0 && n <= 1000;
    requires \valid(a + (0 .. n-1));
    assigns a[0 .. n-1];
    ensures \forall int i; 0 <= i && i < n ==> a[i] == v;
*/
void fill(int *a, int n, int v) {
  /*@ loop invariant 0 <= i <= n;
      loop invariant \forall int k; 0 <= k < i ==> a[k] == v; */
  for (int i = 0; i < n; i++) a[i] = v;
}
