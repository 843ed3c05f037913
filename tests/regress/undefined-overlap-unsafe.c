// expect: FALSE(precondition) --property undefined
// expect: TRUE --property memory
// memcpy to a place that overlaps its source is undefined.
#include <string.h>
int main(void) {
    char b[10] = {0};
    memcpy(b, b + 2, 5);
    return 0;
}
