// expect: TRUE --forget-memory
/* What a function has just written through a pointer, it reads again: whether the mapping failed
 * decides whether there is something to release. */
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
extern void reach_error(void);
static int mapped;
struct device {
    int irq;
    void *base;
    int status;
};
static void *map(void) {
    if (__VERIFIER_nondet_int()) return 0;
    mapped++;
    return malloc(16);
}
static void unmap(void *p) {
    if (mapped != 1) reach_error();
    mapped--;
}
static int probe(struct device *d) {
    int error = 0;
    d->base = map();
    d->status = 3;
    if (!d->base) return -5;
    if (__VERIFIER_nondet_int()) error = -6;
    if (d->status != 3) reach_error();
    if (error) unmap(d->base);
    return error;
}
int main(void) {
    struct device *d = malloc(sizeof *d);
    while (!mapped) probe(d);
    return 0;
}
