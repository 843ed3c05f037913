// expect: UNKNOWN(memory was forgotten) --forget-memory
/* A callback whose argument is the address of a function, as a number. */
extern void reach_error(void);

static int flag;
static void bad(int x) { flag = x; }

struct timer {
    void (*fn)(unsigned long);
    unsigned long data;
};
static struct timer t;
void run(unsigned long d) {
    void (*f)(int) = (void (*)(int))d;
    f(1);
}
int main(void) {
    t.fn = run;
    t.data = (unsigned long)bad;
    t.fn(t.data);
    if (flag) reach_error();
    return 0;
}
