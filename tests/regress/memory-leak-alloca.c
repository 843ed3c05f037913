// expect: TRUE --property valid-memtrack
// expect: FALSE(valid-memtrack) --property valid-memtrack -- -DLOST
/* Each node that alloca makes in the loop holds a block when the program ends. */
#include <alloca.h>
#include <stdlib.h>
struct node {
    struct node *next;
    void *block;
};
int main(void) {
    struct node *head = 0;
    for (int i = 0; i < 2; i++) {
        struct node *x = alloca(sizeof *x);
        x->block = malloc(1);
        x->next = head;
        head = x;
    }
#ifdef LOST
    head->next->block = 0;
#endif
    exit(0);
}
