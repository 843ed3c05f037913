// expect: UNKNOWN(depends on addresses)
// The sum of two addresses less one of them is the other.
#include <stdio.h>
extern void reach_error(void);

int main(void) {
    int t[2] = {1, 2};
    unsigned long s = (unsigned long)&t[0] + (unsigned long)&t[1];
    int *p = (int *)(s - (unsigned long)&t[0]);
    *p = 9;
    if (getchar() == 'q' && t[1] != 2) reach_error();
}
