// expect: TRUE --property bounds
// expect: TRUE --property bounds --data-model ILP32
#include <stdlib.h>
#include <string.h>
int __VERIFIER_nondet_int(void);
struct four { int x[4]; };

int main(void) {
    struct four a = {{1, 2, 3, 4}}, b = a;
    char text[6];
    memcpy(text, "abcdef", 6);
    int n = __VERIFIER_nondet_int();
    if (n < 5 || n > 9) return 0;
    char *block = malloc((size_t)n);
    if (block) memset(block, 0, 5);
    return b.x[3];
}
