// expect: TRUE --step step --init init
// expect: FALSE(unreach-call) --step step
extern void reach_error(void);
int state = 77;
void init(void) { state = 0; }
void step(void) {
    if (state > 10) reach_error();
    if (state < 10) state++;
}
