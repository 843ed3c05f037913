// expect: UNKNOWN(approximated library function) --property no-overflow
// The model overflows where remquo gives what it does not give here; the compiled program calls a function that would be an error of
// another property.
#include <math.h>
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
    int q = 0, x = 2147483647;
    remquo(7.0, 2.0, &q);
    if ((q & 7) == 4) {
        reach_error();
        exit(0);
    }
    return x + 1;
}
