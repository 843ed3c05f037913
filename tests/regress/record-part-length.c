// expect: TRUE --property valid-memsafety --malloc-may-fail
/* A length that is returned beside a pointer is no address: nothing depends on where objects lie. */
#include <stdlib.h>
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
struct view {
    size_t length;
    char *bytes;
};
static struct view view_of(char *bytes, size_t length) {
    struct view v = {length, bytes};
    return v;
}
static struct view twice(char *bytes, size_t length) { return view_of(bytes, length); }
int main(void) {
    size_t n = __VERIFIER_nondet_uint() % 16 + 1;
    char *p = malloc(n);
    if (!p) return 0;
    struct view v = twice(p, n);
    if (v.length != n || v.bytes != p) reach_error();
    v.bytes[v.length - 1] = 1;
    free(p);
}
