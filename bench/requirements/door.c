// run: --step door_step --input door_U
// Lift door: chart with parallel safety edge, open timer and fault counter.
#include <stdint.h>
typedef struct {
    uint8_t call, edge, closed_switch, open_switch;
} ExtU_door;
ExtU_door door_U;
enum { DOOR_CLOSED, DOOR_OPENING, DOOR_OPEN, DOOR_CLOSING, DOOR_FAULT };
uint8_t door_state;
int8_t door_motor;
static uint8_t hold, retries;
void door_step(void) {
    switch (door_state) {
    case DOOR_CLOSED:
        retries = 0U;
        if (door_U.call) {
            door_state = DOOR_OPENING;
        }
        break;
    case DOOR_OPENING:
        if (door_U.open_switch) {
            door_state = DOOR_OPEN;
            hold = 20U;
        }
        break;
    case DOOR_OPEN:
        if (door_U.edge || door_U.call) {
            hold = 20U;
        } else if (hold > 0U) {
            hold--;
        } else {
            door_state = DOOR_CLOSING;
        }
        break;
    case DOOR_CLOSING:
        if (door_U.edge) {
            door_state = DOOR_OPENING;
            if (++retries > 3U) {
                door_state = DOOR_FAULT;
            }
        } else if (door_U.closed_switch) {
            door_state = DOOR_CLOSED;
        }
        break;
    default: break;
    }
    door_motor = door_state == DOOR_OPENING ? 1 : door_state == DOOR_CLOSING ? -1 : 0;
}
