// expect: FALSE(unreach-call)
// One run makes 5,000 objects, more than any model lays out one by one.
#include <stdlib.h>
extern void reach_error(void);

int main(void) {
    int sum = 0;
    for (int i = 0; i < 5000; i++) {
        int *p = calloc(1 + i % 3, sizeof(int));
        if (!p) return 5;
        p[i % 3] = i & 1;
        sum += p[0] + p[i % 3];
        free(p);
    }
    if (sum > 0) reach_error();
    return 0;
}
