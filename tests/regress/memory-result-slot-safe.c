// expect: TRUE --property unreach-call,valid-deref,bounds
// The variable of an inner block lies where the result goes, and the other return fills that.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct pair {
    long a, b;
};

static struct pair make(long x) {
    struct pair r = {x, 1};
    return r;
}

static struct pair choose(int x) {
    if (!x) {
        struct pair c;
        c.a = 0;
        c.b = 0;
        return c;
    }
    return make(x);
}

int main(void) {
    int x = __VERIFIER_nondet_int();
    struct pair t = choose(x);
    if (t.a != x) reach_error();
}
