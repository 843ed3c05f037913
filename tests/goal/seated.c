// expect: FALSE(dead-code) total=12 covered=10 unreachable=2 open=0 -- --criterion branch
/* The init function sets the pointers of the model: what they lead to then are the globals, and of these the inputs are free. */
typedef struct {
    int speed;
    unsigned char brake;
} ExtU_pump;
typedef struct {
    int command;
} ExtY_pump;
typedef struct {
    ExtU_pump *inputs;
    ExtY_pump *outputs;
} RT_MODEL_pump;
ExtU_pump pump_in;
ExtY_pump pump_out;

void seated_initialize(RT_MODEL_pump *const rtm) {
    rtm->inputs = &pump_in;
    rtm->outputs = &pump_out;
    rtm->outputs->command = 0;
}

void seated_step(RT_MODEL_pump *const rtm) {
    const ExtU_pump *u = rtm->inputs;
    int c = u->speed > 100 ? 100 : u->speed;
    if (u->brake) c = 0;
    if (c > 100) c = 100;
    rtm->outputs->command = c;
}
