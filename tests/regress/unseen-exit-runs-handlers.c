// expect: UNKNOWN(ext may call exit, which runs what was registered for the end)
/* External code may call exit in the middle of things; handlers then see the state of the moment. */
#include <stdlib.h>
extern void reach_error(void), ext(void);
static int busy;
static void at_end(void) {
    if (busy) reach_error();
}
int main(void) {
    atexit(at_end);
    busy = 1;
    ext();
    busy = 0;
}
