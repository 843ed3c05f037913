// expect: TRUE
#include <assert.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
static void h(int n) { _Exit(n); }
int main(void) { struct sigaction a; memset(&a, 0, sizeof a); a.sa_handler = h; sigaction(SIGINT, &a, 0); signal(SIGPIPE, SIG_IGN); int x = 4; assert(x == 4); return 0; }
