#include "solver/word.h"

/* ---- making ---- */

word word_new(circuits *c, uint32_t n) {
    return (word){n, arena_alloc(&c->scratch, (n ? n : 1) * sizeof(lit))};
}

word word_constant(circuits *c, uint32_t n, uint64_t value) {
    word r = word_new(c, n);
    for (uint32_t i = 0; i < n; i++) r.bit[i] = i < 64 ? value >> i & 1 : 0;
    return r;
}

word word_fill(circuits *c, uint32_t n, lit a) {
    assert_debug(lit_node(a) < c->graph->nodes.size);
    word r = word_new(c, n);
    for (uint32_t i = 0; i < n; i++) r.bit[i] = a;
    return r;
}

word word_inputs(circuits *c, uint32_t n) {
    word r = word_new(c, n);
    for (uint32_t i = 0; i < n; i++) r.bit[i] = aig_input(c->graph);
    return r;
}

word word_slice(word a, uint32_t low, uint32_t n) { return (word){n, a.bit + low}; }

word word_concat(circuits *c, word high, word low) {
    word r = word_new(c, high.n + low.n);
    memcpy(r.bit, low.bit, low.n * sizeof(lit));
    memcpy(r.bit + low.n, high.bit, high.n * sizeof(lit));
    return r;
}

static word extend(circuits *c, word a, uint32_t n, lit by) {
    if (n <= a.n) return word_slice(a, 0, n);
    return word_concat(c, word_fill(c, n - a.n, by), a);
}

word word_zext(circuits *c, word a, uint32_t n) { return extend(c, a, n, LIT_FALSE); }
word word_sext(circuits *c, word a, uint32_t n) {
    assert_debug(n >= 1 && a.n >= 1);
    return extend(c, a, n, word_top(a));
}

bool word_is_constant(word a) {
    for (uint32_t i = 0; i < a.n; i++)
        if (!lit_is_constant(a.bit[i])) return false;
    return true;
}

bool word_same(word a, word b) { return a.n == b.n && !memcmp(a.bit, b.bit, a.n * sizeof(lit)); }

/* ---- bit by bit ---- */

word word_not(circuits *c, word a) {
    word r = word_new(c, a.n);
    for (uint32_t i = 0; i < a.n; i++) r.bit[i] = lit_not(a.bit[i]);
    return r;
}

word word_and(circuits *c, word a, word b) {
    assert_debug(a.n == b.n);
    word r = word_new(c, a.n);
    for (uint32_t i = 0; i < a.n; i++) r.bit[i] = aig_and(c->graph, a.bit[i], b.bit[i]);
    return r;
}

word word_xor(circuits *c, word a, word b) {
    assert_debug(a.n == b.n);
    word r = word_new(c, a.n);
    for (uint32_t i = 0; i < a.n; i++) r.bit[i] = aig_xor(c->graph, a.bit[i], b.bit[i]);
    return r;
}

word word_mask(circuits *c, word a, lit m) {
    assert_debug(lit_node(m) < c->graph->nodes.size);
    word r = word_new(c, a.n);
    for (uint32_t i = 0; i < a.n; i++) r.bit[i] = aig_and(c->graph, a.bit[i], m);
    return r;
}

word word_ite(circuits *c, lit s, word a, word b) {
    assert_debug(lit_node(s) < c->graph->nodes.size);
    assert_debug(a.n == b.n);
    word r = word_new(c, a.n);
    for (uint32_t i = 0; i < a.n; i++) r.bit[i] = aig_ite(c->graph, s, a.bit[i], b.bit[i]);
    return r;
}

lit word_any(circuits *c, word a) {
    lit r = LIT_FALSE;
    for (uint32_t i = 0; i < a.n; i++) r = aig_or(c->graph, r, a.bit[i]);
    return r;
}

lit word_all(circuits *c, word a) {
    lit r = LIT_TRUE;
    for (uint32_t i = 0; i < a.n; i++) r = aig_and(c->graph, r, a.bit[i]);
    return r;
}

lit word_equal(circuits *c, word a, word b) {
    assert_debug(a.n == b.n);
    lit r = LIT_TRUE;
    for (uint32_t i = 0; i < a.n; i++)
        r = aig_and(c->graph, r, aig_equal(c->graph, a.bit[i], b.bit[i]));
    return r;
}

/* ---- comparisons: one majority a bit, from the lowest ---- */

static lit below(circuits *c, word a, word b, lit otherwise) {
    for (uint32_t i = 0; i < a.n; i++)
        otherwise = aig_majority(c->graph, lit_not(a.bit[i]), b.bit[i], otherwise);
    return otherwise;
}

static lit below_signed(circuits *c, word a, word b, lit otherwise) {
    lit low = below(c, word_slice(a, 0, a.n - 1), word_slice(b, 0, b.n - 1), otherwise);
    return aig_majority(c->graph, word_top(a), lit_not(word_top(b)), low);
}

