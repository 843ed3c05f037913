// expect: FALSE(unreach-call)
// The turn comes one round later than the check allows for.
extern void __VERIFIER_error(void) __attribute__((noreturn));

int main(void) {
    int x = 0, y = 3;
    while (x < 10) {
        if (x <= 3) y--;
        else y++;
        x++;
    }
    if (y != 7) __VERIFIER_error();
    return 0;
}
