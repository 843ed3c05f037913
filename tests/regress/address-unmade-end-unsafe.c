// expect: FALSE(valid-deref) --property valid-memsafety
/* The entry that encloses the head of the list is no block, and its address not the end of a block
 * that was not made. What is wrong is the last step: the entry was freed. */
#include <stddef.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct link { struct link *next; };
struct entry { int data; struct link link; };
#define ENTRY(l) ((struct entry *)((char *)(l) - offsetof(struct entry, link)))
int main(void) {
    struct link head = {&head};
    struct entry *e = __VERIFIER_nondet_int() ? malloc(sizeof *e) : NULL;
    if (e) e->link.next = &head, head.next = &e->link;
    for (e = ENTRY(head.next); &e->link != &head; e = ENTRY(e->link.next)) {
        head.next = e->link.next;
        free(e);
    }
    return 0;
}
