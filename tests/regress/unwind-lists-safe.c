// expect: TRUE --engine bmc/loops --property unreach-call,valid-deref
// A list is built, walked through, changed, and walked through again: four loops, each of at most
// nine rounds. Unrolled in step, rounds of one would mix with rounds of the next.
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

struct node {
    struct node *next, *prev;
};

static struct node head, tail;

static void build(unsigned n) {
    struct node *last = &head;
    for (unsigned i = 0; i < n; i++) {
        struct node *x = malloc(sizeof *x);
        if (!x) break;
        last->next = x;
        x->prev = last;
        last = x;
    }
    last->next = &tail;
    tail.prev = last;
}

static int valid(void) {
    struct node *x = &head;
    while (x && x != &tail) {
        if (!x->next || x->next->prev != x) return 0;
        x = x->next;
    }
    return x == &tail;
}

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n > 8) return 0;
    build(n);
    if (!valid()) reach_error();
    struct node *first = head.next;
    if (first != &tail) {
        head.next = first->next;
        first->next->prev = &head;
    }
    if (!valid()) reach_error();
    unsigned length = 0;
    for (struct node *x = head.next; x != &tail; x = x->next) length++;
    if (length > n) reach_error();
}
