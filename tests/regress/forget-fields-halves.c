// expect: UNKNOWN(memory was forgotten) --forget-memory
/* A function pointer that is copied in two halves. */
extern void reach_error(void);

static int flag;
static void bad(int x) { flag = x; }
struct ops {
    int id;
    void (*open)(int);
    void (*close)(int);
};

struct h {
    unsigned lo, hi;
};
static struct ops t;
int main(void) {
    void (*f)(int) = bad;
    struct h *s = (struct h *)&f, *d = (struct h *)&t.close;
    d->lo = s->lo;
    d->hi = s->hi;
    if (t.close) t.close(1);
    if (flag) reach_error();
    return 0;
}
