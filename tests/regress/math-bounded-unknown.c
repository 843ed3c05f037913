// expect: UNKNOWN(approximated library function)
// sin is only bounded: that it may be 0.5 here is no violation.
#include <math.h>
extern void reach_error(void);
int main(void) {
    if (sin(3.0) == 0.5) reach_error();
}
