// expect: TRUE --property bounds --engine ic3cfa
// expect: TRUE --property valid-deref --engine treeic3
// The loop over the pushed back characters never runs, so its head is composed away. What constants
// and ranges say of the next loop after that is part of the invariant of this head.
#include <stdio.h>

int main(void) {
    char b[4];
    size_t n = fread(b, 2, 2, stdin);
    if (n == 2) return b[3];
    return 0;
}
