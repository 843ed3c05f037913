// expect: TRUE
#include <assert.h>
extern int opt(int) __attribute__((weak));
extern int ov __attribute__((weak));
static int h(void) { return opt ? 1 : 0; }
int main(void) { int x = 0; if (opt) x = 1; assert(x == h()); if (&ov) ov = 3; if (&ov) assert(ov == 3); return 0; }
