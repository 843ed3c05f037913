// expect: FALSE(valid-deref) --property valid-memsafety
// expect: TRUE --property valid-memsafety -- -DFIXED
/* The list is walked while its elements are freed. */
#include <stdlib.h>
struct node { struct node *next; };
int main(void) {
    struct node *head = NULL;
    for (int i = 0; i < 2; i++) {
        struct node *n = malloc(sizeof *n);
        n->next = head;
        head = n;
    }
#ifdef FIXED
    while (head) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
#else
    for (struct node *n = head; n; n = n->next) free(n);
#endif
    return 0;
}
