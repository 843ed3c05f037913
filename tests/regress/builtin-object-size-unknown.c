// expect: UNKNOWN(approximated library function)
// Whether the compiler knows the size behind a pointer is its own matter: neither answer is a verdict.
#include <stdlib.h>
extern void reach_error(void);

static char *behind(char *p) { return p + 1; }

int main(void) {
    char *p = behind(malloc(6));
    if (__builtin_object_size(p, 0) == 5) reach_error();
}
