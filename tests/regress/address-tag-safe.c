// expect: TRUE
// expect: TRUE --data-model ILP32
// Bits that alignment leaves free.
#include <stdint.h>
void reach_error(void) {}
struct node { int value; } a, b;

int main(void) {
    uintptr_t p = (uintptr_t)&a | 1, q = (uintptr_t)&b ^ 2;
    if (!(p & 1) || (q & 3) != 2 || (p & 2)) reach_error();
    struct node *n = (struct node *)(p & ~(uintptr_t)3);
    n->value = 7;
    if (a.value != 7 || p == 0 || p == 1 || n != &a) reach_error();
}
