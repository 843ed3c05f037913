// expect: FALSE(dead-code) total=47 covered=43 unreachable=4 open=0 -- --criterion mcdc
/* Code that works on a model through a pointer, as generators write it. The step function, its init, the parameters and the input are found; of the
 * two ways to saturate one is dead for these parameters. */
#include <limits.h>
#if ULONG_MAX != 0xFFFFFFFFFFFFFFFF
#error Code was generated for compiler with different sized ulong/long.
#endif
typedef struct tag_RTM RT_MODEL;
typedef struct {
    short gain, top;
} P;
typedef struct {
    short level;
    unsigned char enable;
} ExtU;
typedef struct {
    int command;
} ExtY;
typedef struct {
    unsigned short timer;
    unsigned char is_active_c1, is_c1;
} DW;
struct tag_RTM {
    const char *volatile errorStatus;
    P *defaultParam;
    ExtU *inputs;
    ExtY *outputs;
    DW *dwork;
};
P rtP_Left = {2, 20000};
static int saturate(const P *rtP, int x) {
    if (x > rtP->top) x = rtP->top;
    else if (x < -70000) x = -70000;
    return x;
}
void pump_step(RT_MODEL *const rtM) {
    DW *rtDW = rtM->dwork;
    const ExtU *rtU = rtM->inputs;
    if (rtDW->is_active_c1 == 0) {
        rtDW->is_active_c1 = 1;
        rtDW->is_c1 = 1;
    } else if (rtDW->is_c1 == 1) {
        if (rtU->enable) {
            rtDW->is_c1 = 2;
            rtDW->timer = 0;
        }
    } else if (++rtDW->timer >= 300 && !rtU->enable) rtDW->is_c1 = 1;
    rtM->outputs->command = saturate(rtM->defaultParam, rtM->defaultParam->gain * rtU->level);
}
void pump_initialize(RT_MODEL *const rtM) {
    rtM->errorStatus = 0;
    rtM->dwork->timer = 0;
}
