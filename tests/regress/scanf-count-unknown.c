// expect: UNKNOWN(approximated library function)
// How many characters were read depends on the field before: no violation without a run that shows it.
#include <stdio.h>
extern void reach_error(void);

int main(void) {
    int n = 0;
    char c;
    if (scanf("%c%n", &c, &n) == 1 && n != 1) reach_error();
}
