// expect: FALSE(unreach-call)
// expect: TRUE -- -DINSIDE
// An element that is written outside of a vector may change any other: the compiler masks the index.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
typedef int four __attribute__((vector_size(16)));

int main(void) {
    four v = {1, 2, 3, 4};
    int i = __VERIFIER_nondet_int();
#ifdef INSIDE
    if (i < 1 || i > 3) return 0;
#else
    if (i < 1 || i > 6) return 0;
#endif
    v[i] = 9;
    if (v[0] != 1) reach_error();
    return 0;
}
