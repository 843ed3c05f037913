/* A moving average over a window, as sensors are smoothed. */
#include "harness.h"

enum { WINDOW = 8 };
static int16_t held[WINDOW];
static int32_t sum;
static uint8_t at, count;

static int16_t smooth(int16_t x) {
    if (count < WINDOW) count++;
    else sum -= held[at];
    held[at] = x;
    sum += x;
#ifdef BUG
    at = (uint8_t)(at == WINDOW ? 0 : at + 1);
#else
    at = (uint8_t)((at + 1) % WINDOW);
#endif
    return (int16_t)(sum / count);
}

int main(void) {
    while (__VERIFIER_nondet_int()) {
        smooth((int16_t)__VERIFIER_nondet_int());
        assert(count <= WINDOW && at < WINDOW);
    }
    return 0;
}
