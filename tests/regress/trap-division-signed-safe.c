// expect: TRUE
// C truncates towards zero, and the remainder has the dividend's sign.
extern void reach_error(void);
int main(void) {
    int a = -7, b = 2;
    if (a / b != -3 || a % b != -1 || 7 / -2 != -3 || 7 % -2 != 1) reach_error();
}
