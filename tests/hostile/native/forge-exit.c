// command: verify
/* The exit status and the line that a generated test ends with, without the error. */
#include <math.h>
#include <stdio.h>
#include <unistd.h>
void reach_error(void);
int main(void) {
    double s = sin(0.5);
    if (s > 0.9) reach_error();
    fputs("cinch test: error reached\n", stderr);
    _exit(107);
}
