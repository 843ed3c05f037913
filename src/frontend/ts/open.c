/* Operations whose result SMT-LIB leaves open for some arguments. */
#include "frontend/ts/ts.h"

static bool is_open(terms *t, term a) {
    switch (term_op(t, a)) {
    case OP_DIVIDE:
    case OP_INT_DIV:
    case OP_MOD: return !term_is_const(t, term_arg(t, a, 1));
    case OP_FP_MIN:
    case OP_FP_MAX:
    case OP_FP_TO_UBV:
    case OP_FP_TO_SBV:
    case OP_FP_TO_REAL:
    case OP_FP_TO_BITS: return true;
    default: return false;
    }
}

bool leaves_open(terms *t, term a, term_walk *seen) {
    assert_debug(term_is_there(t, a));
    walk_add(seen, a);
    for (term x; walk_next(seen, &x);) {
        if (is_open(t, x)) return true;
        walk_below(seen, t, x);
    }
    return false;
}
