// expect: FALSE(unreach-call)
#include <stdlib.h>
extern void reach_error(void);
struct node { int value; struct node *next; };
int main(void) {
    struct node *head = 0;
    for (int i = 0; i < 2; i++) {
        struct node *n = malloc(sizeof *n);
        if (!n) return 0;
        n->value = i;
        n->next = head;
        head = n;
    }
    if (head->value == 1 && head->next->value == 0) reach_error();
}
