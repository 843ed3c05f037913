// expect: TRUE --inline none
// expect: TRUE
/* One body for all calls of a function: what each call gives and gets back stays its own. */
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
typedef unsigned char byte;
struct pair { byte a, b; };
static byte count;
static byte add(byte a, byte b) { count++; return a + b; }
static struct pair swap(struct pair p) { struct pair q = {p.b, p.a}; return q; }
static void set(byte *p, byte v) { *p = add(v, 0); }
static byte apply(byte (*f)(byte, byte), byte a) { return f(a, add(a, 1)); }
static byte sub(byte a, byte b) { return a - b; }

int main(void) {
    byte x = __VERIFIER_nondet_uchar(), y, z;
    if (x > 100) return 0;
    set(&y, x);
    set(&z, y + 1);
    struct pair p = swap((struct pair){y, z});
    if (p.a != x + 1 || p.b != x) reach_error();
    if (apply(sub, x) != 255 || apply(add, x) != 2 * x + 1) reach_error();
    if (count != 5) reach_error();
    return 0;
}
