// expect: TRUE --engine values
/* 272 combinations of values, and following fewer variables loses what relates them. */
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

int main(void) {
    unsigned char head = 0, tail = 0, count = 0;
    for (;;) {
        if (__VERIFIER_nondet_bool() && count < 16) {
            head = (unsigned char)((head + 1) % 16);
            count++;
        }
        if (__VERIFIER_nondet_bool() && count > 0) {
            tail = (unsigned char)((tail + 1) % 16);
            count--;
        }
        if (count == 0 && head != tail) reach_error();
    }
}
