// run: --step tustin_step --range xin=-1000:1000 --range T=0:10 --range BL=-1000:1000 --range TL=-1000:1000 --range IC=-1000:1000
// Lockheed Martin challenge 2, Tustin integrator with limits and reset.
#include <stdint.h>
double tustin_yout;
static double Delay_x, Delay_y;

void tustin_step(double xin, uint8_t RESET, double T, double BL, double TL, double IC) {
    double rtb_Sum = T * 0.5 * (xin + Delay_x) + Delay_y, y;
    if (RESET) {
        y = IC;
    } else {
        y = rtb_Sum;
    }
    if (y > TL) {
        y = TL;
    }
    if (y < BL) {
        y = BL;
    }
    tustin_yout = y;
    Delay_x = xin;
    Delay_y = y;
}
