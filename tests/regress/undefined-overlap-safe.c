// expect: TRUE --property undefined
// Neighbours, the same place, and memmove.
#include <string.h>
int main(void) {
    char b[10] = {0};
    memcpy(b, b + 5, 5);
    memmove(b, b + 2, 5);
    struct { int a[3]; } x = {{1, 2, 3}}, *p = &x;
    x = *p;
    return 0;
}
