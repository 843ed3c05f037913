// expect: FALSE(unreach-call)
// A local is new, and uninitialized, each time round the loop.
extern void reach_error(void);
int main(void) {
    for (int i = 0; i < 2; i++) {
        int x;
        if (i == 1 && x == 99) reach_error();
        x = 5;
    }
}
