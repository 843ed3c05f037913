// expect: UNKNOWN(depends on addresses)
// The bytes that read gives may be those of a pointer that was written before.
#include <unistd.h>
extern void reach_error(void);
int main(void) {
    int a = 1, b = 2, *out = &b, *in = &a, ends[2];
    if (pipe(ends) || write(ends[1], &out, sizeof out) != sizeof out) return 0;
    if (read(ends[0], &in, sizeof in) != sizeof in) return 0;
    b = 2;
    *in = 3;
    if (b != 2) reach_error();
    return 0;
}
