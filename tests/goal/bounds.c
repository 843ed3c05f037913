// expect: FALSE(dead-code) unreachable=14 open=0 -- --criterion branch --step step --init init --input v_kmh --input level --const gain=1:4 --range v_kmh=0:300 --range level=-100:100 --rate level=2 --range lever=-1:1 --finite torque --input torque
// Inputs as engineers know them: a range, a rate, a constant, a finite float, a parameter with bounds.
float v_kmh, gain, torque;
short level;
int state;
static float first_gain;
static short last_level;
static int begun;

void init(void) { first_gain = gain; }

void step(int lever) {
    if (v_kmh < 0.0f) state = 1;
    if (!(v_kmh <= 300.0f)) state = 2;
    if (v_kmh == 300.0f) state = 3;
    if (gain != first_gain) state = 4;
    if (gain > 4.0f) state = 5;
    if (begun && level - last_level > 2) state = 6;
    if (begun && last_level - level == 2) state = 7;
    if (lever < -1 || lever > 1) state = 8;
    if (torque - torque != 0.0f) state = 9;
    last_level = level;
    begun = 1;
}
