// expect: TRUE --inline none --engine ic3cfa
// A float that a recursive procedure changes.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static float level;

static void fill(int n) {
    if (n <= 0) return;
    level = level < 1.0f ? 1.0f : level;
    fill(n - 1);
}

int main(void) {
    level = 0.0f;
    fill(__VERIFIER_nondet_int());
    if (level > 1.0f) reach_error();
    return 0;
}
