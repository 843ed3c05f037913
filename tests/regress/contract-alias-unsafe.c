// expect: FALSE(ensures) --function add
/* Both arguments may be the same object. */
/*@ requires \valid(a) && \valid(b);
    requires 0 <= *a <= 10 && 0 <= *b <= 10;
    assigns *a;
    ensures *a == \old(*a) + *b; */
void add(int *a, int *b) { *a += *b; }
