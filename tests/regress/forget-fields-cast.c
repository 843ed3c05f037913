// expect: UNKNOWN(memory was forgotten) --forget-memory
/* A table that is written as another type of record. */
extern void reach_error(void);

static int flag;
static void bad(int x) { flag = x; }
static void good(int x) { flag = 0; }
struct ops {
    int id;
    void (*open)(int);
    void (*close)(int);
};
static struct ops table = {1, good, 0};

struct other {
    long id;
    void (*x)(int);
    void (*y)(int);
};
int main(void) {
    struct other *o = (struct other *)&table;
    o->y = bad;
    if (table.close) table.close(1);
    if (flag) reach_error();
    return 0;
}
