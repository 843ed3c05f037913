// expect: FALSE(assert) --data-model ILP32
#include <assert.h>
#include <stdlib.h>

int main(void) {
    int length = -8;
    char *p = malloc((size_t)length);
    assert(p != 0);
    return 0;
}