lit word_ult(circuits *c, word a, word b) {
    assert_debug(a.n == b.n);
    return below(c, a, b, LIT_FALSE);
}
lit word_ule(circuits *c, word a, word b) {
    assert_debug(a.n == b.n);
    return below(c, a, b, LIT_TRUE);
}
lit word_slt(circuits *c, word a, word b) {
    assert_debug(a.n == b.n && a.n >= 1);
    return below_signed(c, a, b, LIT_FALSE);
}
lit word_sle(circuits *c, word a, word b) {
    assert_debug(a.n == b.n && a.n >= 1);
    return below_signed(c, a, b, LIT_TRUE);
}

/* ---- sums ---- */

word word_add(circuits *c, word a, word b, lit carry, lit *out) {
    assert_debug(lit_node(carry) < c->graph->nodes.size);
    assert_debug(a.n == b.n);
    aig *g = c->graph;
    word r = word_new(c, a.n);
    for (uint32_t i = 0; i < a.n; i++) {
        lit x = a.bit[i], y = b.bit[i];
        r.bit[i] = aig_xor(g, aig_xor(g, x, y), carry);
        if (i + 1 < a.n || out) carry = aig_majority(g, x, y, carry);
    }
    if (out) *out = carry;
    return r;
}

word word_sub(circuits *c, word a, word b) {
    assert_debug(a.n == b.n);
    return word_add(c, a, word_not(c, b), LIT_TRUE, NULL);
}
word word_increment(circuits *c, word a, lit by) {
    assert_debug(lit_node(by) < c->graph->nodes.size);
    return word_add(c, a, word_fill(c, a.n, LIT_FALSE), by, NULL);
}
word word_neg(circuits *c, word a) { return word_increment(c, word_not(c, a), LIT_TRUE); }
word word_negate_if(circuits *c, word a, lit s) {
    assert_debug(lit_node(s) < c->graph->nodes.size);
    return word_increment(c, word_xor(c, a, word_fill(c, a.n, s)), s);
}
word word_abs(circuits *c, word a) {
    assert_debug(a.n >= 1);
    return word_negate_if(c, a, word_top(a));
}

/* ---- products ---- */

/* Add b, shifted left by `at`, into the upper bits of a. */
static word add_shifted(circuits *c, word a, word b, uint32_t at, bool minus) {
    if (at >= a.n) return a;
    word high = word_slice(a, at, a.n - at), other = word_zext(c, b, high.n);
    if (minus) other = word_not(c, other);
    high = word_add(c, high, other, lit_of_bool(minus), NULL);
    return word_concat(c, high, word_slice(a, 0, at));
}

/* Digits -1, 0, 1 of a constant, no two neighbours both set: the fewest additions. */
static word mul_constant(circuits *c, word k, word b) {
    word r = word_constant(c, k.n, 0);
    uint32_t carry = 0;
    for (uint32_t i = 0; i < k.n; i++) {
        uint32_t bit = (k.bit[i] == LIT_TRUE) + carry,
                 next = i + 1 < k.n && k.bit[i + 1] == LIT_TRUE;
        carry = bit == 2 || (bit == 1 && next);
        if (bit == 1) r = add_shifted(c, r, b, i, next);
    }
    return r;
}

static word mul_rows(circuits *c, word a, word b) {
    word r = word_mask(c, b, a.bit[0]);
    for (uint32_t i = 1; i < a.n; i++)
        r = add_shifted(c, r, word_mask(c, word_slice(b, 0, b.n - i), a.bit[i]), i, false);
    return r;
}

/* a * a: each product of two different bits once, one place higher. */
static word square(circuits *c, word a) {
    word r = word_constant(c, a.n, 0);
    for (uint32_t i = 0; 2 * i < a.n; i++) {
        word row = word_constant(c, a.n, 0);
        row.bit[2 * i] = a.bit[i];
        for (uint32_t k = i + 1; i + k + 1 < a.n; k++)
            row.bit[i + k + 1] = aig_and(c->graph, a.bit[i], a.bit[k]);
        r = word_concat(c,
                        word_add(c, word_slice(r, 2 * i, r.n - 2 * i),
                                 word_slice(row, 2 * i, r.n - 2 * i), LIT_FALSE, NULL),
                        word_slice(r, 0, 2 * i));
    }
    return r;
}

static uint32_t constants_in(word a) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < a.n; i++) n += lit_is_constant(a.bit[i]);
    return n;
}

word word_mul(circuits *c, word a, word b) {
    assert_debug(a.n == b.n);
    if (word_same(a, b) && !word_is_constant(a)) return square(c, a);
    if (word_is_constant(b) || constants_in(b) > constants_in(a)) {
        word swap = a;
        a = b, b = swap;
    }
    return word_is_constant(a) ? mul_constant(c, a, b) : mul_rows(c, a, b);
}

word word_mul_full(circuits *c, word a, word b) {
    uint32_t n = a.n + b.n;
    return word_mul(c, word_zext(c, a, n), word_zext(c, b, n));
}

