// expect: TRUE --property assert,valid-deref
// An implication wherever an expression may stand: it binds to the right, weaker than ||, stronger than ?: and =.
#include <stddef.h>
int nondet_int(void);
int main(void) {
    int a = nondet_int(), b = nondet_int(), none = 0 ==> 0 ==> 0;
    size_t n = 3;
    int v[3] = {7, 8, 9};
    __CPROVER_assume(a > 0 ==> b > 0);
    int c = a > 0 ==> b > 0 ? 1 : 2;
    c += 1 ==> 0;
    __CPROVER_assert(c == 1, "assigned, a ==> b in a text");
    __CPROVER_assert(none == 1, "to the right");
    __CPROVER_assert(a > 3 || a > 0 ==> b > 0, "weaker than ||");
    __CPROVER_assert(__CPROVER_forall { size_t i; i < n ==> (v[i] != 8 ==> (i == 0 || i == 2)) }, "in a quantifier");
    if (a > 0 ==> b > 0) return 0;
    __CPROVER_assert(0, "assumed before");
}
