// expect: TRUE --property valid-deref,valid-free --entry list
// expect: TRUE --property valid-deref,valid-free --entry list --data-model ILP32
// expect: TRUE --property valid-deref,valid-free --entry reset
// expect: TRUE --property valid-deref,valid-free --entry last
// expect: TRUE --property valid-deref,valid-free --entry other --data-model ILP32
// expect: TRUE --property valid-deref,valid-free --entry walk --data-model ILP32
// expect: TRUE --property valid-deref,valid-free --entry grow --malloc-may-fail
#include <stdlib.h>
struct list { struct list *next; int value; };
struct buffer { char *data; int size; };
void list(struct list *l) {
    while (l) {
        struct list *next = l->next;
        free(l);
        l = next;
    }
}
void reset(struct buffer *b) {
    if (!b) return;
    free(b->data);
    b->data = 0;
    b->size = 0;
    free(b->data);
}
void last(struct buffer *b) {
    if (!b) return;
    char *data = b->data;
    free(b);
    if (data) data[0] = 1;
    free(data);
}
void other(struct buffer *a, struct buffer *b) {
    free(a);
    if (b) b->size = 1;
    free(b);
}
void walk(char *p, char *q, int n) {
    free(p);
    for (int i = 0; q && i < n; i++) q[i] = 1;
    while (q && *q) *q++ = 'x';
}
int grow(struct buffer *b) {
    if (!b) return 0;
    char *old = b->data, *data = realloc(old, 8);
    if (!data) return old ? old[0] : 0;
    b->data = data;
    return data[0] = 1;
}
