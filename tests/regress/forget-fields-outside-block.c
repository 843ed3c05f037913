// expect: UNKNOWN(memory was forgotten) --forget-memory
/* A block that is copied to where a pointer from outside points. */
extern void reach_error(void);
extern void *memcpy(void *, const void *, unsigned long);

static int flag;
static void bad(int x) { flag = x; }
static void good(int x) { flag = 0; }
struct ops {
    int id;
    void (*open)(int);
    void (*close)(int);
};

extern struct ops *theirs;
struct ops ours = {1, good, 0};
static struct ops t = {2, bad, bad};
int main(void) {
    memcpy(theirs, &t, sizeof t);
    if (ours.close) ours.close(1);
    if (flag) reach_error();
    return 0;
}
