// expect: TRUE
/* Every run leaves the first model: a larger one is followed. */
extern void reach_error(void);
static int depth(char *text, int n) {
    text[n & 7] ^= (char)n;
    return n ? 1 + depth(text, n - 1) : 0;
}
int main(void) {
    char text[8] = "abcdefg";
    if (depth(text, 100) != 100) reach_error();
    return 0;
}
