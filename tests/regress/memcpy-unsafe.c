// expect: FALSE(unreach-call)
#include <string.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
struct pair { int a, b; };
int main(void) {
    struct pair p = {__VERIFIER_nondet_int(), 2}, q;
    memcpy(&q, &p, sizeof q);
    if (q.a == 77 && q.b == 2) reach_error();
}
