// expect: TRUE --property memory
// expect: FALSE(null) --property memory -- -DUNCHECKED
// Functions of the library that allocate fail where there is no memory; they follow no null pointer.
#include <stdlib.h>
int asprintf(char **, const char *, ...);

static void at_end(void) {}

int main(void) {
    char *line = 0;
    atexit(at_end);
    int n = asprintf(&line, "x%d", 5);
#ifndef UNCHECKED
    if (n < 0) return 0;
#endif
    n = line[0];
    free(line);
    return n;
}
