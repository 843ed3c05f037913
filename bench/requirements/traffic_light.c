// run: --step tl_step
// Traffic light with a pedestrian button, a state chart with a timer.
#include <stdint.h>
enum { RED, RED_YELLOW, GREEN, YELLOW };
uint8_t tl_light, tl_walk;
static uint8_t timer, waiting;
void tl_step(uint8_t button) {
    if (timer < 255U) {
        timer++;
    }
    if (button) {
        waiting = 1U;
    }
    switch (tl_light) {
    case RED:
        if (timer >= 8U) {
            tl_light = RED_YELLOW;
            timer = 0U;
        }
        break;
    case RED_YELLOW:
        if (timer >= 2U) {
            tl_light = GREEN;
            timer = 0U;
        }
        break;
    case GREEN:
        if (waiting && timer >= 6U) {
            tl_light = YELLOW;
            timer = 0U;
        }
        break;
    default:
        if (timer >= 3U) {
            tl_light = RED;
            timer = 0U;
            waiting = 0U;
        }
        break;
    }
    tl_walk = tl_light == RED && timer < 5U;
}
