// expect: UNKNOWN(depends on addresses)
// Some placement comes here, but which one is not ours to say.
extern void reach_error(void);
extern void *__VERIFIER_nondet_pointer(void);
static int object[4];

int main(void) {
    char *from = __VERIFIER_nondet_pointer();
    if (from && (char *)object <= from && from <= (char *)object) reach_error();
}
