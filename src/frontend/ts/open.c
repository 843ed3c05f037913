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

bool leaves_open(terms *t, term a, map *seen) {
    term_vec todo = {0};
    bool found = false;
    vec_push(&todo, a);
    while (todo.size && !found) {
        term x = vec_pop(&todo);
        if (map_get(seen, x.id, NULL)) continue;
        map_set(seen, x.id, 1);
        found = is_open(t, x);
        for (uint32_t i = 0; i < term_arity(t, x); i++) vec_push(&todo, term_arg(t, x, i));
    }
    vec_release(&todo);
    return found;
}
