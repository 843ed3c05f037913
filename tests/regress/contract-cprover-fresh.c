// expect: TRUE --function set
// expect: FALSE(assigns) --function set -DBESIDE
// expect: FALSE(assigns) --function set -DSECOND
// expect: FALSE(assigns) --function set -DMEMBER
// expect: FALSE(assigns) --function set -DOPTIONAL
// What is fresh is made once, and keeps its value unless all of it, or the part at hand, is assigned.
#include <stddef.h>
struct pair {
    int key, value;
};
void set(int *whole, int *beside, int *two, struct pair *part, struct pair *all, long *optional, int n)
    __CPROVER_requires(__CPROVER_is_fresh(whole, sizeof(*whole)) &
                       __CPROVER_is_fresh(beside, sizeof(*beside)))
    __CPROVER_requires(__CPROVER_is_fresh(two, 2 * sizeof(*two)))
    __CPROVER_requires(__CPROVER_is_fresh(part, sizeof(*part)) && __CPROVER_is_fresh(all, sizeof(*all)))
    __CPROVER_requires(optional == NULL || __CPROVER_is_fresh(optional, sizeof(*optional)))
    __CPROVER_assigns(*whole, *two, part->key, *all; optional != NULL && n > 0: *optional)
    __CPROVER_ensures(*whole == n);

void set(int *whole, int *beside, int *two, struct pair *part, struct pair *all, long *optional, int n) {
    *whole = n;
    two[0] = *beside;
    part->key = n;
    all->key = all->value = n;
    if (optional && n > 0) *optional = 1;
#ifdef BESIDE
    *beside = n;
#endif
#ifdef SECOND
    two[1] = n;
#endif
#ifdef MEMBER
    part->value = n;
#endif
#ifdef OPTIONAL
    if (optional) *optional = n;
#endif
}
