// expect: UNKNOWN(approximated library function)
// The same where nothing is returned, and what changes is a variable of the program.
#define _GNU_SOURCE
#include <math.h>
void reach_error(void) {}

int main(void) {
    double s = 2, c = 2;
    sincos(0, &s, &c);
    if (s == 2) reach_error();
}
