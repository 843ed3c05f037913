// expect: FALSE(assert)
// What is defined volatile outside of functions, hardware may write at any time.
#include <assert.h>
static volatile int status;
int main(void) {
    status = 1;
    int a = status;
    assert(a == 1);
}
