/* How long parts of the work may take: the one table of limits that are not the user's.
 *
 * A limit is the table's seconds, or its share of what is left if that is less. CPU or wall time
 * belongs to the limit. */
#ifndef BASE_TIME_LIMITS_H
#define BASE_TIME_LIMITS_H

#include "base/budget.h"

enum time_limit {
#define TIME(id, clock, seconds, share, what) TIME_##id,
#include "base/time_limits.def"
    TIME_LIMITS
};

double time_most(enum time_limit id);                   /* seconds, whatever is left */
double time_for(enum time_limit id, const budget *all); /* and at most the share of what is left */
budget time_limited(enum time_limit id, budget all);    /* the same budget within this limit */

#endif
