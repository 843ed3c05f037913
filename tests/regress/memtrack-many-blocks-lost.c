// expect: FALSE(valid-memtrack) --property valid-memtrack
// More blocks than are marked one by one: each that nothing points to at all is lost.
#include <stdlib.h>
static void *kept[40];
int main(void) {
    for (int i = 0; i < 40; i++) kept[i] = malloc(4);
    kept[7] = 0;
    return 0;
}
