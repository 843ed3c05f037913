// expect: FALSE(valid-deref) --property valid-deref
// What the program stores afterwards is its own.
#include <string.h>
int fill(int **);
int main(void) {
    int *p = 0;
    long n = 40;
    if (fill(&p) || !p) return 1;
    memcpy(&p, &n, sizeof p);
    return *p;
}
