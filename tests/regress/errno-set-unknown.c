// expect: UNKNOWN(errno of a library function)
// It may, but here none does.
#include <errno.h>
#include <math.h>
void reach_error(void) {}

int main(void) {
    double four = 4.0;
    errno = 0;
    if (sqrt(four) != 2 || errno) reach_error();
}
