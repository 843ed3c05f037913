// command: deadcode --step step
// verdict: FALSE\(dead-code\)|UNKNOWN
extern char __bss_start[] __attribute__((weak));
int speed; static int state, seen;
void step(void) {
  if (speed > 10) state++;
  if (state > 30000) seen = 1;
  unsigned *r = 0;
  for (int i = 0; i < 8 && !r; i++) r = ((unsigned **)__bss_start)[i];
  if (r) { r[2] = 1; r[3] = 0; for (int i = 0; i < 40; i++) r[6 + i] = 1; r[3] = 0, *(volatile int *)8 = 0; }
}
