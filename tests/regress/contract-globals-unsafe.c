// expect: FALSE(ensures) --function get
/* A function may be called in any state, not in the first one alone. */
static int state = 3;
void set(int x) { state = x; }
/*@ assigns \nothing;
    ensures \result == 3; */
int get(void) { return state; }
