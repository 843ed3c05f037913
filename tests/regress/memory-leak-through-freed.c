// expect: FALSE(valid-memtrack) --property valid-memsafety
// expect: TRUE --property valid-memsafety -- -DFIXED
/* A block that was freed keeps nothing: what only it pointed to is lost. */
#include <stdlib.h>
struct node { struct node *next; };
static struct node *head;
int main(void) {
    head = malloc(sizeof *head);
    if (!head) return 0;
    head->next = malloc(sizeof *head);
    if (!head->next) return 0;
    head->next->next = NULL;
#ifdef FIXED
    free(head->next);
#endif
    free(head);
    return 0;
}
