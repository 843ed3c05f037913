// expect: FALSE(null) --property null
#include <time.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    time_t t = 0, *p = __VERIFIER_nondet_int() ? &t : 0;
    return gmtime(p) == 0;
}
