// expect: TRUE
#include <time.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    struct timespec a, b;
    if (clock_gettime(CLOCK_MONOTONIC, &a) || clock_gettime(CLOCK_MONOTONIC, &b)) return 0;
    if (b.tv_sec < a.tv_sec) reach_error();
}
