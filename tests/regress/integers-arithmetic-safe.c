// expect: TRUE --integers unbounded --property unreach-call,no-overflow --engine kinduction
/* Division, remainder, shifts, narrowing and unsigned comparisons by constants mean the same. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x < -1000 || x > 1000) return 0;
    if (x / 8 * 8 + x % 8 != x) reach_error();
    if (x % 8 > 7 || x % 8 < -7) reach_error();
    if ((signed char)x > 127 || (unsigned char)x > 255) reach_error();
    if (x >> 2 > x && x > 0) reach_error();
    if ((unsigned)x < 10u && x < 0) reach_error();
    if (x == -129 && (signed char)x != 127) reach_error();
    return 0;
}
