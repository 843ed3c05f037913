// expect: TRUE
// Whether an object lies before what a pointer from outside points to is not known: either way nothing goes wrong.
extern void reach_error(void);
extern void abort(void);
extern void *__VERIFIER_nondet_pointer(void);
static int object[4];

static void apart(char *p, char *q, unsigned n) {
    if (p + n <= q || q + n <= p) return;
    abort();
}

int main(void) {
    char *from = __VERIFIER_nondet_pointer();
    object[0] = 1;
    apart((char *)object, from, sizeof object);
    if (object[0] != 1) reach_error();
}
