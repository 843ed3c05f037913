// expect: FALSE(valid-memtrack) --property valid-memsafety
// expect: TRUE --property valid-memsafety -- -DFIXED
/* A list that a global holds is no leak; an element that is unlinked and not freed is. */
#include <stdlib.h>
struct node { struct node *next; } *list;
int main(void) {
    for (int i = 0; i < 3; i++) {
        struct node *n = malloc(sizeof *n);
        n->next = list;
        list = n;
    }
    struct node *second = list->next;
    list->next = second->next;
#ifdef FIXED
    free(second);
#endif
    return 0;
}
