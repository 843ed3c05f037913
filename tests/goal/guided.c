// expect: TRUE total=39 covered=39 unreachable=0 open=0 -- --criterion mcdc --step step --input key --input level --input push
/* What only the operands of comparisons lead to: a key of 32 bits, a window of floats that moves,
 * and a limit that a motion pumps up to in thousands of steps. */
unsigned key;
float level;
unsigned char push;
static unsigned opened, pumped;
static float follows;
static unsigned char last;
int done;

void step(void) {
    if (key == 0x5eed1234u + opened * 977u) opened++;
    if (opened > 3) done = 1;
    follows += (level - follows) * 0.5f;
    if (follows > 731.25f && follows < 731.5f) done = 2;
    if ((push & 1) != last) pumped += 2;
    else pumped -= pumped > 0;
    last = push & 1;
    if (pumped > 9000) done = 3;
}
