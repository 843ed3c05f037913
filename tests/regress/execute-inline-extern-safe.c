// expect: TRUE
/* As C99 has it, an inline function that is declared extern is defined here. */
extern void reach_error(void);
extern inline int twice(int x) { return x < 1000 ? 2 * x : 0; }
int main(void) {
    if (twice(4) != 8) reach_error();
    return 0;
}
