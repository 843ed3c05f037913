// expect: TRUE --forget-memory
/* A lock whose state is a plain variable, in a program that is otherwise memory: what a violation
 * depends on is kept, and calls through a table reach what is in it. */
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
extern void reach_error(void);

static int locked;
struct device {
    int state[8];
    struct device *next;
    const struct operations *ops;
};
struct operations {
    int (*open)(struct device *d, int n);
    int (*close)(struct device *d, int n);
};

static void lock(void) {
    if (locked) reach_error();
    locked = 1;
}
static void unlock(void) {
    if (!locked) reach_error();
    locked = 0;
}
static int work(struct device *d, int n) {
    int sum = 0;
    for (int i = 0; i < n; i++) sum += d->state[i & 7];
    return sum;
}
static int open_device(struct device *d, int n) {
    lock();
    d->state[n & 7] = work(d, n);
    if (!d->next) {
        unlock();
        return -1;
    }
    unlock();
    return 0;
}
static int close_device(struct device *d, int n) {
    int held = d->state[n & 7];
    if (held) lock();
    d->state[0] = 0;
    if (held) unlock();
    return 0;
}
static const struct operations table = {open_device, close_device};

int main(void) {
    struct device *d = malloc(sizeof *d);
    d->ops = &table;
    while (__VERIFIER_nondet_int()) {
        int n = __VERIFIER_nondet_int();
        if (n < 0) d->ops->open(d, n);
        else d->ops->close(d, n);
    }
    return 0;
}
