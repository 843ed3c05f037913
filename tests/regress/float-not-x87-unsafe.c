// expect: FALSE(unreach-call) --data-model ILP32
/* In double the product is 0x1.92070f22001d6p+12, less than f; computed in x87's wider format it would be f again. */
extern double __VERIFIER_nondet_double(void);
extern void reach_error(void);
int main(void) {
    double f = __VERIFIER_nondet_double(), g = __VERIFIER_nondet_double();
    if (f != 0x1.92070f22001d7p+12 || g != 0x1.91ff0f22001d7p+13) return 0;
    if (f / g * g != f) reach_error();
    return 0;
}
