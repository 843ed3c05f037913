// expect: UNKNOWN(...) --heap-unbounded --engine heap
// The walk follows the null pointer at the end of the list: what comes then is not proved.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct node {
    struct node *next, *inner;
};

int main(void) {
    struct node *list = malloc(sizeof *list);
    list->next = list->inner = 0;
    struct node *end = list;
    while (__VERIFIER_nondet_int()) {
        end->next = malloc(sizeof *end);
        end = end->next;
        end->next = end->inner = 0;
    }
    for (end = list; end; end = end->next) {
        struct node *inner = end->inner;
        inner = inner->inner;
        if (inner) reach_error();
    }
    return 0;
}
