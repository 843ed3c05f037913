// expect: TRUE
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
    float x = 0.5f;
    while (__VERIFIER_nondet_int()) {
        x = x * 0.5f + 0.5f;
        if (!(x >= 0.0f && x <= 1.0f)) reach_error();
    }
}
