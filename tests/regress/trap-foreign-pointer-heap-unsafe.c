// expect: FALSE(unreach-call)
// An uninitialized pointer may point to memory outside: a read through it is any value, and the run goes on.
#include <stdlib.h>
extern void reach_error(void);
struct cipher { unsigned long algorithms; };
struct state { int mode; struct cipher *cipher; };
int main(void) {
    struct state *s = malloc(sizeof *s);
    if (s->cipher->algorithms & 256) s->mode = 1;
    else s->mode = 2;
    if (s->mode == 2) reach_error();
}
