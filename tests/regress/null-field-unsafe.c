// expect: FALSE(null) --property null
struct pair { int first, second; } pair;
extern int __VERIFIER_nondet_int(void);

int main(void) {
    struct pair *p = __VERIFIER_nondet_int() ? &pair : 0;
    return p->second;
}
