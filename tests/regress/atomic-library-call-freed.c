// expect: FALSE(valid-deref) --property valid-deref
#include <stdlib.h>
struct b {
    long a, b, c;
};
int main(void) {
    struct b *v = malloc(sizeof *v), t = {1, 2, 3};
    if (!v) return 0;
    free(v);
    return __atomic_compare_exchange(v, &t, &t, 0, 5, 5);
}
