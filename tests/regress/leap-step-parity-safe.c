// expect: TRUE
// With leaps in the portfolio: steps of two never meet an odd end.
extern void reach_error(void);

int main(void) {
    unsigned x = 0;
    while (x != 1000000) x += 2;
    if (x % 2) reach_error();
    return 0;
}
