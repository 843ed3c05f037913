// run: --step mix_step --input mix_U
// Liquid mixer, after the FRET case study: fill with liquid 1, then 2, stir for a time, drain; an emergency button ends it.
#include <stdint.h>
typedef struct {
    uint8_t start_button, emergency_button, liquid_level_0, liquid_level_1, liquid_level_2;
} ExtU_mix;
ExtU_mix mix_U;
uint8_t valve_0, valve_1, valve_2, stirring_motor;
static uint8_t phase, timer; /* 0 idle, 1 liquid 1, 2 liquid 2, 3 stir, 4 drain */
void mix_step(void) {
    if (mix_U.emergency_button) {
        phase = 0U;
    } else {
        switch (phase) {
        case 0: phase = mix_U.start_button ? 1U : 0U; break;
        case 1: phase = mix_U.liquid_level_1 ? 2U : 1U; break;
        case 2:
            if (mix_U.liquid_level_2) {
                phase = 3U;
                timer = 0U;
            }
            break;
        case 3:
            timer++;
            phase = timer >= 60U ? 4U : 3U;
            break;
        default: phase = mix_U.liquid_level_0 ? 4U : 0U; break;
        }
    }
    valve_0 = phase == 1U;
    valve_1 = phase == 2U;
    stirring_motor = phase == 3U;
    valve_2 = phase == 4U;
}
