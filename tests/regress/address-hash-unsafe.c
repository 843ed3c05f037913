// expect: FALSE(unreach-call)
#include <stdint.h>
extern void reach_error(void);
int object;

int main(void) {
    unsigned hash = (unsigned)((uintptr_t)&object * 2654435761u) >> 8;
    if (hash != 16) reach_error();
}
