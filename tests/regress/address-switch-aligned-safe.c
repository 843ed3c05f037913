// expect: TRUE
#include <stdint.h>
extern void reach_error(void);
int object;

int main(void) {
    switch ((uintptr_t)&object & 0xfff) {
    case 0x123: reach_error(); return 1; /* no int lies there */
    default: return 0;
    }
}
