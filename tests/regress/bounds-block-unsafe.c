// expect: FALSE(bounds) --property bounds
// expect: FALSE(bounds) --property bounds --data-model ILP32
// All bytes of a copy count, also those that nothing reads.
#include <string.h>

int main(void) {
    char to[4];
    memcpy(to, "abcdef", 5);
    return 0;
}
