// expect: TRUE
/* A pointer that is any number and equals the address of an object points to it. */
extern void reach_error(void);
extern void *__VERIFIER_nondet_pointer(void);
struct pair { int first, second; };
int main(void) {
    struct pair s = {1, 2}, *p = __VERIFIER_nondet_pointer();
    if (p == &s) {
        p->second = 7;
        if (s.second != 7 || p->first != 1) reach_error();
    }
    return 0;
}
