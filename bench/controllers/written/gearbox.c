// cinch: --step gearbox --init gearbox_init --input speed --input throttle --input lever --input brake --range speed=0:250 --range throttle=0:100
/* Gear selection: a chart with timers, shift points from tables, a lock between lever and brake, wear counted. */
#include <stdbool.h>
#include <stdint.h>

enum lever { PARK, REVERSE, NEUTRAL, DRIVE };
enum phase { STEADY, PREPARING, SHIFTING, SETTLING };
float speed, throttle;
uint8_t lever;
bool brake;
static const float up_at[5] = {15.0f, 30.0f, 50.0f, 75.0f, 105.0f}, down_at[5] = {10.0f, 22.0f, 40.0f, 62.0f, 90.0f};
static uint8_t gear, target, phase, timer, selected;
static uint32_t shifts, missed;
static uint8_t error;

static uint8_t wanted_gear(void) {
    float stretch = 1.0f + throttle * 0.005f;
    if (gear < 6 && gear > 0 && speed > up_at[gear - 1] * stretch) return (uint8_t)(gear + 1);
    if (gear > 1 && speed < down_at[gear - 2]) return (uint8_t)(gear - 1);
    return gear;
}

static void select_lever(void) {
    if (lever > DRIVE) {
        error |= 1;
        return;
    }
    if (lever == selected) return;
    if (selected == PARK && !brake) return;
    if ((lever == PARK || lever == REVERSE) && speed > 5.0f) {
        error |= 2;
        return;
    }
    selected = lever;
    if (selected == DRIVE) {
        gear = 1;
        phase = STEADY;
    } else {
        gear = 0;
        phase = STEADY;
    }
}

void gearbox_init(void) {
    selected = PARK;
}

void gearbox(void) {
    error = 0;
    select_lever();
    if (selected > DRIVE) {
        error |= 128; /* planted: dead */
    }
    if (selected == DRIVE) {
        switch (phase) {
        case STEADY:
            target = wanted_gear();
            if (target != gear) {
                phase = PREPARING;
                timer = 5;
            }
            break;
        case PREPARING:
            if (wanted_gear() != target) {
                phase = STEADY;
                missed++;
            } else if (--timer == 0) {
                phase = SHIFTING;
                timer = 20;
            }
            break;
        case SHIFTING:
            if (--timer == 0) {
                gear = target;
                shifts++;
                phase = SETTLING;
                timer = 10;
            }
            break;
        case SETTLING:
            if (--timer == 0) phase = STEADY;
            break;
        default:
            error |= 64; /* planted: dead */
        }
    }
    if (timer > 20) {
        error |= 32; /* planted: dead */
    }
    if (gear > 6) {
        error |= 16; /* planted: dead */
    }
    if (gear == 6 && selected == DRIVE) {
        error |= 4; /* planted: live */
    }
    if (selected != DRIVE && gear != 0) {
        error |= 8; /* planted: dead */
    }
    if (phase == SHIFTING && target == gear) {
        error |= 8; /* planted: dead */
    }
}
