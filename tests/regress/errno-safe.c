// expect: TRUE
// expect: TRUE --data-model ILP32
// errno is 0 at the start and keeps what the program writes; no function sets it to 0.
#include <errno.h>
#include <stdio.h>
void reach_error(void) {}

int main(void) {
    if (errno != 0) reach_error();
    errno = 5;
    if (errno != 5) reach_error();
    errno = ERANGE;
    printf("x\n");
    if (errno == 0) reach_error();
}
