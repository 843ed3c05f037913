// expect: FALSE(unreach-call) --inline none
// expect: FALSE(unreach-call)
/* One body for all calls of a function: the violation is found and run. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct pair { int a, b; };
static int count;
static int add(int a, int b) { count++; return a + b; }
static struct pair swap(struct pair p) { struct pair q = {p.b, p.a}; return q; }
static void set(int *p, int v) { *p = add(v, 0); }
static int apply(int (*f)(int, int), int a) { return f(a, add(a, 1)); }
static int sub(int a, int b) { return a - b; }

int main(void) {
    int x = __VERIFIER_nondet_int(), y, z;
    if (x < 0 || x > 1000) return 0;
    set(&y, x);
    set(&z, y + 1);
    struct pair p = swap((struct pair){y, z});
    if (p.a != x + 1 || p.b != x) reach_error();
    if (apply(sub, x) != -1 || apply(add, x) != 2 * x + 1) reach_error();
    if (count == 5 && x == 77) reach_error();
    return 0;
}
