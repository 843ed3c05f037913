// expect: FALSE(assert)
#include <assert.h>
#include <stdlib.h>
static int g;
__attribute__((constructor(200))) static void second(void) { g = g * 10 + 2; }
__attribute__((constructor(150))) static void first(void) { g = 1; }
__attribute__((constructor)) static void third(void) { g = g * 10 + 3; }
int main(void) { assert(g != 123); return 0; }
