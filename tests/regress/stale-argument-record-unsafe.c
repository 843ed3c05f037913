// expect: FALSE(valid-deref) --property valid-deref
/* As a part of a structure that is passed: in registers, and as a copy in memory. */
extern int __VERIFIER_nondet_int(void);
struct small { int *p; };
struct large { int *p; long more[4]; };

static struct small in_registers(struct small s) {
    int y = 1;
    if (s.p) y = *s.p;
    s.p = &y;
    return s;
}

static struct large in_memory(struct large s) {
    int y = 1;
    if (s.p) y = *s.p;
    s.p = &y;
    return s;
}

int main(void) {
    struct small s = {0};
    struct large t = {0};
    int which = __VERIFIER_nondet_int();
    for (int k = 0; k < 2; k++) {
        if (which) s = in_registers(s);
        else t = in_memory(t);
    }
    return 0;
}
