// expect: FALSE(dead-code) total=20 covered=18 unreachable=2 open=0 -- --step step --input level --input mode --input on --input slow --rate slow=5
/* Inputs have the values of their C types: a _Bool is 0 or 1, and a rate is that of a signed number. */
#include <stdint.h>
int16_t level; uint8_t mode; _Bool on; int16_t slow;
static int count;
void step(_Bool enable, int16_t speed) {
    if (enable && speed < -100) count++;
    if (level < -5) count = 0;
    if (mode > 200) count = 1;
    if ((unsigned char)*(unsigned char *)&on > 1) count = 2;
    if (slow < -32760) count = 3;
}
