// expect: TRUE
// Marks in the low bits of the links of a list on the heap.
#include <stdint.h>
#include <stdlib.h>
extern void reach_error(void);
struct node { int value; struct node *next; };

int main(void) {
    struct node *head = 0;
    for (int i = 0; i < 3; i++) {
        struct node *n = malloc(sizeof *n);
        if (!n) return 0;
        n->value = i;
        n->next = (struct node *)((uintptr_t)head | 1);
        head = n;
    }
    if (!((uintptr_t)head->next & 1)) reach_error();
    struct node *second = (struct node *)((uintptr_t)head->next & ~(uintptr_t)1);
    if (second->value != 1) reach_error();
}
