// expect: FALSE(dead-code) total=30 covered=24 unreachable=6 open=0 -- --criterion mcdc
/* Decisions in macros stand where the macro is used; several of them at one place stay apart. */
extern int __VERIFIER_nondet_int(void);
#define BOTH(x, y) ((x) > 0 && (y) > 0)
#define CLAMP(v, low, high) ((v) < (low) ? (low) : (v) > (high) ? (high) : (v))
#define SET_IF(c, x, v) do { if (c) { (x) = (v); } } while (0)
int main(void) {
    int a = __VERIFIER_nondet_int(), b = CLAMP(a, -3, 3);
    if (BOTH(a, b)) b++;
    SET_IF(b > 4, b, 0);
    return b;
}
