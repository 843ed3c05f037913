// expect: FALSE(assigns) --function set
/*@ requires \valid(a + (0 .. 3));
    assigns a[0 .. 2];
    ensures a[1] == 1; */
void set(int *a, int i) {
    a[1] = 1;
    if (i == 7) a[3] = 5;
}
