// expect: FALSE(valid-free) --property valid-memsafety --data-model ILP32
// The first node is freed twice where there are others.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
    struct node *next;
    int data;
};
int main(void) {
    struct node *head = malloc(sizeof *head), *last = head, *first = head;
    int count = 0;
    head->next = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *new = malloc(sizeof *new);
        new->next = 0;
        last->next = new;
        last = new;
        count++;
    }
    while (head) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
    if (count) free(first);
    return 0;
}
