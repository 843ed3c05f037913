// expect: UNKNOWN(approximated library function) --property no-overflow
// The model overflows where remquo gives what it does not give here; the compiled program ends by a trap, which is no overflow.
#include <math.h>
int main(void) {
    int q = 0, x = 2147483647;
    remquo(7.0, 2.0, &q);
    if ((q & 7) == 4) __builtin_trap();
    return x + 1;
}
