// expect: UNKNOWN(approximated library function) --property shift
// The model shifts too far where remquo gives what it does not give here; the compiled program ends by the signal of a division.
#include <limits.h>
#include <math.h>
int main(void) {
    int q = 0;
    remquo(7.0, 2.0, &q);
    volatile int least = INT_MIN, d = (q & 7) == 4 ? -1 : 1;
    least /= d;
    return 1 << (32 + q % 2);
}
