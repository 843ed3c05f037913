// expect: FALSE(unreach-call)
// A number less an address that becomes 0 has been compared with it.
#include <stdint.h>
extern void reach_error(void);
int object;

int main(void) {
    if ((uintptr_t)&object - 0x1000 != 0) reach_error();
}
