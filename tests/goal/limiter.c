// expect: FALSE(dead-code) open=0 -- --criterion mcdc --step step --input target --input mode --input angle --input error
/* A voltage that a rate limiter and clamps keep within 14400, several blocks before two fixed-point saturations that this makes dead. The bound of
 * the state is proved first. */
typedef short word;
typedef int wide;
word target, mode, error;
unsigned char angle;
static wide held;
static word demand, applied, direct;
static unsigned char restart = 1;
static const word sine[8] = {0, 11585, 16384, 11585, 0, -11585, -16384, -11585};
static const word cosine[8] = {16384, 11585, 0, -11585, -16384, -11585, 0, 11585};
word along, across;

static word clamp(wide x, word high, word low) {
    if (x > high) return high;
    if (x < low) return low;
    return (word)x;
}
static wide signed28(wide x) { return (x & 134217728) != 0 ? x | -134217728 : x & 134217727; }

void step(void) {
    if (mode == 0) {
        wide from = signed28(applied << 12), now = restart ? from : held, change = signed28(-now);
        if (change > 12288) change = 12288;
        else if (change < -12288) change = -12288;
        held = signed28(change + now);
        restart = 0;
        demand = (word)(held >> 12);
    } else {
        restart = 1;
        demand = (word)(clamp(target, 1000, -1000) << 4);
    }
    word voltage = mode == 0 ? demand : clamp(demand, 14400, -14400);
    direct = clamp(direct + (error >> 4), 14400, -14400);
    applied = voltage;
    word c = cosine[angle & 7], s = sine[angle & 7];
    wide x = (word)((direct * c) >> 14) - (word)((voltage * s) >> 14);
    if (x > 32767) x = 32767;
    else if (x < -32768) x = -32768;
    along = (word)x;
    wide y = (word)((direct * s) >> 14) + (word)((voltage * c) >> 14);
    if (y > 32767) y = 32767;
    else if (y < -32768) y = -32768;
    across = (word)y;
}
