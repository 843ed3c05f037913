// expect: TRUE --engine ic3cfa --config B
// expect: TRUE --engine ic3cfa --config F
// expect: TRUE --engine ic3cfa --config G
// expect: TRUE --engine ic3cfa --config H
// expect: TRUE --engine ic3cfa --config M
// expect: TRUE --engine ic3cfa --config F --ic3-generalization-caching-lower-bounds
// expect: TRUE --engine ic3cfa --ic3-generalize single --ic3-wp-for-inductivity
// expect: exit 64 --engine ic3cfa --ic3-generalization-caching
/* The body of the loop is one block of more than 64 paths: rows of Table 1 follow the paths that
 * models take. */
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int state = 0, opened = 0, sent = 0, closed = 0;
    for (;;) {
        if (__VERIFIER_nondet_int()) sent = sent < 100 ? sent + 1 : 0;
        switch (state) {
        case 0:
            if (__VERIFIER_nondet_int()) state = 1, opened = 1, closed = 0;
            break;
        case 1:
            if (__VERIFIER_nondet_int()) state = 2;
            else state = 3;
            break;
        case 2:
            if (!opened) reach_error();
            if (__VERIFIER_nondet_int()) state = 3;
            break;
        case 3:
            if (closed) reach_error();
            closed = 1, opened = 0, state = 0;
            break;
        default: reach_error();
        }
        if (__VERIFIER_nondet_int() && opened) sent += 2;
        if (__VERIFIER_nondet_int() && closed) sent -= 2;
        if (sent > 50 && __VERIFIER_nondet_int()) sent /= 2;
    }
}
