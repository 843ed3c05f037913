// expect: FALSE(unreach-call) --engine bmc/leaps
// The counter that the guard looks at leaves its range only after the last round; the other one wraps on the way.
extern void reach_error(void);

int main(void) {
    unsigned short i = 3;
    unsigned char sum = 0;
    while (i >= 3) {
        i += 2;
        sum += 5;
    }
    if (i == 1 && sum == (unsigned char)(5 * 32767)) reach_error();
    return 0;
}
