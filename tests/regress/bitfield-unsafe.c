// expect: FALSE(unreach-call)
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
struct flags { unsigned a : 3; unsigned b : 5; };
int main(void) {
    struct flags f = {0};
    f.a = __VERIFIER_nondet_uint();
    f.b = f.a + 3;
    if (f.b == 10) reach_error();
}
