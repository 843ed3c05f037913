// expect: UNKNOWN(memtrack) --property valid-memtrack
// More blocks than are marked one by one: that something points to each does not say that main leads there.
#include <stdlib.h>
static void *kept[40];
int main(void) {
    for (int i = 0; i < 40; i++) kept[i] = malloc(4);
    return 0;
}
