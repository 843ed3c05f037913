// expect: FALSE(unreach-call) --step step --input speed
// expect: TRUE --step step
extern void reach_error(void);
short speed;
static short last;
void step(void) {
    if (last == 100 && speed == 101) reach_error();
    last = speed;
}
