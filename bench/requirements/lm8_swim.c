// run: --step swim_step --range weight=1:100000 --range press=0:10000
// Lockheed Martin challenge 8, system safety monitor (SWIM): minimum airspeed by weight and store category, low speed warning.
#include <math.h>
#include <stdint.h>
double swim_airspeed_min, swim_trigger;
uint8_t swim_warn;

void swim_step(double weight, uint8_t storeCat, double press, uint8_t allowed) {
    double root = sqrt(weight);
    if (storeCat == 0U) {
        swim_airspeed_min = 1.25921 * root + 10.0;
    } else {
        swim_airspeed_min = 1.33694 * root + 10.0;
    }
    swim_trigger = 0.5 * 0.0023769 * swim_airspeed_min * swim_airspeed_min;
    swim_warn = allowed && press < swim_trigger;
}
