/* A gate's motor control, as generated code is: inputs and outputs are globals, a step function, a state
 * machine with counters. BUG=1 to 10 plants a violation of one requirement of gate.req each. */
#include <stdint.h>
#ifndef BUG
#define BUG 0
#endif
#define OPENING_STEPS 6u
enum state { CLOSED, OPENING, OPEN, CLOSING, BLOCKED };

uint8_t open_button, close_button, obstacle; /* inputs */
int16_t current;
int8_t motor; /* outputs: 1 opens, -1 closes */
uint8_t lamp, alarm;

static uint8_t state, blocked_for, warm;
static uint16_t position, strain;

void gate_init(void) {
    state = CLOSED;
    position = 0u;
}

static void run(void) {
    switch (state) {
    case CLOSED:
        if (open_button && !close_button) state = OPENING;
        break;
    case OPENING:
        if (BUG == 1 ? position > OPENING_STEPS : position >= OPENING_STEPS) state = OPEN;
        else position++;
        if (obstacle && BUG != 2) state = BLOCKED;
        break;
    case OPEN:
        if (close_button && (BUG == 3 || !open_button)) state = CLOSING;
        break;
    case CLOSING:
        if (position == 0u) state = CLOSED;
        else position--;
        if (obstacle) state = BUG == 4 && warm > 3u ? CLOSING : OPENING;
        break;
    default:
        if (blocked_for < 200u) blocked_for++;
        if (!obstacle && blocked_for >= (BUG == 5 ? 2u : 3u)) state = CLOSED;
        break;
    }
    if (state != BLOCKED) blocked_for = 0u;
}

void gate_step(void) {
    uint8_t before = state;
    run();
    motor = state == OPENING ? 1 : state == CLOSING ? -1 : 0;
    lamp = motor != 0 || (BUG != 6 && state == BLOCKED);
    strain = current > 900 ? (uint16_t)(strain + 1u) : 0u;
    if (strain > 3u) strain = 3u;
    alarm = strain >= (BUG == 7 ? 2u : 3u);
    if (alarm && BUG != 8) {
        motor = 0;
    }
    if (warm < 250u) warm++;
    if (BUG == 9 && warm == 9u && state == CLOSED) lamp = 1;
    if (BUG == 10 && before == OPEN && state == CLOSING) lamp = 0;
}
