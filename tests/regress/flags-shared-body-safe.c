// expect: TRUE --engine values/ranges
/* A body that calls share returns to where the lock is held and to where it is not: the value of
 * the lock goes with the call. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int locked, state;
static void lock(void) {
    if (locked) reach_error();
    locked = 1;
}
static void unlock(void) {
    if (!locked) reach_error();
    locked = 0;
}
static int wait(int limit) {
    int rounds = 0;
    while (__VERIFIER_nondet_int() && rounds < limit) rounds++;
    return rounds < limit ? 0 : -1;
}
static int command(int n) {
    if (wait(n)) return -5;
    if (wait(n + 1)) return -6;
    return wait(7);
}
static int open_it(void) {
    int err = -16;
    lock();
    if (command(1)) goto out;
    if (command(2)) goto out;
    state = 2;
    unlock();
    return 0;
out:
    unlock();
    return err;
}
int main(void) {
    state = 1;
    for (;;) {
        int n = __VERIFIER_nondet_int();
        if (n == 1 && state == 1) open_it();
        else if (n == 2 && state == 2) {
            command(3);
            lock();
            command(4);
            unlock();
            state = 1;
        } else command(n);
        if (state == 2 && locked) reach_error();
    }
}
