// expect: FALSE(dead-code) total=24 covered=20 unreachable=4 open=0
/* Allocation may fail: what is done then is not dead. */
#include <stdlib.h>
#include <string.h>
struct node { int v; struct node *next; };
int main(void) {
    struct node *p = malloc(sizeof *p);
    if (!p) return 1;
    p->v = 4;
    p->next = 0;
    if (p->v != 4) return 2;
    char *a = calloc(4, 1);
    if (!a) return 3;
    a[0] = 'x';
    char *b = realloc(a, 8);
    if (!b) return 4;
    if (b[0] != 'x') return 5;
    return p->v;
}
