/* Provenance on runs. An array holds an address if an element does, and a narrow constant may be a
 * part of one: the check may miss, and never fails for a program that is right. */
#include "program/provenance_check.h"
#include "base/fail.h"

typedef struct {
    provenance *x;
    const program *p;
    evaluator *e;
    const model *state;
} query;

static bool flows_into(const query *q, term a);

/* A constant that is narrower than an address may be a part of one: terms fold parts of constants. */
static bool is_address(const program *p, term a) {
    const terms *t = p->terms;
    uint64_t n;
    sort s = term_sort(t, a);
    if (sort_is_bv(t, s) && term_width(t, a) < term_width(t, p->accessed)) return true;
    return term_get_u64(t, a, &n) && n >= p->objects_from && n < p->objects_to;
}

/* Of a choice the alternative that is taken counts; conditions and indices are no addresses. */
static bool compute(const query *q, term a) {
    const terms *t = q->p->terms;
    if (term_is_bool(t, a)) return false;
    if (term_is_var(t, a)) return bits_has(&q->x->holds, a.id);
    if (!term_arity(t, a)) return is_address(q->p, a);
    switch (term_op(t, a)) {
    case OP_ITE:
        return flows_into(q, term_arg(t, a, term_holds(q->e, q->state, term_arg(t, a, 0)) ? 1 : 2));
    case OP_SELECT: return flows_into(q, term_arg(t, a, 0));
    case OP_STORE: return flows_into(q, term_arg(t, a, 0)) || flows_into(q, term_arg(t, a, 2));
    default:
        for (uint32_t i = 0; i < term_arity(t, a); i++)
            if (flows_into(q, term_arg(t, a, i))) return true;
        return false;
    }
}

static bool flows_into(const query *q, term a) {
    uint64_t known;
    if (map_get(&q->x->known, a.id, &known)) return known;
    bool is = compute(q, a);
    map_set(&q->x->known, a.id, is);
    return is;
}

static bool is_zero(const model *state, value a) {
    uint64_t number;
    return value_u64(state->pool, a, &number) && !number;
}

void provenance_assign(provenance *x, const program *p, evaluator *e, const model *state, term var,
                       term given) {
    query q = {x, p, e, state};
    map_clear(&x->known);
    bool address = flows_into(&q, given);
    if (same(var, p->accessed))
        require(address || is_zero(state, term_eval(e, state, given)),
                "an access uses a number as the address of an object");
    if (address) bits_add(&x->holds, var.id);
    else bits_remove(&x->holds, var.id);
}

void provenance_release(provenance *x) {
    vec_release(&x->holds.words);
    map_release(&x->known);
}
