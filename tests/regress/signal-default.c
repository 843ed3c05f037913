// expect: UNKNOWN(approximated library function)
#include <assert.h>
#include <signal.h>
int main(void) { raise(SIGTERM); assert(0); return 0; }
