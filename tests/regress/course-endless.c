// expect: TRUE
/* A run without an end is no proof: the engines have to find one. */
extern void reach_error(void);
int main(void) {
    unsigned i = 0;
    for (;;) {
        i += 2;
        if (i == 7) reach_error();
    }
}
