// expect: TRUE
// Two calls of one function have two objects.
extern void reach_error(void);
static int depth(int *outer, int n) {
    int mine = n;
    if (outer && outer == &mine) reach_error();
    if (outer) return *outer + mine;
    return mine;
}
int main(void) {
    int x = 5;
    int a = depth(0, 1), b = depth(&x, 2);
    if (a != 1 || b != 7) reach_error();
}
