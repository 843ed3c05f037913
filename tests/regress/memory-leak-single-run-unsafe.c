// expect: FALSE(valid-memtrack) --property valid-memsafety
/* Of two hundred blocks, all in one run without inputs, one is lost. */
#include <stdlib.h>
struct node { struct node *next; };
int main(void) {
    struct node *list = 0;
    for (int i = 0; i < 200; i++) {
        struct node *new = malloc(sizeof *new);
        new->next = list;
        list = new;
    }
    list = list->next;
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}
