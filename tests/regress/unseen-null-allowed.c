// expect: TRUE --property null
/* Null is an argument like others for these. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
int main(void) {
    free(0);
    fflush(0);
    return time(0) == 0;
}
