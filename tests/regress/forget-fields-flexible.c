// expect: UNKNOWN(memory was forgotten) --forget-memory
/* An array at the end of a record is as long as its block. */
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);

static int flag;
static void bad(int x) { flag = x; }
static void good(int x) { flag = 0; }

struct s {
    long n;
    void (*f[1])(int);
};
int main(void) {
    struct s *p = malloc(sizeof(struct s) + 32);
    int i = __VERIFIER_nondet_int();
    if (i < 0 || i > 3) return 0;
    p->f[0] = good;
    p->f[1] = good;
    p->f[2] = good;
    p->f[3] = good;
    p->f[i] = bad;
    p->f[2](1);
    if (flag) reach_error();
    return 0;
}
