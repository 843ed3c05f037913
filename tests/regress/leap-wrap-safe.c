// expect: UNKNOWN(timeout) --engine bmc/leaps --timeout 2
// A leap that wrapped past the guard's end would miss that 100 stops the loop.
extern void reach_error(void);

int main(void) {
    unsigned char i = 0;
    unsigned rounds = 0;
    while (i != 100) {
        i += 1;
        rounds++;
    }
    if (rounds > 100) reach_error();
    return 0;
}
