/* Operations on floats, as random terms have them. Header only: each fuzzer includes it. */
#ifndef FUZZ_RANDOM_FLOAT_H
#define FUZZ_RANDOM_FLOAT_H

#include "base/random.h"
#include "term/term.h"

enum { FLOAT_OPERATIONS = 11 };

/* Operation number `which`, below FLOAT_OPERATIONS. */
static inline term float_operation(terms *t, uint32_t which, term mode, term a, term b, term c) {
    static const enum op signs[] = {OP_FP_NEG, OP_FP_ABS};
    static const enum op two[] = {OP_FP_ADD, OP_FP_SUB, OP_FP_MUL, OP_FP_MUL, OP_FP_DIV, OP_FP_DIV};
    if (which < 2) return term_1(t, signs[which], a);
    if (which < 8) return term_3(t, two[which - 2], mode, a, b);
    if (which == 8) return term_app(t, OP_FP_FMA, 4, (term[]){mode, a, b, c});
    return term_2(t, which == 9 ? OP_FP_SQRT : OP_FP_ROUND, mode, a);
}

#endif
