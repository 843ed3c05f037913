// expect: UNKNOWN(no proof by guesses about nodes) --data-model ILP32 --heap-unbounded --engine heap
// A run that makes five million objects is one: they fit into memory.
#include <stdlib.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
struct node { struct node *next; int v; };

int main(void) {
    struct node *h = 0;
    int n = __VERIFIER_nondet_int();
    for (int i = 0; i < n; i++) {
        struct node *p = malloc(sizeof *p);
        p->next = h;
        p->v = 1;
        h = p;
    }
    for (struct node *q = h; q; q = q->next)
        if (q->v != 1) reach_error();
    if (n == 5000000) reach_error();
}
