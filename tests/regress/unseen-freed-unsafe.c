// expect: FALSE(valid-free) --property valid-memsafety
// expect: FALSE(valid-deref) --property valid-memsafety --entry after
// expect: FALSE(valid-deref) --property valid-memsafety --entry member --data-model ILP32
// expect: FALSE(valid-deref) --property valid-memsafety --entry list
// expect: UNKNOWN(memory that is not the program's) --property valid-memsafety --entry field
// expect: UNKNOWN(memory that is not the program's) --property valid-memsafety --entry part
// Blocks of external code, which the program frees: no use afterwards, no second time, no part of one.
#include <stdlib.h>
struct list { struct list *next; int value; };
struct buffer { char *data; int size; };
int *made_elsewhere(void);
int main(void) {
    int *p = made_elsewhere();
    free(p);
    free(p);
}
int after(struct buffer *b) {
    if (!b) return 0;
    free(b);
    return b->size;
}
void member(struct buffer *b) {
    if (!b) return;
    int *size = &b->size;
    free(b);
    *size = 1;
}
void list(struct list *l) {
    for (; l; l = l->next) free(l);
}
void field(struct buffer *b) {
    if (!b) return;
    free(b->data);
    free(b->data);
}
void part(struct buffer *b) {
    if (b && b->data) free(b->data + 1);
}
