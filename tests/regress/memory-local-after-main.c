// expect: UNKNOWN(code that runs after main may use a local variable of main) --property valid-memsafety
#include <stdlib.h>
static int *shared;
static void at_end(void) { *shared = 1; }
int main(void) {
    int local = 0;
    shared = &local;
    atexit(at_end);
    return 0;
}
