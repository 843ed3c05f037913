// run: --step pump_step --input pump_U
// Infusion pump: alarm levels as in the generic pump's requirements; the worst level decides, an acknowledgement silences for a while.
#include <stdint.h>
typedef struct {
    uint8_t air, occlusion, empty, low, ack;
} ExtU_pump;
ExtU_pump pump_U;
uint8_t pump_level, pump_audio, pump_infusing = 1U;
static uint8_t silence;
void pump_step(void) {
    uint8_t level = 0U;
    if (pump_U.low) {
        level = 1U;
    }
    if (pump_U.empty) {
        level = 2U;
    }
    if (pump_U.occlusion) {
        level = 3U;
    }
    if (pump_U.air) {
        level = 4U;
    }
    if (level > pump_level) {
        silence = 0U;
    } else if (pump_U.ack) {
        silence = 15U;
    } else if (silence > 0U) {
        silence--;
    }
    pump_level = level;
    pump_audio = level >= 2U && silence == 0U;
    pump_infusing = level < 3U;
}
