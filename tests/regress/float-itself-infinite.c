// expect: FALSE(unreach-call)
// An infinity less itself is no number.
extern float __VERIFIER_nondet_float(void);
extern void reach_error(void);

int main(void) {
    float x = __VERIFIER_nondet_float();
    float difference = x - x;
    if (x == x && difference != difference) reach_error();
}
