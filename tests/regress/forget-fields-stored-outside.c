// expect: UNKNOWN(memory was forgotten) --forget-memory
/* What is stored behind a pointer from nowhere is read there again, and called. */
extern void reach_error(void);
extern void *__VERIFIER_nondet_pointer(void);

static int flag;
static void bad(int x) { flag = x; }
struct ops {
    int id;
    void (*open)(int);
    void (*close)(int);
};
struct dev {
    struct ops *ops;
    int n;
    void *priv;
};

int main(void) {
    struct dev *d = __VERIFIER_nondet_pointer();
    static struct ops t2 = {2, bad, bad};
    d->ops = &t2;
    d->ops->open(1);
    if (flag) reach_error();
    return 0;
}
