/* Needs an invariant that no engine guesses at once: the portfolio works on it for long. */
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int x = -50, y = __VERIFIER_nondet_int();
    if (!(-1000 < y && y < 1000000)) return 0;
    while (x < 0) {
        x = x + y;
        y++;
    }
    if (y <= 0) reach_error();
    return 0;
}
