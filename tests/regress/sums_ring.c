// expect: TRUE --engine sums
/* The number of elements in a ring is the distance of its ends, modulo its size. */
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

int main(void) {
    unsigned char head = 0, tail = 0, count = 0;
    for (;;) {
        if (__VERIFIER_nondet_bool() && count < 32) {
            head = (unsigned char)((head + 1) % 32);
            count++;
        }
        if (__VERIFIER_nondet_bool() && count > 0) {
            tail = (unsigned char)((tail + 1) % 32);
            count--;
        }
        if (count == 0 && head != tail) reach_error();
    }
}
