// expect: UNKNOWN(approximated library function)
// The same where nothing is returned, and what changes is a variable of the program.
#include <search.h>
void reach_error(void) {}

struct element { struct element *next, *before; int value; };

int main(void) {
    struct element e = {0, 0, 1};
    insque(&e, 0);
    if (e.value != 1) reach_error();
}
