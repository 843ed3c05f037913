// run: --step fir_step
// Moving average of four samples, a tapped delay.
#include <stdint.h>
int16_t fir_y;
static int16_t tap[4];
static uint8_t head;
void fir_step(int8_t u) {
    int32_t sum = 0;
    tap[head] = u;
    head = (uint8_t)((head + 1U) & 3U);
    for (int i = 0; i < 4; i++) {
        sum += tap[i];
    }
    fir_y = (int16_t)(sum / 4);
}
