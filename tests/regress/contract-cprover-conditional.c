// expect: FALSE(assigns) --function fill
// A target counts where its condition holds.
#include <stddef.h>
void fill(int *p, int on)
__CPROVER_requires(__CPROVER_is_fresh(p, sizeof *p))
__CPROVER_assigns(on > 0: *p);
void fill(int *p, int on) {
    if (on >= 0) *p = 1;
}
