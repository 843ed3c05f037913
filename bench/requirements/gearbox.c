// run: --step gear_step --input gear_speed --input gear_throttle --range gear_throttle=0:100
// Gear selection with shift thresholds from tables, and a delay between shifts.
#include <stdint.h>
uint8_t gear_throttle, gear = 1U;
uint16_t gear_speed;
static const uint16_t up[5] = {0U, 15U, 30U, 50U, 65535U}, down[5] = {0U, 0U, 10U, 22U, 38U};
static uint8_t wait;
void gear_step(void) {
    uint16_t extra = (uint16_t)(gear_throttle / 10U);
    if (wait > 0U) {
        wait--;
    } else if (gear < 4U && gear_speed > up[gear] + extra) {
        gear++;
        wait = 4U;
    } else if (gear > 1U && gear_speed < down[gear]) {
        gear--;
        wait = 4U;
    }
}
