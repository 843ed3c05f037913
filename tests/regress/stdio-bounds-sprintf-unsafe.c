// expect: FALSE(bounds) --property bounds
#include <stdio.h>

int main(void) {
    char digits[4];
    sprintf(digits, "%d", 12345);
    return 0;
}
