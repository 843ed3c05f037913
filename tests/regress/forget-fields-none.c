// expect: UNKNOWN(memory was forgotten) --forget-memory
/* A call of a function that is not the program's gives any value. */
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void *__VERIFIER_nondet_pointer(void);

struct ops2 {
    int (*get)(void);
};
int zero(void) { return 0; }
int main(void) {
    struct ops2 *o = __VERIFIER_nondet_pointer();
    struct ops2 loc = {zero};
    if (__VERIFIER_nondet_int()) o = &loc;
    int r = o->get();
    if (r == 5) reach_error();
    return 0;
}
