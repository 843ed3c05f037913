// expect: FALSE(ensures) --function f
// Parts are separated, and q may be p + 1.
/*@ requires \valid(p + (0 .. 3)) && \valid(q + (0 .. 1)) && \separated(p, q);
    assigns p[0 .. 3], q[0 .. 1];
    ensures q[0] == 0; */
void f(int *p, int *q) { q[0] = 0; p[1] = 1; }
