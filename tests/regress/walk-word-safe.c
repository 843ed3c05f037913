// expect: TRUE --engine values
/* A word that is recognized, letter by letter, in a stream. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    int seen = 0, quoted = 0;
    for (;;) {
        int c = __VERIFIER_nondet_int();
        if (c == 34) quoted = !quoted, seen = 0;
        else if (quoted) seen = 0;
        else if (seen == 0) seen = c == 'c';
        else if (seen == 1) seen = c == 'i' ? 2 : c == 'c';
        else if (seen == 2) seen = c == 'n' ? 3 : c == 'c';
        else if (seen == 3) seen = c == 'c' ? 4 : 0;
        else if (seen == 4) seen = c == 'h' ? 5 : 0;
        if (seen == 5 && quoted) reach_error();
    }
}
