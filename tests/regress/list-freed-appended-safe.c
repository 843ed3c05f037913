// expect: TRUE --property valid-memsafety --data-model ILP32 --heap-unbounded --heap-by-size --engine heap
// A list of any length, made from its first node to its last: no node is used after it was freed, freed twice, or lost.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
    struct node *next;
    int data;
};
int main(void) {
    struct node *head = malloc(sizeof *head), *last = head;
    head->next = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *new = malloc(sizeof *new);
        new->next = 0;
        last->next = new;
        last = new;
    }
    while (head) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
    return 0;
}
