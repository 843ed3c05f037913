// expect: FALSE(valid-deref) --property valid-deref
// A half of an address beside the same half again is no address.
#include <string.h>
int main(void) {
    int x = 5, *p = &x;
    char half[4];
    memcpy(half, &p, 4);
    memcpy((char *)&p + 4, half, 4);
    return *p;
}
