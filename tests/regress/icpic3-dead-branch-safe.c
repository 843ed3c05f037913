// expect: TRUE --engine icpic3
// Temperature with hysteresis: the emergency branch is dead as long as the sensor is within its range.
extern double __VERIFIER_nondet_double(void);
extern void __VERIFIER_assume(int);
void reach_error(void);

int main(void) {
    double smooth = 20.0;
    int heating = 0;
    while (1) {
        double sensor = __VERIFIER_nondet_double();
        __VERIFIER_assume(sensor >= -40.0 && sensor <= 85.0);
        smooth = 0.75 * smooth + 0.25 * sensor;
        if (smooth < 18.0) heating = 1;
        if (smooth > 22.0) heating = 0;
        double power = heating ? (22.0 - smooth) * 2.0 : 0.0;
        if (power > 130.0) reach_error(); /* emergency */
    }
}
