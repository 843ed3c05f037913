// expect: TRUE --engine icpic3
/* A record of many members, one of them a short array that a loop runs over: it is held member by member all the same, and the bound of a
 * counter in it needs no reasoning about arrays. */
extern _Bool __VERIFIER_nondet_bool(void);
extern short __VERIFIER_nondet_short(void);
extern void reach_error(void);

static struct {
    short timer[3];
    _Bool on[3], before[3], fault[6];
    int sum[2], y[2];
    unsigned short edge, period;
    unsigned char hall, sector, mode, error, active;
    signed char direction;
    short ramp;
} s;

static void debounce(_Bool u, short *timer, _Bool *before) {
    _Bool edge = u != *before;
    *before = u;
    if (edge) *timer = 0;
    else if (*timer < 1000) ++*timer;
    if (*timer > 1000) reach_error();
}

int main(void) {
    for (;;) {
        for (int k = 0; k < 2; k++) s.y[k] += (__VERIFIER_nondet_short() - s.y[k]) / 4;
        debounce(__VERIFIER_nondet_bool(), &s.timer[0], &s.before[0]);
        debounce(s.y[0] > 10, &s.timer[1], &s.before[1]);
        debounce(s.y[1] > 10, &s.timer[2], &s.before[2]);
        s.edge = (unsigned short)(s.edge + 1);
        s.period = s.edge;
        s.hall = (unsigned char)(s.hall ^ s.sector);
        s.sector = s.mode;
        s.mode = s.active;
        s.error |= s.hall;
        s.active = s.error;
        s.direction = (signed char)-s.direction;
        s.ramp = (short)(s.ramp / 2);
        s.on[0] = s.before[1];
        s.on[1] = s.before[2];
        s.on[2] = s.on[0];
        s.fault[0] = s.on[1];
        s.fault[1] = s.fault[0];
        s.fault[2] = s.fault[1];
        s.fault[3] = s.fault[2];
        s.fault[4] = s.fault[3];
        s.fault[5] = s.fault[4];
        s.sum[0] = s.y[0];
        s.sum[1] = s.y[1];
    }
}
