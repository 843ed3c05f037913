// expect: UNKNOWN(memory was forgotten) --forget-memory
/* Every way by which a variable that looks like a plain one is written all the same, or an error is
 * reached: each of the calls below alone makes this program unsafe. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern int *elsewhere;
int known = 1;
static int state, *alias = &state;
struct big {
    int n[20];
    void (*call)(void);
};
static void fail(void) { reach_error(); }
static void by_value(struct big b) {
    if (b.call) b.call();
}
static void hand_over(struct big *b, void (*f)(void)) { b->call = f; }
int main(void) {
    struct big b = {{0}, 0};
    int which = __VERIFIER_nondet_int();
    if (which == 1) {
        *elsewhere = 2;
        if (known == 2) reach_error();
    }
    if (which == 2) {
        *alias = 3;
        if (state == 3) reach_error();
    }
    if (which == 3) {
        hand_over(&b, fail);
        by_value(b);
    }
    return 0;
}