lit word_bits_meet(circuits *c, word a, word b, uint32_t least) {
    aig *g = c->graph;
    lit found = LIT_FALSE, above = LIT_FALSE;
    uint32_t next = b.n; /* `above`: some bit of b at `next` or higher is set */
    for (uint32_t i = 0; i < a.n; i++) {
        uint32_t from = i >= least ? 0 : least - i;
        while (next > from) above = aig_or(g, above, b.bit[--next]);
        found = aig_or(g, found, aig_and(g, a.bit[i], from < b.n ? above : LIT_FALSE));
    }
    return found;
}

/* ---- division: restoring, one subtraction and one choice a bit ---- */

/* What every proof about a division starts with, and what the circuit gives away only after a long
 * search: the remainder is less than the divisor unless that is zero, and neither result exceeds
 * the dividend. */
static void tell_division_facts(circuits *c, word a, word b, word q, word rest) {
    aig *g = c->graph;
    lit some = word_any(c, b);
    lit less = aig_implies(g, some, word_ult(c, rest, b)), kept = word_ule(c, rest, a);
    lit remainder_fact = aig_and(g, less, kept),
        quotient_fact = aig_implies(g, some, word_ule(c, q, a));
    for (uint32_t i = 0; i < rest.n; i++) aig_tell_fact(g, rest.bit[i], remainder_fact);
    for (uint32_t i = 0; i < q.n; i++) aig_tell_fact(g, q.bit[i], quotient_fact);
}

void word_divide(circuits *c, word a, word b, word *quotient, word *remainder) {
    assert_debug(a.n == b.n);
    uint32_t n = a.n;
    word q = word_new(c, n), rest = word_fill(c, n, LIT_FALSE),
         minus = word_not(c, word_zext(c, b, n + 1));
    for (uint32_t i = n; i-- > 0;) {
        word shifted = word_new(c, n + 1);
        shifted.bit[0] = a.bit[i];
        memcpy(shifted.bit + 1, rest.bit, n * sizeof(lit));
        lit fits;
        word less = word_add(c, shifted, minus, LIT_TRUE, &fits);
        q.bit[i] = fits;
        rest = word_ite(c, fits, word_slice(less, 0, n), word_slice(shifted, 0, n));
    }
    tell_division_facts(c, a, b, q, rest);
    *quotient = q;
    *remainder = rest;
}

/* ---- shifts ---- */

enum direction { LEFT, RIGHT };

static word shift_constant(circuits *c, word a, uint32_t by, enum direction d, lit fill) {
    word r = word_new(c, a.n);
    for (uint32_t i = 0; i < a.n; i++)
        if (d == LEFT) r.bit[i] = i >= by ? a.bit[i - by] : fill;
        else r.bit[i] = by < a.n - i ? a.bit[i + by] : fill;
    return r;
}

/* Stages while the stage shifts by less than the width; then the higher amount bits clear all. */
static word shift(circuits *c, word a, word by, enum direction d, lit fill) {
    word r = a;
    uint32_t k = 0;
    for (; k < by.n && k < 31 && 1u << k < a.n; k++)
        r = word_ite(c, by.bit[k], shift_constant(c, r, 1u << k, d, fill), r);
    if (k == by.n) return r;
    return word_ite(c, word_any(c, word_slice(by, k, by.n - k)), word_fill(c, a.n, fill), r);
}

word word_shl(circuits *c, word a, word by) {
    assert_debug(by.n >= 1);
    return shift(c, a, by, LEFT, LIT_FALSE);
}
word word_lshr(circuits *c, word a, word by) {
    assert_debug(by.n >= 1);
    return shift(c, a, by, RIGHT, LIT_FALSE);
}
word word_ashr(circuits *c, word a, word by) {
    assert_debug(a.n >= 1 && by.n >= 1);
    return shift(c, a, by, RIGHT, word_top(a));
}

word word_lshr_sticky(circuits *c, word a, word by) {
    assert_debug(a.n >= 1);
    aig *g = c->graph;
    word r = a;
    uint32_t k = 0;
    for (; k < by.n && k < 31 && 1u << k < a.n; k++) {
        word moved = shift_constant(c, r, 1u << k, RIGHT, LIT_FALSE);
        moved.bit[0] = aig_or(g, moved.bit[0], word_any(c, word_slice(r, 0, 1u << k)));
        r = word_ite(c, by.bit[k], moved, r);
    }
    if (k == by.n) return r;
    word all = word_fill(c, a.n, LIT_FALSE);
    all.bit[0] = word_any(c, a);
    return word_ite(c, word_any(c, word_slice(by, k, by.n - k)), all, r);
}

word word_normalize(circuits *c, word a, word *count) {
    assert_debug(a.n >= 1);
    uint32_t stages = bits_for(a.n - 1);
    word by = word_new(c, bits_for(a.n)), r = a;
    for (uint32_t i = 0; i < by.n; i++) by.bit[i] = LIT_FALSE;
    for (uint32_t k = stages; k-- > 0;) {
        uint32_t step = 1u << k;
        if (step >= a.n) continue;
        lit empty = lit_not(word_any(c, word_slice(r, a.n - step, step)));
        r = word_ite(c, empty, shift_constant(c, r, step, LEFT, LIT_FALSE), r);
        by.bit[k] = empty;
    }
    *count = by;
    return r;
}
