// expect: FALSE(dead-code) total=35 -- --step step --input sample --criterion mcdc --engine-only --engine icpic3 --goal-timeout 0.5
/* A sum over a window, goal by goal in the interval solver: conflicts whose reasons need nothing of the level on which they were found. */
#include <stdint.h>
uint8_t sample;
static uint8_t win_buffer[8], win_at;
static uint16_t win_sum;
static int16_t win_mean;

void step(void) {
    uint8_t x = sample;
    if (x > 99) x = 100;
    win_sum = (uint16_t)(win_sum - win_buffer[win_at] + x);
    win_buffer[win_at] = x;
    win_at++;
    if (win_at >= 8) win_at = 0;
    win_mean = (int16_t)(win_sum / 8);
    if (win_at > 8) {
        win_at = 0; /* planted: dead */
    }
    if (win_sum == 800) {
        win_mean = 100; /* planted: live */
    }
    if (win_sum > 800) {
        win_mean = 0; /* planted: dead */
    }
}
