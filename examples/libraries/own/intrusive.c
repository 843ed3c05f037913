/* A list with its links inside of the elements, in both directions. */
#include "harness.h"

struct link {
    struct link *next, *prev;
};
struct task {
    int priority;
    struct link link;
};
#define task_of(l) ((struct task *)((char *)(l) - offsetof(struct task, link)))

static void list_init(struct link *l) { l->next = l->prev = l; }
static void insert_before(struct link *at, struct link *n) {
    n->next = at;
    n->prev = at->prev;
    at->prev->next = n;
    at->prev = n;
}
static void unlink_it(struct link *n) {
    n->prev->next = n->next;
    n->next->prev = n->prev;
#ifdef BUG
    n->next->next = n;
#endif
    n->next = n->prev = n;
}
/* In the order of their priorities. */
static void insert_sorted(struct link *l, struct task *t) {
    struct link *p = l->next;
    while (p != l && task_of(p)->priority <= t->priority) p = p->next;
    insert_before(p, &t->link);
}

int main(void) {
    struct link ready;
    struct task a, b, c;
    list_init(&ready);
    a.priority = __VERIFIER_nondet_int();
    b.priority = __VERIFIER_nondet_int();
    c.priority = __VERIFIER_nondet_int();
    insert_sorted(&ready, &a);
    insert_sorted(&ready, &b);
    insert_sorted(&ready, &c);
    if (__VERIFIER_nondet_int()) {
        unlink_it(&b.link);
        assert(ready.next != &b.link && ready.prev != &b.link);
    }
    for (struct link *p = ready.next; p->next != &ready; p = p->next)
        assert(task_of(p)->priority <= task_of(p->next)->priority);
    return 0;
}
