// expect: TRUE
// What the system tells a process about itself does not change by itself.
#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
int main(void) {
    assert(getpid() == getpid() && getpid() > 0);
    assert(getuid() == getuid());
    const char *a = getenv("CINCH_A"), *b = getenv("CINCH_A");
    assert(!a == !b);
    if (a) assert(a[0] == b[0] && a[1] == b[1]);
    return 0;
}
