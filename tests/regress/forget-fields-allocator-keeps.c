// expect: UNKNOWN(memory was forgotten) --forget-memory
/* An allocation function that keeps what it made in a global. */
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

void *last;
void *mk(unsigned long n) {
    void *p = malloc(n);
    if (!p) abort();
    last = p;
    return p;
}
int main(void) {
    struct ops *o = mk(sizeof *o);
    struct ops *q = last;
    o->open = good;
    q->open = bad;
    o->open(1);
    if (flag) reach_error();
    return 0;
}
