// expect: TRUE --property termination
// No input decides: the one run ends, after 65535 rounds.
int main(void) {
    unsigned short x = 1;
    do {
        x ^= (unsigned short)(x << 7);
        x ^= x >> 9;
        x ^= (unsigned short)(x << 8);
    } while (x != 1);
    return 0;
}
