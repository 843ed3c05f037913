// expect: UNKNOWN(tsearch may call compare)
// A function of the C library that calls back has no line in library.def: no proof rests on its silence.
#include <search.h>
extern void reach_error(void);
static int called;
static int compare(const void *a, const void *b) {
    called = 1;
    return *(const int *)a - *(const int *)b;
}
int main(void) {
    void *root = 0;
    int x = 1, y = 2;
    tsearch(&x, &root, compare);
    tsearch(&y, &root, compare);
    if (called) reach_error();
    return 0;
}
