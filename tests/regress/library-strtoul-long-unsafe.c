// expect: FALSE(assert) --data-model ILP32
#include <assert.h>
#include <limits.h>
#include <stdlib.h>

int main(void) {
    assert(strtoul("-4294967290", 0, 10) == ULONG_MAX);
    return 0;
}
