// expect: FALSE(unreach-call)
/* C99 expects the body of an inline function in another file. There is none: it is the one that is seen. */
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
inline int next(int x) { return x < 1000 ? x + 1 : 0; }
int main(void) {
    if (next(__VERIFIER_nondet_int()) == 42) reach_error();
    return 0;
}
