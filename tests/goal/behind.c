// expect: FALSE(dead-code) total=36 covered=32 unreachable=4 open=0 -- --criterion branch --step step --input target
/* A filter behind a rate limiter: its clips never act, whatever the limiter does, since it clamps what it reads. */
float target;
static float level, y1, y2;
static void limit(void) {
    float want = target;
    if (!(want < 512.0f)) want = 512.0f;
    if (want < -512.0f) want = -512.0f;
    want = (float)(int)want;
    if (want > level + 0.1f) level += 0.1f;
    else if (want < level - 0.1f) level -= 0.1f;
    else level = want;
}
static void filter(void) {
    float x = level;
    if (!(x < 32.0f)) x = 32.0f;
    if (x < -32.0f) x = -32.0f;
    float y = 0.1f * x + 1.5f * y1 - 0.6f * y2;
    if (y > 64.0f) y = 64.0f;
    if (y < -64.0f) y = -64.0f;
    y2 = y1;
    y1 = y;
}
void step(void) {
    limit();
    filter();
}
