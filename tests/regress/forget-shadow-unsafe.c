// expect: UNKNOWN(memory was forgotten) --forget-memory
/* What was written is forgotten again where another pointer, a callee or a part of it may write
 * there, or the pointer changes. */
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
extern void reach_error(void);
struct pair {
    int a, b;
};
static void set(struct pair *p) { p->a = 1; }
int main(void) {
    struct pair *p = malloc(sizeof *p), *q = p, *r = malloc(sizeof *r);
    int how = __VERIFIER_nondet_int();
    r->a = 1;
    p->a = 0;
    if (how == 1) q->a = 1;
    else if (how == 2) set(p);
    else if (how == 3) ((char *)p)[1] = 1;
    else if (how == 4) p = r;
    if (p->a && how) reach_error();
    return 0;
}
