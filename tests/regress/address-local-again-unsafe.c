// expect: FALSE(unreach-call)
// The same variable lies elsewhere in another call, or where it was.
#include <stdint.h>
extern void reach_error(void);
static uintptr_t last;

static int is_again(void) {
    int x;
    uintptr_t here = (uintptr_t)&x;
    int again = here == last;
    last = here;
    return again;
}

int main(void) {
    for (int i = 0; i < 2; i++)
        if (is_again()) reach_error();
}
