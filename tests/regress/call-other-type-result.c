// expect: FALSE(assert)
/* A function that returns a char says nothing of the rest of the register. */
#include <assert.h>
static char letter(void) { return 'a'; }
int main(void) {
    int (*f)(void) = (int (*)(void))letter;
    int r = f();
    assert(r == 'a');
    return 0;
}
