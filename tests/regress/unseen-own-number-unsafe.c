// expect: FALSE(valid-deref) --property valid-deref
// expect: FALSE(null) --property null
// A small number that the program itself made a pointer of is no pointer of external code.
struct s { int *p; } g; int *get(void);
int main(void) { int *u = get(); g.p = u ? (int *)40 : (int *)0; int *q = g.p; if (q) { char *z = 0; *z = 1; } return 0; }
