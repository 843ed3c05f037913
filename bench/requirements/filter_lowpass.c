// run: --step lp_step --range u=-1000:1000
// First order low pass filter in fixed point: y += (u - y) / 8, state with 8 fractional bits.
#include <stdint.h>
int32_t lp_y;
static int32_t DSTATE;
void lp_step(int16_t u) {
    DSTATE = DSTATE + ((int32_t)u * 256 - DSTATE) / 8;
    lp_y = DSTATE / 256;
}
