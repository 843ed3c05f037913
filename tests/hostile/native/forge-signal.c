// command: verify --property null
/* A signal that the program sends itself is no access. */
#include <math.h>
#include <signal.h>
int *p;
int main(void) {
    double s = sin(0.5);
    if (s > 0.9) *p = 1;
    raise(SIGSEGV);
    return 0;
}
