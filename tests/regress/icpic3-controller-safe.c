// expect: TRUE --engine icpic3
// expect: TRUE --engine imc --solver icp
// expect: TRUE --engine kinduction --solver icp
// A PI controller whose integral part is clamped: the output has a bound, and the branch behind it is dead.
extern float __VERIFIER_nondet_float(void);
void reach_error(void);

static float clamp(float x, float lo, float hi) { return x < lo ? lo : x > hi ? hi : x; }

int main(void) {
    float integral = 0.0f;
    while (1) {
        float error = clamp(__VERIFIER_nondet_float(), -5.0f, 5.0f);
        if (error != error) continue;
        integral = clamp(integral + 0.25f * error, -20.0f, 20.0f);
        float out = 2.0f * error + 0.5f * integral;
        if (out > 20.5f || out < -20.5f) reach_error();
    }
}
