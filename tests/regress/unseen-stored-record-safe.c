// expect: TRUE --property valid-deref
// expect: TRUE --property valid-deref -- -DHEAP
// expect: TRUE --property valid-deref -- -DRETURNED
// A record that external code fills, wherever it lies.
#include <stdlib.h>
struct view { long n; int *data; long more[4]; };
void open_view(struct view *);
struct view make_view(void);
int main(void) {
#ifdef HEAP
    struct view *v = malloc(sizeof *v);
    if (!v) return 0;
    open_view(v);
#else
    struct view local, *v = &local;
#ifdef RETURNED
    local = make_view();
#else
    v->n = 3;
    open_view(v);
#endif
#endif
    int *d = v->data;
    return d ? d[1] : 0;
}
