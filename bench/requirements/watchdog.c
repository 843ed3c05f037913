// run: --step wd_step
// Watchdog: a heartbeat must change within 10 steps; then reset for 3 steps, at most five times.
#include <stdint.h>
uint8_t wd_reset, wd_dead;
static uint8_t last, age, pulse, resets;
void wd_step(uint8_t beat) {
    if (pulse > 0U) {
        pulse--;
        age = 0U;
    } else if (beat != last) {
        age = 0U;
    } else if (++age >= 10U) {
        age = 0U;
        if (resets >= 5U) {
            wd_dead = 1U;
        } else {
            resets++;
            pulse = 3U;
        }
    }
    last = beat;
    wd_reset = pulse > 0U;
}
