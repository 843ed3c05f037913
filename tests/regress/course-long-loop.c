// expect: TRUE
/* No input decides: the one run is the proof, however often the loops go round. */
extern void reach_error(void);
static unsigned table[256];
int main(void) {
    unsigned sum = 0, i, round;
    for (round = 0; round < 400; round++)
        for (i = 0; i < 256; i++) table[(i * 7 + round) & 255] += i ^ round, sum = sum * 31 + table[i];
    unsigned again = 0;
    for (i = 0; i < 256; i++) again += table[i];
    if (sum == again) reach_error();
    return 0;
}
