// expect: UNKNOWN(errx may call exit, which runs what was registered for the end)
/* errx ends the program by exit. */
#include <err.h>
#include <stdlib.h>
extern void reach_error(void);
static void at_end(void) { reach_error(); }
int main(void) {
    atexit(at_end);
    errx(1, "x");
}
