#include "base/time_limits.h"

#include "base/log.h"
#include "base/vec.h"

enum time_clock { CPU, WALL };

static const struct {
    enum time_clock clock;
    double seconds, share;
    const char *what;
} limits[] = {
#define TIME(id, clock, seconds, share, what) {clock, seconds, share, what},
#include "base/time_limits.def"
};

double time_most(enum time_limit id) {
    assert_debug(id < TIME_LIMITS);
    return limits[id].seconds;
}

double time_for(enum time_limit id, const budget *all) {
    assert_debug(id < TIME_LIMITS);
    double left = budget_left(all) * limits[id].share;
    double seconds = left < limits[id].seconds ? left : limits[id].seconds;
    LOG("time", "%.2f s for %s", seconds, limits[id].what);
    return seconds;
}

budget time_limited(enum time_limit id, budget all) {
    assert_debug(id < TIME_LIMITS);
    bool whole = limits[id].share >= 1; /* `all` ends where it ends */
    double seconds = whole ? limits[id].seconds : time_for(id, &all);
    return limits[id].clock == CPU ? budget_effort(all, seconds) : budget_share(all, seconds);
}
