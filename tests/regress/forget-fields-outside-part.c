// expect: UNKNOWN(memory was forgotten) --forget-memory
/* A pointer from outside may point into a variable that has a record of that type in it. */
extern void reach_error(void);

static int flag;
static void bad(int x) { flag = x; }
struct ops {
    int id;
    void (*open)(int);
    void (*close)(int);
};

struct big {
    long a;
    struct ops o;
};
extern struct ops *theirs;
struct big ours;
int main(void) {
    theirs->close = bad;
    if (ours.o.close) ours.o.close(1);
    if (flag) reach_error();
    return 0;
}
