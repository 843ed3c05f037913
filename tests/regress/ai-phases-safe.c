// expect: TRUE --engine ai
// Down for the first part, up for the rest: each phase is a line, both together are not convex.
extern void __VERIFIER_error(void) __attribute__((noreturn));

int main(void) {
    int x = 0, y = 300000;
    while (x < 1000000) {
        if (x < 300000) y--;
        else y++;
        x++;
    }
    if (y != 700000) __VERIFIER_error();
    return 0;
}
