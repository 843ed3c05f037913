// expect: UNKNOWN(the compiled program does not confirm it) --property valid-deref
// The variable lies where the result goes, yet its block has ended where the pointer is followed: no
// proof, and no sanitizer sees it.
extern int __VERIFIER_nondet_int(void);

struct pair {
    long a, b;
};

static struct pair choose(int x) {
    struct pair *p = 0;
    {
        struct pair c;
        c.a = 0;
        c.b = 0;
        p = &c;
        if (x) return c;
    }
    p->a = 1;
    return *p;
}

int main(void) { return (int)choose(__VERIFIER_nondet_int()).b; }
