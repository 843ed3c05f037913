// expect: TRUE --step s --range y=-9223372036854775808:9007199254740992
// A bound that no double has.
extern void reach_error(void);
void s(long long y) {
    if (y == 9007199254740993LL) reach_error();
}
