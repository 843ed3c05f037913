// expect: FALSE(unreach-call)
// A function of the library may set errno.
#include <errno.h>
#include <stdlib.h>
void reach_error(void) {}

int main(void) {
    errno = 0;
    long x = strtol("99999999999999999999999", 0, 10);
    if (x > 0 && errno == ERANGE) reach_error();
}
