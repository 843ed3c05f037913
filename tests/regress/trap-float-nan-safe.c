// expect: TRUE
extern void reach_error(void);
extern float __VERIFIER_nondet_float(void);
int main(void) {
    float x = __VERIFIER_nondet_float();
    float nan = 0.0f / 0.0f;
    if (nan == nan || nan < x || nan > x || nan == x) reach_error();
}
