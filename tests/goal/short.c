// expect: FALSE(dead-code) total=66 covered=59 unreachable=7 open=0 -- --criterion mcdc
/* a ?: b: the first operand is evaluated once, decides, and keeps its value and its type. */
extern int __VERIFIER_nondet_int(void);
struct bits { unsigned narrow : 3; };
static int used;
static int pick(int a, int *p, struct bits *b, float f) {
    int *q = p ?: &used;
    int one = a ?: 7;
    int two = (a > 3 && used) ?: 9;
    int three = a > 5 ?: 11;
    long four = b->narrow ?: -1;    /* an int, so -1 stays negative */
    float five = f ?: 2.5f;
    if (four > 7) used = 3;         /* dead */
    if (four < 0) used = 4;
    int never = (a | 1) ?: 13;      /* never 13 */
    return *q + one + two + three + (int)five + never;
}
int main(void) {
    int a = __VERIFIER_nondet_int(), x = __VERIFIER_nondet_int();
    struct bits b = {.narrow = (unsigned)x};
    used = __VERIFIER_nondet_int();
    return pick(a, a & 1 ? &a : 0, &b, a & 2 ? 0.0f : 1.0f);
}
