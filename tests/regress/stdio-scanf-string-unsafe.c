// expect: FALSE(bounds) --property bounds
// A word without a width may be longer than its buffer.
#include <stdio.h>
int main(void) {
    char word[4];
    return scanf("%s", word);
}
