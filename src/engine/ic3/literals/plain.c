/* Plain bounds: x + 1 > 10 says that x lies between 10 and the largest value but one; written so,
 * the literal meets others (chains, thresholds, subsumption). The interval is exact unless it wraps
 * around; then the model's half is taken. Between two sums, x + c < y + c and x + c < y become x <
 * y with a bound that excludes overflow, where the model has none. Halves and excluded overflows
 * lose states, never add one. */
#include "engine/ic3/literals/literals.h"
#include "base/log.h"
#include "engine/ic3/literals/order.h"

typedef struct {
    literals *s;
    terms *t;
    const model *m;
    term_vec out;
    bool exact;
} plainer;

typedef struct {
    term rest;
    uint64_t offset;
} sum; /* rest + offset */

static uint64_t mask_of(uint32_t w) { return w == 64 ? UINT64_MAX : (1ull << w) - 1; }

static sum split(terms *t, term a) {
    uint64_t c;
    if (term_op(t, a) != OP_BVADD) return (sum){a, 0};
    for (uint32_t i = 0; i < term_arity(t, a); i++)
        if (term_get_u64(t, term_arg(t, a, i), &c))
            return (sum){term_2(t, OP_BVADD, a, term_1(t, OP_BVNEG, term_arg(t, a, i))), c};
    return (sum){a, 0};
}

static bool holds(plainer *x, term lit) { return term_holds(x->s->evaluator, x->m, lit); }

static void push(plainer *x, term lit) {
    if (!term_is_true(x->t, lit)) vec_push(&x->out, lit);
}

/* ---- one side constant ---- */

/* Ranks order constants as the comparison does: unsigned, with the sign bit flipped for signed
 * ones. */
static term bound(plainer *x, const order *o, term side, uint64_t rank, bool low) {
    uint32_t w = term_width(x->t, side);
    uint64_t flip = o->is_signed ? 1ull << (w - 1) : 0;
    term c = term_bv(x->t, w, rank ^ flip);
    order b = low ? (order){c, side, false, o->is_signed} : (order){side, c, false, o->is_signed};
    return order_make(x->t, &b);
}

/* rest + offset within [low, high], all ranks. */
static void interval(plainer *x, const order *o, sum s, uint64_t low, uint64_t high) {
    uint32_t w = term_width(x->t, s.rest);
    uint64_t mask = mask_of(w), flip = o->is_signed ? 1ull << (w - 1) : 0;
    low = ((((low ^ flip) - s.offset) & mask) ^ flip);
    high = ((((high ^ flip) - s.offset) & mask) ^ flip);
    term from = bound(x, o, s.rest, low, true), to = bound(x, o, s.rest, high, false);
    if (low <= high) {
        push(x, from);
        push(x, to);
        return;
    }
    x->exact = false;
    push(x, holds(x, from) ? from : to);
}

static bool with_constant(plainer *x, const order *o) {
    uint32_t w = term_width(x->t, o->low);
    uint64_t c, flip = o->is_signed ? 1ull << (w - 1) : 0, top = mask_of(w);
    bool upper = term_get_u64(x->t, o->high, &c);
    if (!upper && !term_get_u64(x->t, o->low, &c)) return false;
    sum s = split(x->t, upper ? o->low : o->high);
    if (!s.offset) return false;
    c ^= flip;
    if (o->strict && c == (upper ? 0 : top)) return false;
    if (upper) interval(x, o, s, 0, c - o->strict);
    else interval(x, o, s, c + o->strict, top);
    return true;
}

/* ---- two sums ---- */

static bool positive(uint32_t w, uint64_t c) { return c && !(c >> (w - 1)); }

/* All hold in the model: take them instead of, or beside, the literal. */
static bool take(plainer *x, uint32_t n, const term *lits) {
    for (uint32_t i = 0; i < n; i++)
        if (!holds(x, lits[i])) return false;
    for (uint32_t i = 0; i < n; i++) push(x, lits[i]);
    x->exact = false;
    return true;
}

/* x + c < y + c, nothing overflows: x < y. True: the literal is replaced. */
static bool same_offset(plainer *x, const order *o, sum a, sum b) {
    uint32_t w = term_width(x->t, a.rest);
    uint64_t mask = mask_of(w);
    order less = {a.rest, b.rest, o->strict, o->is_signed};
    bool up = !o->is_signed || positive(w, a.offset);
    term guard = up ? bound(x, o, b.rest, mask - a.offset, false)
                    : bound(x, o, a.rest, (0 - a.offset) & mask, true);
    return take(x, 2, (term[]){order_make(x->t, &less), guard});
}

/* x + c <= y with c > 0, x + c does not overflow: x < y besides. */
static void offset_below(plainer *x, const order *o, sum a) {
    uint32_t w = term_width(x->t, a.rest);
    order less = {a.rest, o->high, true, o->is_signed};
    term guard = bound(x, o, a.rest, mask_of(w) - a.offset, false);
    take(x, 3,
         (term[]){order_make(x->t, &less), term_not(x->t, term_eq(x->t, a.rest, o->high)), guard});
}

static void plain(plainer *x, term lit) {
    order o;
    if (!order_read(x->t, lit, &o) || term_width(x->t, o.low) > 64) {
        vec_push(&x->out, lit);
        return;
    }
    if (with_constant(x, &o)) return;
    sum a = split(x->t, o.low), b = split(x->t, o.high);
    uint32_t w = term_width(x->t, o.low);
    bool constants = term_is_const(x->t, o.low) || term_is_const(x->t, o.high);
    if (!constants && a.offset && a.offset == b.offset && same_offset(x, &o, a, b)) return;
    vec_push(&x->out, lit);
    if (!constants && positive(w, a.offset) && !b.offset) offset_below(x, &o, a);
}

bool lit_plain_bounds(literals *s, const model *m, term_vec *lits) {
    LOG("ic3cfa", "plain bounds of %u literals", lits->size);
    plainer x = {.s = s, .t = s->k.t, .m = m, .exact = true};
    for (uint32_t i = 0; i < lits->size; i++) plain(&x, lits->data[i]);
    vec_release(lits);
    *lits = x.out;
    return x.exact;
}
