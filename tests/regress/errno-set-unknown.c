// expect: UNKNOWN(errno of a library function)
// It may, but here none does.
#include <errno.h>
#include <string.h>
void reach_error(void) {}

int main(void) {
    char name[] = "abc";
    errno = 0;
    if (strlen(name) != 3 || errno) reach_error();
}
