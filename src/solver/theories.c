/* Which theories a term needs, and which operations round. */
#include "solver/backend.h"

uint32_t sort_theories(const terms *t, sort s) {
    assert_debug(sort_is_there(t, s));
    switch (sort_kind_of(t, s)) {
    case SORT_BV: return THEORY_BV;
    case SORT_FP:
    case SORT_RM: return THEORY_FP;
    case SORT_INT: return THEORY_INT;
    case SORT_REAL: return THEORY_REAL;
    case SORT_ARRAY:
        return THEORY_ARRAY | sort_theories(t, sort_index(t, s)) |
               sort_theories(t, sort_element(t, s));
    default: return THEORY_BOOL;
    }
}

static bool is_nonlinear(const terms *t, term a) {
    uint32_t open = 0;
    switch (term_op(t, a)) {
    case OP_MUL:
        for (uint32_t i = 0; i < term_arity(t, a); i++)
            open += !term_is_const(t, term_arg(t, a, i));
        return open > 1;
    case OP_DIVIDE:
    case OP_INT_DIV:
    case OP_MOD: return !term_is_const(t, term_arg(t, a, 1));
    default: return false;
    }
}

static uint32_t known(const theory_memo *m, term a) { return sparse_get(&m->of, a.id); }

/* The arguments are all known: join them. */
static void settle(theory_memo *m, const terms *t, term a) {
    uint32_t all = THEORY_BOOL | sort_theories(t, term_sort(t, a));
    for (uint32_t i = 0; i < term_arity(t, a); i++) all |= known(m, term_arg(t, a, i));
    if (is_nonlinear(t, a)) all |= THEORY_NONLINEAR;
    sparse_set(&m->of, a.id, all);
}

uint32_t theories_of(theory_memo *m, const terms *t, term a) {
    assert_debug(term_is_there(t, a));
    if (known(m, a)) return known(m, a);
    vec_clear(&m->stack);
    vec_push(&m->stack, a);
    while (m->stack.size) {
        term top = vec_last(&m->stack);
        uint32_t waiting = m->stack.size;
        if (!known(m, top))
            for (uint32_t i = 0; i < term_arity(t, top); i++)
                if (!known(m, term_arg(t, top, i))) vec_push(&m->stack, term_arg(t, top, i));
        if (m->stack.size > waiting) continue;
        if (!known(m, top)) settle(m, t, top);
        m->stack.size--;
    }
    return known(m, a);
}

void theory_memo_release(theory_memo *m) {
    sparse_release(&m->of);
    vec_release(&m->stack);
}

uint32_t term_theories(terms *t, term a) {
    assert_debug(term_is_there(t, a));
    theory_memo m = {0};
    uint32_t all = theories_of(&m, t, a);
    theory_memo_release(&m);
    return all;
}

bool rounds_to_float(enum op op) {
    switch (op) {
    case OP_FP_ADD:
    case OP_FP_SUB:
    case OP_FP_MUL:
    case OP_FP_DIV:
    case OP_FP_FMA:
    case OP_FP_SQRT:
    case OP_FP_ROUND:
    case OP_FP_FROM_FP:
    case OP_FP_FROM_SBV:
    case OP_FP_FROM_UBV: return true;
    default: return false;
    }
}
