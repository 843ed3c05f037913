// expect: FALSE(unreach-call) --engine bmc/leaps
// Two phases, three million rounds: one leap a phase.
extern void reach_error(void);

int main(void) {
    unsigned x = 0, y = 7;
    while (x < 3000000) {
        if (x < 1000000) y += 3;
        else y -= 1;
        x++;
    }
    if (y == 1000007) reach_error();
    return 0;
}
