// expect: UNKNOWN(depends on addresses)
// Objects of one allocation site lie in any order, too. (Here the allocator happens to give them in ascending order.)
#include <stdlib.h>
void reach_error(void) {}

int main(void) {
    int *v[2];
    for (int i = 0; i < 2; i++) {
        v[i] = malloc(16);
        if (!v[i]) return 0;
    }
    if (v[0] > v[1]) reach_error();
}
