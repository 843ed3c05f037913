// expect: FALSE(unreach-call) --engine icpic3
// A clamp lets NaN through, and NaN stays.
extern float __VERIFIER_nondet_float(void);
void reach_error(void);

int main(void) {
    float level = 0.0f;
    while (1) {
        float in = __VERIFIER_nondet_float();
        level = 0.5f * level + in;
        if (level > 10.0f) level = 10.0f;
        if (level < -10.0f) level = -10.0f;
        if (!(level >= -10.0f && level <= 10.0f)) reach_error();
    }
}
