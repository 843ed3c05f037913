// expect: TRUE --step run --range v=0:0.1
// The float 0.1f lies above 0.1: it is not in the range.
extern void reach_error(void);
void run(float v) {
    if (v > 0.1) reach_error();
}
