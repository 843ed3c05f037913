// expect: UNKNOWN(memory was forgotten) --forget-memory --entry f
// The caller of `f`, who is not seen, may pass the address of `z`, or a table that holds `set`.
extern void reach_error(void);
int z;
static int y;
static void set(void) { y = 1; }
struct operations {
    void (*run)(void);
} all = {set};
void f(int *p, struct operations *o) {
    z = 0;
    y = 0;
    *p = 1;
    o->run();
    if (z || y) reach_error();
}
