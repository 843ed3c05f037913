// expect: FALSE(termination) --property termination
// An unsigned word is never negative; with 8 bits the state comes back after 256 rounds.
int main(void) {
    unsigned char n = 10;
    while (n-- >= 0) {}
    return 0;
}
