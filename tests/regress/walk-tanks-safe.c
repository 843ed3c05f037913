// expect: TRUE --engine values
/* Two tanks between which water flows; no water is lost. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int left = 7, right = 0;
int main(void) {
    for (;;) {
        int in = __VERIFIER_nondet_int();
        if (in == 1 && left >= 2 && right <= 5) left -= 2, right += 2;
        else if (in == 2 && right >= 3 && left <= 4) right -= 3, left += 3;
        else if (in == 3 && left == 0 && right == 7) left = 7, right = 0;
        else if (in == 4 && left == 2 && right == 5) left = 5, right = 2;
        if (left + right != 7) reach_error();
    }
}
