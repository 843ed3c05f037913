// expect: TRUE --engine values
/* A lock that the right keys open, one after the other. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int at = 0;
int main(void) {
    for (;;) {
        int key = __VERIFIER_nondet_int();
        if (key < 0 || key > 9) return 0;
        if (at == 0 && key == 3) at = 1;
        else if (at == 1 && key == 1) at = 2;
        else if (at == 2 && key == 4) at = 3;
        else if (at == 3 && key == 1) at = 4;
        else if (at == 4 && key == 5) at = 5;
        else if (at == 5 && key == 9) at = 6;
        else if (at == 6 && key == 2) at = 7;
        else if (at == 7 && key == 6) at = 8;
        else if (at == 8 && key == 5) at = 9;
        else if (at == 9 && key == 12) at = 10;
        else at = 0;
        if (at == 10) reach_error();
    }
}
