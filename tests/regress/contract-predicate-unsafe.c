// expect: FALSE(ensures) --function element
/*@ predicate Sorted(int *a, integer n) = \forall integer i; 0 <= i < n - 1 ==> a[i] <= a[i + 1]; */

/*@ requires \valid(a + (0 .. 2)) && Sorted(a, 2);
    assigns \nothing;
    ensures Sorted(a, 3); */
int element(int *a) { return a[2]; }
