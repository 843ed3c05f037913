// run: --step pi_step --input pi_ref --input pi_meas --range pi_ref=-2000:2000 --range pi_meas=-2000:2000
// PI controller with clamping anti-windup, int32 with scaled gains.
#include <stdint.h>
int16_t pi_ref, pi_meas, pi_u;
static int32_t I;
void pi_step(void) {
    int32_t e = pi_ref - pi_meas, raw = 3 * e + I / 16, u = raw;
    if (u > 4000) {
        u = 4000;
    } else if (u < -4000) {
        u = -4000;
    }
    if (u == raw || (raw > 0) != (e > 0)) {
        I += e;
    }
    pi_u = (int16_t)u;
}
