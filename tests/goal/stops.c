// expect: FALSE(dead-code) total=24 covered=16 unreachable=8 open=0 -- --criterion mcdc --step step --input x --range x=-32:32
/* Clips of a filter of second order that never act: each is dead since the filter is linear where none acts. The loop of another block that
 * has nothing to do with it must not stand in the way. */
static float y1, y2;
static unsigned sum;
float x;
static void other(void) {
    for (unsigned i = 0; i < 8; i++) sum = sum << 1 ^ (sum >> 7 & 1);
}
static void filter(void) {
    float y = 0.2f * x + 1.2f * y1 - 0.4f * y2;
    if (y > 128.0f) y = 128.0f;
    if (y < -128.0f) y = -128.0f;
    y2 = y1;
    y1 = y;
}
void step(void) {
    other();
    filter();
}
