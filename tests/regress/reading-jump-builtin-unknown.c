// expect: UNKNOWN(approximated library function)
/* __builtin_setjmp keeps plain addresses in a buffer that the program can write, so a run of the
 * compiled program does not count: it could have jumped to its end (docs/security.md). */
extern void reach_error(void);
static void *words[5];
static int again;
static void back(void) { __builtin_longjmp(words, 1); }
int main(void) {
    if (__builtin_setjmp(words)) {
        if (again == 1) reach_error();
        return 0;
    }
    again = 1;
    back();
    return 0;
}
