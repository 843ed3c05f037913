// expect: UNKNOWN(memory was forgotten) --forget-memory
/* An allocation function that may return its argument. */
extern void reach_error(void);
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

void *xm(void *old, unsigned long n) {
    if (old) return old;
    void *p = malloc(n);
    if (!p) abort();
    return p;
}
int main(void) {
    struct ops *o = xm(0, sizeof *o);
    struct ops *p = xm(o, sizeof *p);
    o->open = good;
    p->open = bad;
    o->open(1);
    if (flag) reach_error();
    return 0;
}
