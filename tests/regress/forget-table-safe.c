// expect: TRUE --forget-memory
/* A table of operations as drivers have it, passed on in a block that a function of the program
 * allocates: a field that is null is not called, and a call through another one reaches the
 * function that is there, and no other of the same type. */
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
extern void abort(void);

struct driver {
    int (*probe)(void *);
    int (*remove)(void *);
    int (*suspend)(void *);
    int (*resume)(void *);
};
struct registered {
    struct driver *driver;
    void *data;
};
struct device {
    void *data;
    int (*interrupt)(void *);
};
static int mapped;

static void *allocate(unsigned long size) {
    void *made = malloc(size);
    if (!made) abort();
    return made;
}

static int probe(void *device) {
    if (__VERIFIER_nondet_int()) return -1;
    mapped++;
    return 0;
}

static int remove(void *device) {
    if (!mapped) reach_error();
    mapped--;
    return 0;
}

static int interrupt(void *device) { return mapped; }

static struct driver driver = {probe, remove, 0, 0};

static void serve(struct registered *all) {
    struct device *device = allocate(sizeof *device);
    device->interrupt = interrupt;
    while (__VERIFIER_nondet_int()) {
        if (all->driver->probe(device)) continue;
        if (all->driver->suspend) all->driver->suspend(device);
        device->interrupt(device);
        if (all->driver->resume) all->driver->resume(device);
        all->driver->remove(device);
    }
}

int main(void) {
    struct registered *all = allocate(sizeof *all);
    all->driver = &driver;
    serve(all);
    return 0;
}
