// expect: FALSE(unreach-call)
/* The tag of nan() is its payload. */
#include <math.h>
#include <string.h>
extern void reach_error(void);
int main(void) {
    double d = nan("1");
    unsigned long long held, plain = 0x7ff8000000000000;
    memcpy(&held, &d, 8);
    if (held != plain) reach_error();
}
