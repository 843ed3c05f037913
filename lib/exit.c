/* atexit: what was registered runs where the program ends, the last first. */
typedef __SIZE_TYPE__ size;
void *malloc(size n), free(void *block);
enum { CERTAIN = 32 }; /* so many do not fail */
int __cinch_fails_atexit(void);

static struct entry {
    void (*run)(void);
    struct entry *before;
} *last;
static int count;

int __cinch_atexit(void (*f)(void)) {
    if (count >= CERTAIN && __cinch_fails_atexit()) return 1;
    struct entry *e = malloc(sizeof *e);
    if (!e) return 1;
    count++;
    e->run = f;
    e->before = last;
    last = e;
    return 0;
}

void __cinch_run_at_exit(void) {
    while (last) {
        struct entry e = *last;
        free(last);
        last = e.before;
        e.run();
    }
}
