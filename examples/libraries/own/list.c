/* A list with a sentinel, as kernels have: insert, remove, walk. */
#include "harness.h"

struct node {
    struct node *next, *prev;
    int value;
};

static void init(struct node *l) { l->next = l->prev = l; }
static void insert(struct node *l, struct node *n) {
    n->next = l->next;
    n->prev = l;
#ifdef BUG
    l->next->prev = n->next->next;
#else
    l->next->prev = n;
#endif
    l->next = n;
}
static void remove_node(struct node *n) {
    n->prev->next = n->next;
    n->next->prev = n->prev;
    n->next = n->prev = 0;
}

int main(void) {
    struct node head, a = {0, 0, 1}, b = {0, 0, 2}, c = {0, 0, 3};
    init(&head);
    insert(&head, &a);
    insert(&head, &b);
    insert(&head, &c);
    remove_node(&b);
    int sum = 0;
    for (struct node *n = head.next; n != &head; n = n->next) sum += n->value;
    assert(sum == 4);
    assert(head.next->prev == &head && head.prev->next == &head);
    return 0;
}
