// expect: UNKNOWN(memory was forgotten) --forget-memory
/* An allocation function that may give a variable of the program. */
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
extern void abort(void);

static int flag;
static void bad(int x) { flag = x; }
static void good(int x) { flag = 0; }
struct ops {
    int id;
    void (*open)(int);
    void (*close)(int);
};

static struct ops pool;
void *xm(unsigned long n) {
    if (__VERIFIER_nondet_int()) return &pool;
    void *p = malloc(n);
    if (!p) abort();
    return p;
}
int main(void) {
    struct ops *o = xm(sizeof *o), *p = xm(sizeof *p);
    o->open = good;
    p->open = bad;
    o->open(1);
    if (flag) reach_error();
    return 0;
}
