// cinch: --step thermostat --init thermostat_init --input sensor --input setpoint --input window --range setpoint=5:30
/* Two-point control with hysteresis over a filtered sensor, a plausibility check of the sensor, and a PI part with
 * anti-windup for the valve. */
#include <stdbool.h>
#include <stdint.h>

float sensor, setpoint;
bool window;
static float filtered, integral, valve, last_valve;
static bool heating, faulty;
static uint16_t fault_time, window_time;
static uint8_t alarm;

static float plausible(float x) {
    if (!(x > -40.0f && x < 125.0f)) {
        if (fault_time < 500) fault_time++;
        return filtered;
    }
    if (fault_time > 0) fault_time--;
    return x;
}

void thermostat_init(void) {
    filtered = 20.0f;
}

void thermostat(void) {
    float x = plausible(sensor), error;
    filtered = 0.9f * filtered + 0.1f * x;
    if (filtered > 126.0f || filtered < -41.0f) {
        alarm = 1; /* planted: dead */
    }
    if (filtered != filtered) {
        alarm = 2; /* planted: dead */
    }
    faulty = fault_time >= 100;
    if (fault_time > 500) {
        alarm = 3; /* planted: dead */
    }
    if (heating && (filtered > setpoint + 0.5f || faulty)) {
        heating = false; /* planted: live */
    } else if (!heating && filtered < setpoint - 0.5f && !faulty) {
        heating = true; /* planted: live */
    }
    if (window) {
        if (window_time < 60) window_time++;
    } else {
        window_time = 0;
    }
    error = setpoint - filtered;
    if (heating && window_time < 60) {
        integral += 0.01f * error;
        if (integral > 100.0f) {
            integral = 100.0f; /* planted: live */
        } else if (integral < 0.0f) {
            integral = 0.0f;
        }
        valve = 4.0f * error + integral;
        if (valve > 100.0f) {
            valve = 100.0f; /* planted: live */
        } else if (valve < 0.0f) {
            valve = 0.0f;
        }
    } else {
        valve = 0.0f;
    }
    if (valve > last_valve + 5.0f) {
        valve = last_valve + 5.0f;
    } else if (valve < last_valve - 10.0f) {
        valve = last_valve - 10.0f;
    }
    last_valve = valve;
    if (valve < 0.0f || valve > 100.0f) {
        alarm = 4; /* planted: dead */
    }
    if (window_time > 59 && heating && valve > 60.0f) {
        alarm = 5;
    }
    if (setpoint > 31.0f) {
        alarm = 6; /* planted: dead */
    }
}
