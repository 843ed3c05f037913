// expect: TRUE
// expect: TRUE --data-model ILP32
// An end is never the start of its own object, an address inside never one of another object, whatever lies where.
void reach_error(void) {}
int __VERIFIER_nondet_int(void);
int a[3], b[3];

static int length(const int *p, const int *end) {
    int n = 0;
    while (p != end) p++, n++;
    return n;
}

int main(void) {
    int *p = __VERIFIER_nondet_int() ? a : b, *end = p + 3;
    if (p == end || length(a, a + 3) + length(b, b + 3) != 6) reach_error();
    if (a + 1 == b || a + 2 == b + 1 || &a[0] == &b[0]) reach_error();
}
