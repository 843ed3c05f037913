// expect: FALSE(unreach-call)
// What runs after main is not left out.
#include <stdlib.h>
void reach_error(void) {}

int main(void) {
    atexit(reach_error);
}
