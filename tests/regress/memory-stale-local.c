// expect: FALSE(valid-deref) --property valid-memsafety
// expect: TRUE --property valid-memsafety -- -DFIXED
/* A pointer is kept from one round of a loop to the next; the array of that round is another. */
int main(void) {
    int *last = 0, sum = 0;
    for (int i = 0; i < 3; i++) {
        int round[2] = {i, i + 1};
#ifndef FIXED
        if (last) sum += last[1];
#endif
        last = round;
        sum += last[0];
    }
    return sum;
}
