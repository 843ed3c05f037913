// expect: TRUE --property termination --step step --init init --input in
// The loop around the step function need not end: each call returns.
int in, out;
static int acc;
void init(void) {
    for (int i = 0; i < 4; i++) acc += i;
}
void step(void) {
    int n = in & 15;
    while (n > 0) n--, acc ^= n;
    out = acc;
}
