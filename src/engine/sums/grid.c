#include "engine/sums/grid.h"

#include "base/log.h"

#include <math.h>
#include <string.h>

enum { MOST_FRACTION = 10, MOST_BOUND = 24 /* as powers of two */ };

bool grid_is_for(const terms *t, sort s) {
    assert_debug(sort_is_there(t, s));
    return sort_is_fp(t, s) && ((sort_eb(t, s) == 8 && sort_sb(t, s) == 24) ||
                                (sort_eb(t, s) == 11 && sort_sb(t, s) == 53));
}

static double number(const terms *t, value v) {
    double wide;
    float narrow;
    uint32_t low = (uint32_t)v.bits;
    if (sort_eb(t, v.sort) == 8) {
        memcpy(&narrow, &low, sizeof narrow);
        return (double)narrow;
    }
    memcpy(&wide, &v.bits, sizeof wide);
    return wide;
}

void grid_see(grid *g, const terms *t, value v) {
    assert_debug(grid_is_for(t, v.sort));
    double x = number(t, v);
    g->seen = true;
    if (!(fabs(x) < ldexp(1, MOST_BOUND))) g->fraction = MOST_FRACTION + 1;
    while (g->fraction <= MOST_FRACTION &&
           ldexp(x, g->fraction) != nearbyint(ldexp(x, g->fraction)))
        g->fraction++;
    if (fabs(x) > g->most) g->most = fabs(x);
}

static term on_grid(terms *t, term x, int fraction) {
    term mode = term_rm(t, RNE),
         scaled =
             term_3(t, OP_FP_MUL, mode, x, term_fp_double(t, term_sort(t, x), ldexp(1, fraction)));
    return term_2(t, OP_FP_EQ, term_2(t, OP_FP_ROUND, mode, scaled), scaled);
}

bool grid_guess(const grid *g, program *p, loc at, conjuncts *out) {
    assert_debug(at.id < p->locations.size);
    LOG("sums", "grid at location %u", at.id);
    terms *t = p->terms;
    term x = p->variables.data[g->variable].var;
    if (!g->seen || g->fraction > MOST_FRACTION) return false;
    conjuncts_add(out, t, at, on_grid(t, x, g->fraction));
    for (int k = 0; k <= MOST_BOUND - g->fraction; k++) {
        double bound = ldexp(1, k);
        if (bound < g->most) continue;
        term high = term_fp_double(t, term_sort(t, x), bound),
             low = term_fp_double(t, term_sort(t, x), -bound);
        conjuncts_add(out, t, at, term_2(t, OP_FP_LE, x, high));
        conjuncts_add(out, t, at, term_2(t, OP_FP_LE, low, x));
    }
    return true;
}
