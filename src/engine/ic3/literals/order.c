#include "engine/ic3/literals/order.h"

bool order_read(const terms *t, term lit, order *out) {
    assert_debug(term_is_bool(t, lit));
    bool negated = term_op(t, lit) == OP_NOT;
    term a = negated ? term_arg(t, lit, 0) : lit;
    enum op op = term_op(t, a);
    if (op != OP_BVSLT && op != OP_BVULT && op != OP_BVSLE && op != OP_BVULE) return false;
    bool strict = op == OP_BVSLT || op == OP_BVULT;
    out->is_signed = op == OP_BVSLT || op == OP_BVSLE;
    out->low = term_arg(t, a, negated ? 1 : 0);
    out->high = term_arg(t, a, negated ? 0 : 1);
    out->strict = strict != negated; /* not (a < b) is b <= a */
    return true;
}

term order_make(terms *t, const order *o) {
    enum op op =
        o->is_signed ? (o->strict ? OP_BVSLT : OP_BVSLE) : (o->strict ? OP_BVULT : OP_BVULE);
    return term_2(t, op, o->low, o->high);
}
