// expect: FALSE(dead-code) total=94 covered=74 unreachable=20 open=0 -- --criterion mcdc --step model_step --init model_init --input rtU
/* As a generator writes it: a model by pointers to its records. The parameters have tables between them, and what is read from
 * a table is bounded by it, so that saturations after it cannot trigger. */
#include <stdint.h>
typedef struct {
    int16_t limit, table[40], gain;
    uint8_t kind;
    int8_t offsets[5];
} P;
typedef struct { int16_t speed; _Bool enable; } ExtU;
typedef struct { int16_t out; } ExtY;
typedef struct { int16_t last; uint8_t is_active, is_mode; uint16_t temporalCounter; } DW;
typedef struct { P *defaultParam; ExtU *inputs; ExtY *outputs; DW *dwork; } RT_MODEL;

P rtP = {200, {0, 12, 25, 37, 50, 62, 74, 86, 97, 108, 119, 130, 140, 150, 159, 168, 176, 184, 191, 198,
               204, 210, 215, 220, 224, 228, 231, 233, 235, 236, 237, 237, 237, 236, 235, 233, 231, 228, 224, -220}, 3, 2, {-4, 1, 0, 3, 5}};
static RT_MODEL rtM;
ExtU rtU;
ExtY rtY;
DW rtDW;

static uint8_t plook_even(int16_t u, int16_t bp0, uint16_t space, uint8_t last) {
    uint16_t at;
    if (u <= bp0) return 0;
    at = (uint16_t)((uint16_t)(u - bp0) / space);
    return at < last ? (uint8_t)at : last;
}

static void step(RT_MODEL *const m) {
    P *p = m->defaultParam;
    DW *dw = m->dwork;
    int32_t sum = p->table[plook_even(m->inputs->speed, 0, 64, 39)] * p->gain;
    if (sum > 32767) sum = 32767; /* dead: at most 237 * 3 and 255 */
    else if (sum < -32768) sum = -32768;
    if (p->kind != 2) sum = 0;
    if (p->offsets[plook_even(dw->last, 0, 16, 4)] > 5) sum = 1;
    if (dw->is_active == 0) {
        dw->is_active = 1;
        dw->is_mode = 1;
    } else if (dw->is_mode == 1) {
        if (m->inputs->enable && dw->temporalCounter >= 20) dw->is_mode = 2;
    } else if (dw->is_mode == 2) {
        if (!m->inputs->enable) dw->is_mode = 1, dw->temporalCounter = 0;
    } else sum = 2;
    if (dw->temporalCounter < 1000) dw->temporalCounter++;
    dw->last = (int16_t)(sum > p->limit ? p->limit : sum);
    m->outputs->out = dw->last;
}

void model_init(void) {
    rtM.defaultParam = &rtP;
    rtM.inputs = &rtU;
    rtM.outputs = &rtY;
    rtM.dwork = &rtDW;
}
void model_step(void) { step(&rtM); }
