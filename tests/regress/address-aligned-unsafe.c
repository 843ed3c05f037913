// expect: FALSE(unreach-call) --data-model ILP32
// Structures on the stack of ILP32 are aligned to words, whatever is in them.
#include <stdint.h>
extern void reach_error(void);
struct bytes { char c[20]; };

static int on_two_words(int n, struct bytes s) { return ((uintptr_t)&s & 7) == 0; }
static int at_once(struct bytes s) { return ((uintptr_t)&s & 7) == 0; }

int main(void) {
    struct bytes s = {{0}};
    if (!on_two_words(1, s) || !at_once(s)) reach_error();
}
