// expect: FALSE(ensures) --function next
/* The body of the callee would do; its contract says too little. */
/*@ assigns \nothing;
    ensures \result >= x; */
int larger(short x) { return x + 1; }

/*@ assigns \nothing;
    ensures \result == x + 1; */
int next(short x) { return larger(x); }
