// expect: FALSE(termination) --property termination
// Two functions that hand the same number to and fro.
extern int __VERIFIER_nondet_int(void);
static int pong(int n);
static int ping(int n) { return n > 100 ? pong(n) : n; }
static int pong(int n) { return ping(n) + 1; }
int main(void) { return ping(__VERIFIER_nondet_int()); }
