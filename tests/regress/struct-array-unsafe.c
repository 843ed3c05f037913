// expect: FALSE(unreach-call)
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
struct item { short key; int value; };
int main(void) {
    struct item t[4] = {{1, 10}, {2, 20}, {3, 30}, {4, 40}};
    unsigned i = __VERIFIER_nondet_uint();
    if (i < 4 && t[i].value == 10 * t[i].key && t[i].key == 3) reach_error();
}
