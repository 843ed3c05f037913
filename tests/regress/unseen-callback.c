// expect: UNKNOWN(ring may call bell)
extern void reach_error(void);
static int rung;
static void bell(void) { rung = 1; }
void ring(void (*)(void));
int main(void) {
    ring(bell);
    if (rung) reach_error();
    return 0;
}
