// expect: FALSE(unreach-call)
/* The function computes an integer from integers, but its atomic addition reaches a global: no contract. */
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int count;

static int down(int n) {
    if (n <= 0) return 0;
    __sync_fetch_and_add(&count, 1);
    return down(n - 1);
}

int main(void) {
    if (down(__VERIFIER_nondet_int())) return 1;
    if (count) reach_error();
}
