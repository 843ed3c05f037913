// expect: FALSE(valid-deref) --property valid-memsafety --data-model ILP32
// The next of a node of a list of any length is read after it was freed.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
    struct node *next;
    int data;
};
int main(void) {
    struct node *head = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *new = malloc(sizeof *new);
        new->next = head;
        head = new;
    }
    while (head) {
        free(head);
        head = head->next;
    }
    return 0;
}
