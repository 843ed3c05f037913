// A speed controller as a code generator writes it: a step function, fixed-width integers, floats, saturations, a state machine.
//     cinch deadcode examples/cruise.c --step cruise_step --init cruise_init --input v_kmh --input driver --criterion mcdc
// Some of it can never be reached, or never be shown by MC/DC. Which?
#include <stdint.h>

typedef struct {
    uint8_t set;    // buttons, 0 or 1
    uint8_t resume;
    uint8_t brake;
} driver_bus;

enum mode { MODE_OFF, MODE_ACTIVE, MODE_STANDBY, MODE_FAULT };

float v_kmh;        // inputs, new in every step
driver_bus driver;
uint8_t throttle;   // output, percent

static uint8_t mode;
static float v_set, integral;
static uint16_t standby_time;

static float saturate(float x, float low, float high) {
    if (x > high) {
        return high;
    } else if (x < low) {
        return low;
    }
    return x;
}

static uint8_t to_percent(float x) {
    float y = x;
    if (y > 100.0f) {
        y = 100.0f;
    }
    if (y < 0.0f) {
        y = 0.0f;
    }
    return (uint8_t)y;
}

void cruise_init(void) {
    mode = MODE_OFF;
    v_set = 0.0f;
    integral = 0.0f;
    standby_time = 0u;
    throttle = 0u;
}

static uint8_t control(float v) {
    float error = saturate(v_set - v, -30.0f, 30.0f);
    integral = saturate(integral + 0.01f * error, -20.0f, 20.0f);
    return to_percent(2.0f * error + integral);
}

void cruise_step(void) {
    uint8_t valid = v_kmh >= 0.0f && v_kmh <= 300.0f;
    switch (mode) {
    case MODE_OFF:
        if (valid && driver.set && v_kmh > 30.0f) {
            v_set = v_kmh;
            mode = MODE_ACTIVE;
        }
        throttle = 0u;
        break;
    case MODE_ACTIVE:
        if (!valid) {
            mode = MODE_FAULT;
        } else if (driver.brake || v_kmh < 25.0f) {
            mode = MODE_STANDBY;
            standby_time = 0u;
            throttle = 0u;
        } else {
            throttle = control(v_kmh);
        }
        break;
    case MODE_STANDBY:
        if (standby_time < 100u) {
            standby_time++;
        }
        if (driver.resume && !driver.brake && valid && v_kmh >= 25.0f) {
            mode = MODE_ACTIVE;
            integral = 0.0f;
        } else if (standby_time > 3u) {
            mode = MODE_OFF;
        }
        break;
    case MODE_FAULT:
        throttle = 0u;
        break;
    default: // defensive: no run comes here
        mode = MODE_FAULT;
        throttle = 0u;
        break;
    }
    if (throttle > 100u || v_set > 300.0f) { // both excluded by what comes before
        throttle = 0u;
    }
}
