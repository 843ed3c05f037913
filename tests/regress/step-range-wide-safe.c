// expect: TRUE --step step --range x=0:18446744073709551615 --range y=0:9007199254740992
// Bounds that no double has.
extern void reach_error(void);
void step(unsigned long long x, long long y) {
    if (x == 18446744073709551615ULL && y == 9007199254740993LL) reach_error();
}
