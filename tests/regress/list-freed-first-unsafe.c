// expect: FALSE(valid-memtrack) --property valid-memsafety --data-model ILP32
// expect: UNKNOWN(a run reaches an error) --property valid-memsafety --data-model ILP32 --heap-unbounded --heap-by-size --engine heap
// The first node, which another site makes than the rest, is lost where there are others.
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
    if (head->next) head = head->next;
    while (head) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
    return 0;
}
