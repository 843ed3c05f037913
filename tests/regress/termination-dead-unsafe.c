// expect: FALSE(termination) --property termination
// A counter that nothing depends on: the state of the process does not come back soon.
int main(void) {
    unsigned n = 0, rounds = 0;
    while (n < 10) {
        rounds++;
        n ^= 1;
    }
    return 0;
}
