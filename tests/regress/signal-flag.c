// expect: TRUE
#include <assert.h>
#include <signal.h>
#include <unistd.h>
static volatile sig_atomic_t stop;
static void on_term(int n) { stop = 1; (void)n; }
int main(void) { int rounds = 0; if (signal(SIGTERM, on_term) == SIG_ERR) return 1; while (!stop && rounds < 5) rounds++; assert(rounds <= 5); return 0; }
