// expect: FALSE(assert)
#include <assert.h>
extern int opt(int) __attribute__((weak));
int main(void) { assert(opt); return 0; }
