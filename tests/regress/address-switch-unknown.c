// expect: UNKNOWN(depends on addresses)
#include <stdint.h>
extern void reach_error(void);
int object;

int main(void) {
    switch ((uintptr_t)&object & 0xfff) {
    case 0x124: reach_error(); return 1;
    default: return 0;
    }
}
