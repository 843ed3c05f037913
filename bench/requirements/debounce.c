// run: --step db_step
// Debouncer in the style of a state chart with a temporal counter that saturates.
#include <stdint.h>
uint8_t db_out;
static struct {
    uint8_t is_c1_debounce;
    uint32_t temporalCounter_i1;
} DW;
enum { IN_NO_ACTIVE_CHILD, IN_Off, IN_On };
void db_step(uint8_t in) {
    if (DW.temporalCounter_i1 < 4294967295U) {
        DW.temporalCounter_i1++;
    }
    switch (DW.is_c1_debounce) {
    case IN_Off:
        if (!in) {
            DW.temporalCounter_i1 = 0U;
        } else if (DW.temporalCounter_i1 >= 5U) {
            DW.is_c1_debounce = IN_On;
            DW.temporalCounter_i1 = 0U;
            db_out = 1U;
        }
        break;
    case IN_On:
        if (in) {
            DW.temporalCounter_i1 = 0U;
        } else if (DW.temporalCounter_i1 >= 5U) {
            DW.is_c1_debounce = IN_Off;
            DW.temporalCounter_i1 = 0U;
            db_out = 0U;
        }
        break;
    default:
        DW.is_c1_debounce = IN_Off;
        DW.temporalCounter_i1 = 0U;
        db_out = 0U;
        break;
    }
}
