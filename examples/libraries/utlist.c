/* utlist.h of uthash 2.3.0: up to four nodes put to either end of a doubly linked list; the list has all of them, memory is right. */
#include "utlist.h"
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
    int key;
    struct node *prev, *next;
};

int main(void) {
    struct node *list = NULL, *at, *other;
    int n = 0, counted = 0;
    for (; n < 4 && __VERIFIER_nondet_int(); n++) {
        struct node *made = malloc(sizeof *made);
        if (!made) break;
        made->key = n;
        if (__VERIFIER_nondet_int()) DL_APPEND(list, made);
        else DL_PREPEND(list, made);
    }
    DL_FOREACH_SAFE(list, at, other) {
        counted++;
        DL_DELETE(list, at);
        free(at);
    }
    assert(counted == n && !list);
    return 0;
}
