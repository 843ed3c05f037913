// run: --step relay_step
// Relay with hysteresis, and a lockout after each switch.
#include <stdint.h>
uint8_t relay_on;
static uint8_t lock;
void relay_step(int16_t temperature) {
    if (lock > 0U) {
        lock--;
    } else if (!relay_on && temperature < 180) {
        relay_on = 1U;
        lock = 10U;
    } else if (relay_on && temperature > 220) {
        relay_on = 0U;
        lock = 10U;
    }
}
