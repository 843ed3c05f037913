// expect: UNKNOWN(the compiled program does not confirm it) --property valid-memsafety
// The value has no end: setenv reads past it, which no sanitizer sees.
#include <stdlib.h>

int main(void) {
    char b[2] = {'a', 'b'};
    setenv("X", b, 1);
}
