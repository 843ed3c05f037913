// run: --step triplex_step --input triplex_U --finite triplex_U
// Lockheed Martin challenge 0, triplex signal monitor: three redundant sensors, a persistence counter, a failure code. Translated
// block by block: the conditions C1 to C5, the actions of the If block, the output of each failure code.
#include <math.h>
#include <stdint.h>

typedef struct {
    double ia, ib, ic, Tlevel;
    int32_t PClimit;
} ExtU_triplex;
typedef struct {
    int32_t PC, TC, FC;
    double set_val;
} ExtY_triplex;

ExtU_triplex triplex_U;
ExtY_triplex triplex_Y;
static struct {
    int32_t Delay1_PC, Delay1_TC, Delay1_FC;
} triplex_DW;

static double choose(double a, double b, double c) {
    double rtb_Switch;
    if ((a <= b && b <= c) || (c <= b && b <= a)) {
        rtb_Switch = b;
    } else if ((b <= a && a <= c) || (c <= a && a <= b)) {
        rtb_Switch = a;
    } else {
        rtb_Switch = c;
    }
    return rtb_Switch;
}

void triplex_step(void) {
    uint8_t C1 = fabs(triplex_U.ia - triplex_U.ib) > triplex_U.Tlevel;
    uint8_t C2 = fabs(triplex_U.ib - triplex_U.ic) > triplex_U.Tlevel;
    uint8_t C3 = fabs(triplex_U.ia - triplex_U.ic) > triplex_U.Tlevel;
    uint8_t C4 = triplex_DW.Delay1_PC > 0;
    uint8_t C5 = triplex_DW.Delay1_PC > triplex_U.PClimit;
    int32_t PC = triplex_DW.Delay1_PC, TC = triplex_DW.Delay1_TC, FC = triplex_DW.Delay1_FC;
    if (!C1 && !C2 && !C3 && !C4) {
        PC = 0;
    } else if (!C1 && !C2 && !C3 && C4) {
        PC--;
    } else if ((C1 && !C2 && !C3) || (!C1 && C2 && !C3) || (!C1 && !C2 && C3)) {
    } else if (!(C1 && C2 && C3) && !C5) {
        PC++;
        TC = (int32_t)((uint32_t)TC + 1U);
    } else if (C1 && C2 && !C3) {
        PC = 0;
        FC = 2;
    } else if (C1 && !C2 && C3) {
        PC = 0;
        FC = 4;
    } else if (!C1 && C2 && C3) {
        PC = 0;
        FC = 1;
    } else {
        TC = (int32_t)((uint32_t)TC + 1U);
    }
    switch (FC) {
    case 1: triplex_Y.set_val = 0.5 * (triplex_U.ia + triplex_U.ib); break;
    case 2: triplex_Y.set_val = 0.5 * (triplex_U.ia + triplex_U.ic); break;
    case 4: triplex_Y.set_val = 0.5 * (triplex_U.ib + triplex_U.ic); break;
    default: triplex_Y.set_val = choose(triplex_U.ia, triplex_U.ib, triplex_U.ic); break;
    }
    triplex_Y.PC = triplex_DW.Delay1_PC = PC;
    triplex_Y.TC = triplex_DW.Delay1_TC = TC;
    triplex_Y.FC = triplex_DW.Delay1_FC = FC;
}
