// expect: TRUE --engine kinduction
/* Needs how far below zero x can go, which no condition says: about the square of what the input allows. */
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int x = -20, y = __VERIFIER_nondet_int();
    if (y < -300 || y > 50000) return 0;
    while (x < 0) x += y, y++;
    if (y <= 0) reach_error();
}
