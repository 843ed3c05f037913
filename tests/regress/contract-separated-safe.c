// expect: TRUE --function f
/*@ requires \valid(p + (0 .. 3)) && \valid(q + (0 .. 1)) && \separated(p + (0 .. 3), q + (0 .. 1));
    assigns p[0 .. 3], q[0 .. 1];
    ensures q[0] == 0; */
void f(int *p, int *q) { q[0] = 0; p[1] = 1; }
