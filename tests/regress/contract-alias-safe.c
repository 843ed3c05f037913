// expect: TRUE --function add
/*@ requires \valid(a) && \valid(b) && \separated(a, b);
    requires 0 <= *a <= 10 && 0 <= *b <= 10;
    assigns *a;
    ensures *a == \old(*a) + *b; */
void add(int *a, int *b) { *a += *b; }
