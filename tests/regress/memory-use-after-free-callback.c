// expect: FALSE(valid-deref) --property valid-memsafety
// expect: TRUE --property valid-memsafety -- -DFIXED
/* A handler frees its own object, which the dispatcher uses once more. */
#include <stdlib.h>
struct object { int state; void (*handle)(struct object *); };
static void close_object(struct object *o) {
#ifndef FIXED
    free(o);
#else
    o->state = 0;
#endif
}
int main(void) {
    struct object *o = malloc(sizeof *o);
    o->state = 1;
    o->handle = close_object;
    o->handle(o);
    int left = o->state;
#ifdef FIXED
    free(o);
#endif
    return left;
}
