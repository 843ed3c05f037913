// expect: FALSE(valid-deref) --property memory
// Nor is an object that is defined const.
static const int table[3] = {1, 2, 3};
int main(void) {
    int *p = (int *)&table[1];
    *p = 7;
    return table[1];
}
