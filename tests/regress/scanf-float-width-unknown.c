// expect: UNKNOWN(approximated library function)
#include <stdio.h>
extern void reach_error(void);

int main(void) {
    float f;
    if (scanf("%1f", &f) == 1 && !(f >= 0 && f <= 9)) reach_error();
}
