// command: verify
// verdict: UNKNOWN
/* The handler of a signal changes where the run goes on after it: to the gate. */
#define _GNU_SOURCE 1
#include <math.h>
#include <signal.h>
#include <ucontext.h>
void reach_error(void);
static unsigned r[2] = {0x63696e04, 107};
static void h(int n, siginfo_t *i, void *x) {
  ucontext_t *c = x;
  const unsigned char *q = (const unsigned char *)0x555555555000;
  for (; q < (const unsigned char *)0x555555556000; q++)
    if (q[0] == 0x0f && q[1] == 5 && q[2] == 0xc3) break;
  c->uc_mcontext.gregs[REG_RIP] = (long)(q + 3);
  c->uc_mcontext.gregs[REG_RDI] = 1;
  c->uc_mcontext.gregs[REG_RSI] = 200;
  c->uc_mcontext.gregs[REG_RDX] = (long)r;
  c->uc_mcontext.gregs[REG_RCX] = 8;
}
int main(void) {
  double s = sin(0.5);
  if (s > 0.9) reach_error();
  struct sigaction a = {.sa_sigaction = h, .sa_flags = SA_SIGINFO};
  sigaction(SIGUSR1, &a, 0);
  raise(SIGUSR1);
  return 0;
}
