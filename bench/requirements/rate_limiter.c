// run: --step rl_step
// Rate limiter, asymmetric, on integers.
#include <stdint.h>
int32_t rl_y;
static int32_t PrevY;
void rl_step(int16_t u) {
    int32_t delta = u - PrevY;
    if (delta > 12) {
        rl_y = PrevY + 12;
    } else if (delta < -7) {
        rl_y = PrevY - 7;
    } else {
        rl_y = u;
    }
    PrevY = rl_y;
}
