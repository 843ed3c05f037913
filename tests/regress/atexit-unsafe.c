// expect: FALSE(assert)
#include <assert.h>
#include <stdlib.h>
static int g = 1;
static void a(void) { g *= 3; assert(g != 6); }
static void b(void) { g += 1; }
__attribute__((destructor)) static void d(void) { assert(g != 6); }
int main(int argc, char **argv) { if (atexit(a)) return 0; if (atexit(b)) return 0; if (argc > 3) exit(2); return 0; }
