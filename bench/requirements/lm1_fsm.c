// run: --step fsm_step --input fsm_U
// Lockheed Martin challenge 1, finite state machine: an autopilot's manager and its sensor's state machine, as If blocks with action
// subsystems and a unit delay between them.
#include <stdint.h>

typedef struct {
    uint8_t standby, apfail, supported, limits;
} ExtU_fsm;
ExtU_fsm fsm_U;
uint8_t fsm_pullup;
static double state, senstate; /* Delay blocks: 0 transition, 1 nominal, 2 maneuver, 3 standby; 0 nominal, 1 transition, 2 fault */
static uint8_t good = 1U, mode, request;

static double manager(double s) {
    double next = s;
    if (s == 0.0) {
        next = fsm_U.supported && good ? 1.0 : s;
        next = fsm_U.standby ? 3.0 : next;
    } else if (s == 1.0) {
        next = !good ? 2.0 : s;
        next = fsm_U.standby ? 3.0 : next;
    } else if (s == 2.0) {
        next = fsm_U.supported && good ? 0.0 : s;
        next = fsm_U.standby && good ? 3.0 : next;
    } else if (s == 3.0) {
        next = !fsm_U.standby ? 0.0 : s;
        next = fsm_U.apfail ? 2.0 : next;
    }
    return next;
}

static double sensor(double s) {
    double next = s;
    if (s == 0.0) {
        next = !request ? 1.0 : s;
        next = fsm_U.limits ? 2.0 : next;
    } else if (s == 1.0) {
        next = request && mode ? 0.0 : s;
    } else if (s == 2.0) {
        next = !request || !fsm_U.limits ? 1.0 : s;
    }
    return next;
}

void fsm_step(void) {
    state = manager(state);
    mode = state != 0.0;
    request = state != 3.0;
    fsm_pullup = state == 2.0;
    senstate = sensor(senstate);
    good = senstate == 0.0;
}
