// expect: UNKNOWN(setvbuf keeps a pointer that it gets)
#include <stdio.h>
extern void reach_error(void);
static char buffer[100];
int main(void) {
    setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
    buffer[0] = 1;
    printf("x");
    if (buffer[0] != 1) reach_error();
}
