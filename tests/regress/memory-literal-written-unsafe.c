// expect: FALSE(valid-deref) --property memory
// A string literal is not written.
int main(void) {
    char *p = "abc";
    p[0] = 'x';
    return 0;
}
