// expect: FALSE(ensures) --function plus
// expect: FALSE(ensures) --function below
/* Integers of ACSL do not wrap, and -1 is below 1u. */
/*@ assigns \nothing;
    ensures \result == x + 1; */
int plus(int x) { return (int)((unsigned)x + 1u); }

/*@ assigns \nothing;
    ensures \result != 0 <==> x < y; */
int below(int x, unsigned y) { return x < y; }
