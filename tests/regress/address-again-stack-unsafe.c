// expect: FALSE(unreach-call)
/* The second call's variable lies where the first one's lay. */
#include <stdint.h>
extern void reach_error(void);
uintptr_t last;

static void look(void) {
    int x;
    uintptr_t here = (uintptr_t)&x;
    if (last == here) reach_error();
    last = here;
}

int main(void) {
    look();
    look();
}
