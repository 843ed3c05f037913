// expect: FALSE(assert)
// Copying a volatile record reads it.
#include <assert.h>
struct pair { int a, b; };
static volatile struct pair port = {1, 2};
int main(void) {
    struct pair now = port;
    assert(now.b == 2);
}
