// expect: TRUE --forget-memory --engine ai
/* Functions that call a small one, and change nothing that the error depends on, are left out with
 * their loops: what is left needs no more than ranges. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int locked;
static int ports[16];
static int status(int n) { return ports[n & 15] & 255; }
static void lock(void) {
    if (locked) reach_error();
    locked = 1;
}
static void unlock(void) {
    if (!locked) reach_error();
    locked = 0;
}
static int wait(int n) {
    int rounds = 0;
    while (status(n) & 128)
        if (++rounds > 1000) return -1;
    while (status(n + 1) & 64)
        if (++rounds > 2000) return -2;
    while (status(n + 2) & 32 && status(n + 3) & 16)
        if (++rounds > 3000 || status(rounds) == 7) return -3;
    for (int i = 0; i < n && status(i) != 3; i++)
        if (status(i + n) & 8 || status(i - n) & 4) rounds += status(rounds + i);
    return rounds;
}
static int command(int n) {
    int a = wait(n), b = wait(n + 1), c = wait(n + 2);
    return a < 0 || b < 0 || c < 0 ? -1 : wait(a + b + c);
}
int main(void) {
    while (__VERIFIER_nondet_int()) {
        int n = __VERIFIER_nondet_int(), result = status(n) + command(n);
        lock();
        result += command(n + 1);
        if (result < 0) {
            unlock();
            continue;
        }
        command(result), command(result + 1), command(result + 2), command(result + 3);
        unlock();
        command(n), command(n + 1), command(n + 2), command(n + 3), command(n + 4);
        command(n + 5), command(n + 6), command(n + 7), command(n + 8), command(n + 9);
    }
    return 0;
}
