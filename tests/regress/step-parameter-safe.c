// expect: TRUE --step step
extern void reach_error(void);
static int top;
void step(int x, unsigned char y) {
    if (x > top && x < 1000) top = x + (y > 300);
    if (top < 0 || top >= 1000) reach_error();
}
