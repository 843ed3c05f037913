// run: --step mw_step --input mw_U
// Microwave oven mode logic, after the Simulink and Lustre teaching example.
#include <stdint.h>
typedef struct {
    uint8_t start, clear, door_closed, minute;
} ExtU_mw;
ExtU_mw mw_U;
enum { SETUP = 1, RUNNING, SUSPENDED };
uint8_t mw_mode = SETUP;
uint16_t mw_remaining;
void mw_step(void) {
    switch (mw_mode) {
    case SETUP:
        if (mw_U.clear) {
            mw_remaining = 0U;
        } else if (mw_U.minute && mw_remaining <= 5940U - 60U) {
            mw_remaining = (uint16_t)(mw_remaining + 60U);
        }
        if (mw_U.start && mw_remaining > 0U) {
            mw_mode = mw_U.door_closed ? RUNNING : SUSPENDED;
        }
        break;
    case RUNNING:
        if (mw_U.clear || !mw_U.door_closed) {
            mw_mode = SUSPENDED;
        } else if (--mw_remaining == 0U) {
            mw_mode = SETUP;
        }
        break;
    default:
        if (mw_U.clear) {
            mw_mode = SETUP;
            mw_remaining = 0U;
        } else if (mw_U.start && mw_U.door_closed) {
            mw_mode = RUNNING;
        }
        break;
    }
}
