// expect: FALSE(valid-deref) --property valid-memsafety
// expect: TRUE --property valid-memsafety -- -DFIXED
/* A name is copied up to a colon; the terminator may lie one behind the buffer. */
extern char __VERIFIER_nondet_char(void);
#ifdef FIXED
#define LAST 3
#else
#define LAST 4
#endif
int main(void) {
    char input[8], name[4];
    for (int i = 0; i < 7; i++) input[i] = __VERIFIER_nondet_char();
    input[7] = ':';
    int n = 0;
    while (n < LAST && input[n] != ':') {
        name[n] = input[n];
        n++;
    }
    name[n] = 0;
    return name[0] == 'x';
}
