// run: --step rm_step --input rm_a --input rm_b
// Dual channel redundancy manager: disagreement counts, a channel that is out of range is latched as failed.
#include <stdint.h>
int16_t rm_a, rm_b, rm_out;
uint8_t rm_fail_a, rm_fail_b, rm_disagree;
static uint8_t count_a, count_b, count_d;
static uint8_t count(uint8_t c, uint8_t bad) {
    if (bad) {
        return c < 3U ? (uint8_t)(c + 1U) : c;
    }
    return c > 0U ? (uint8_t)(c - 1U) : 0U;
}
void rm_step(void) {
    int32_t d = rm_a - rm_b;
    count_a = count(count_a, rm_a > 1000 || rm_a < -1000);
    count_b = count(count_b, rm_b > 1000 || rm_b < -1000);
    count_d = count(count_d, d > 50 || d < -50);
    if (count_a == 3U) {
        rm_fail_a = 1U;
    }
    if (count_b == 3U) {
        rm_fail_b = 1U;
    }
    rm_disagree = !rm_fail_a && !rm_fail_b && count_d == 3U;
    if (rm_fail_a && rm_fail_b) {
        rm_out = 0;
    } else if (rm_fail_a) {
        rm_out = rm_b;
    } else if (rm_fail_b) {
        rm_out = rm_a;
    } else {
        rm_out = (int16_t)((rm_a + rm_b) / 2);
    }
}
