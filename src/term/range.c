#include "term/range.h"

#include <stdlib.h>

range range_bool(bool can_true, bool can_false) {
    return (range){.kind = RANGE_BOOL,
                   .can_true = can_true,
                   .can_false = can_false,
                   .empty = !can_true && !can_false};
}

range range_fp_top(terms *t, sort s) {
    assert_debug(sort_is_fp(t, s));
    term infinity = term_fp_double(t, s, 1.0 / 0.0);
    return (range){.kind = RANGE_FP,
                   .nan = true,
                   .number = true,
                   .lo = term_1(t, OP_FP_NEG, infinity),
                   .hi = infinity};
}

range range_top(const terms *t, sort s) {
    assert_debug(sort_is_there(t, s));
    switch (sort_kind_of(t, s)) {
    case SORT_BOOL: return range_bool(true, true);
    case SORT_BV:
        return sort_width(t, s) <= 64 ? range_bv_top(sort_width(t, s)) : (range){.kind = RANGE_ANY};
    case SORT_FP:
        return range_fp_top((terms *)(uintptr_t)t, s); /* makes the constant, changes no term */
    case SORT_INT:
    case SORT_REAL: return (range){.kind = RANGE_NUMBER};
    default: return (range){.kind = RANGE_ANY};
    }
}

static bool is_nan(terms *t, term a) { return term_is_true(t, term_1(t, OP_FP_IS_NAN, a)); }

range range_constant(terms *t, term constant) {
    assert_debug(term_is_const(t, constant));
    sort s = term_sort(t, constant);
    uint64_t raw;
    switch (sort_kind_of(t, s)) {
    case SORT_BOOL: return range_bool(term_is_true(t, constant), term_is_false(t, constant));
    case SORT_BV:
        if (sort_width(t, s) > 64 || !term_get_u64(t, constant, &raw))
            return (range){.kind = RANGE_ANY};
        return range_bv_unsigned(sort_width(t, s), raw, raw);
    case SORT_FP:
        if (is_nan(t, constant)) {
            range a = range_fp_top(t, s);
            a.number = false;
            return a;
        }
        return (range){.kind = RANGE_FP, .number = true, .lo = constant, .hi = constant};
    case SORT_INT:
    case SORT_REAL: return (range){.kind = RANGE_NUMBER, .lo = constant, .hi = constant};
    default: return (range){.kind = RANGE_ANY};
    }
}

bool constant_le(terms *t, term a, term b) {
    assert_debug(term_is_const(t, a) && term_is_const(t, b));
    assert_debug(term_sort(t, a).id == term_sort(t, b).id);
    return term_is_true(t, term_2(t, sort_is_fp(t, term_sort(t, a)) ? OP_FP_LE : OP_LE, a, b));
}

term constant_min(terms *t, term a, term b) {
    assert_debug(term_sort(t, a).id == term_sort(t, b).id);
    return constant_le(t, a, b) ? a : b;
}
term constant_max(terms *t, term a, term b) {
    assert_debug(term_sort(t, a).id == term_sort(t, b).id);
    return constant_le(t, a, b) ? b : a;
}

bool range_equal(const range *a, const range *b) {
    if (a->kind != b->kind || a->empty != b->empty) return false;
    if (a->empty) return true;
    switch (a->kind) {
    case RANGE_BOOL: return a->can_true == b->can_true && a->can_false == b->can_false;
    case RANGE_BV:
        return a->ulo == b->ulo && a->uhi == b->uhi && a->slo == b->slo && a->shi == b->shi &&
               a->zeros == b->zeros && a->ones == b->ones && a->count == b->count &&
               !memcmp(a->set, b->set, a->count * sizeof *a->set);
    case RANGE_FP:
        if (a->nan != b->nan || a->number != b->number) return false;
        return !a->number || (same(a->lo, b->lo) && same(a->hi, b->hi));
    case RANGE_NUMBER: return same(a->lo, b->lo) && same(a->hi, b->hi);
    default: return true;
    }
}

bool range_is_top(terms *t, sort s, const range *a) {
    assert_debug(sort_is_there(t, s));
    range top = range_top(t, s);
    return range_equal(a, &top);
}

term range_single(terms *t, sort s, const range *a) {
    assert_debug(sort_is_there(t, s));
    term none = {0};
    if (a->empty) return none;
    switch (a->kind) {
    case RANGE_BOOL: return a->can_true != a->can_false ? term_bool(t, a->can_true) : none;
    case RANGE_BV: return a->ulo == a->uhi ? term_bv(t, a->width, a->ulo) : none;
    case RANGE_FP: /* the interval does not tell +0 from -0 */
        if (a->nan || !same(a->lo, a->hi) || term_is_true(t, term_1(t, OP_FP_IS_ZERO, a->lo)))
            return none;
        return a->lo;
    case RANGE_NUMBER:
        return a->lo.id && same(a->lo, a->hi) && same_sort(s, term_sort(t, a->lo)) ? a->lo : none;
    default: return none;
    }
}

static range join_fp(terms *t, const range *a, const range *b) {
    range out = *a;
    out.nan = a->nan || b->nan;
    out.number = a->number || b->number;
    if (!a->number) out.lo = b->lo, out.hi = b->hi;
    if (a->number && b->number) {
        out.lo = constant_min(t, a->lo, b->lo);
        out.hi = constant_max(t, a->hi, b->hi);
    }
    return out;
}

static range join_bv(const range *a, const range *b) {
    range out = *a;
    if (b->ulo < out.ulo) out.ulo = b->ulo;
    if (b->uhi > out.uhi) out.uhi = b->uhi;
    if (b->slo < out.slo) out.slo = b->slo;
    if (b->shi > out.shi) out.shi = b->shi;
    out.zeros &= b->zeros;
    out.ones &= b->ones;
    range_bv_join_sets(&out, a, b);
    return out;
}

range range_join(terms *t, const range *a, const range *b) {
    assert_debug(a->empty || b->empty || a->kind == b->kind);
    if (a->empty) return *b;
    if (b->empty) return *a;
    range out = *a;
    switch (a->kind) {
    case RANGE_BOOL: return range_bool(a->can_true || b->can_true, a->can_false || b->can_false);
    case RANGE_BV: return join_bv(a, b);
    case RANGE_FP: return join_fp(t, a, b);
    case RANGE_NUMBER:
        out.lo = a->lo.id && b->lo.id ? constant_min(t, a->lo, b->lo) : (term){0};
        out.hi = a->hi.id && b->hi.id ? constant_max(t, a->hi, b->hi) : (term){0};
        return out;
    default: return out;
    }
}

static range meet_bv(const range *a, const range *b) {
    range out = *a;
    if (b->ulo > out.ulo) out.ulo = b->ulo;
    if (b->uhi < out.uhi) out.uhi = b->uhi;
    if (b->slo > out.slo) out.slo = b->slo;
    if (b->shi < out.shi) out.shi = b->shi;
    out.zeros |= b->zeros;
    out.ones |= b->ones;
    range_bv_meet_sets(&out, a, b);
    range_bv_normalize(&out);
    return out;
}

static range meet_fp(terms *t, const range *a, const range *b) {
    range out = *a;
    out.nan = a->nan && b->nan;
    out.number = a->number && b->number;
    if (out.number) {
        out.lo = constant_max(t, a->lo, b->lo);
        out.hi = constant_min(t, a->hi, b->hi);
        out.number = constant_le(t, out.lo, out.hi);
    }
    out.empty = !out.nan && !out.number;
    return out;
}

static range meet_number(terms *t, const range *a, const range *b) {
    range out = *a;
    if (b->lo.id) out.lo = out.lo.id ? constant_max(t, out.lo, b->lo) : b->lo;
    if (b->hi.id) out.hi = out.hi.id ? constant_min(t, out.hi, b->hi) : b->hi;
    out.empty = out.lo.id && out.hi.id && !constant_le(t, out.lo, out.hi);
    return out;
}

range range_meet(terms *t, const range *a, const range *b) {
    assert_debug(a->empty || b->empty || a->kind == b->kind);
    if (a->empty) return *a;
    if (b->empty) return *b;
    switch (a->kind) {
    case RANGE_BOOL: return range_bool(a->can_true && b->can_true, a->can_false && b->can_false);
    case RANGE_BV: return meet_bv(a, b);
    case RANGE_FP: return meet_fp(t, a, b);
    case RANGE_NUMBER: return meet_number(t, a, b);
    default: return *a;
    }
}

bool range_within(terms *t, const range *a, const range *b) {
    assert_debug(a->empty || b->empty || a->kind == b->kind);
    range joined = range_join(t, a, b);
    return range_equal(&joined, b);
}

/* ---- formulas ---- */
static term fact_set(terms *t, term var, const range *a) {
    term_vec parts = {0};
    for (uint32_t i = 0; i < a->count; i++)
        vec_push(&parts, term_eq(t, var, term_bv(t, a->width, (uint64_t)(int64_t)a->set[i])));
    term any = term_or_n(t, parts.size, parts.data);
    vec_release(&parts);
    return any;
}

static void fact_bv(terms *t, term var, const range *a, term_vec *out) {
    uint32_t w = a->width;
    uint64_t mask = bv_mask(w);
    bool gaps = a->count && (a->uhi - a->ulo + 1 != a->count);
    if (gaps) vec_push(out, fact_set(t, var, a));
    range implied = range_bv_unsigned(w, a->ulo, a->uhi);
    if (a->ulo) vec_push(out, term_2(t, OP_BVULE, term_bv(t, w, a->ulo), var));
    if (a->uhi != mask) vec_push(out, term_2(t, OP_BVULE, var, term_bv(t, w, a->uhi)));
    if (a->slo > implied.slo)
        vec_push(out, term_2(t, OP_BVSLE, term_bv(t, w, (uint64_t)a->slo), var));
    if (a->shi < implied.shi)
        vec_push(out, term_2(t, OP_BVSLE, var, term_bv(t, w, (uint64_t)a->shi)));
    uint64_t known = (a->zeros | a->ones) & ~(implied.zeros | implied.ones);
    if (known)
        vec_push(out, term_eq(t, term_2(t, OP_BVAND, var, term_bv(t, w, known)),
                              term_bv(t, w, a->ones & known)));
}

static term fact_fp(terms *t, term var, const range *a) {
    term nan_test = term_1(t, OP_FP_IS_NAN, var);
    if (!a->number) return nan_test;
    range top = range_fp_top(t, term_sort(t, var));
    term parts[2] = {same(a->lo, top.lo) ? term_true(t) : term_2(t, OP_FP_LE, a->lo, var),
                     same(a->hi, top.hi) ? term_true(t) : term_2(t, OP_FP_LE, var, a->hi)};
    term within = term_and_n(t, 2, parts);
    if (a->nan) return term_or(t, nan_test, within);
    return term_is_true(t, within) ? term_not(t, nan_test) : within;
}

term range_fact(terms *t, term var, const range *a) {
    assert_debug(term_is_there(t, var));
    if (a->empty) return term_false(t);
    term single = range_single(t, term_sort(t, var), a);
    if (single.id) return term_eq(t, var, single);
    term_vec parts = {0};
    if (a->kind == RANGE_BV) fact_bv(t, var, a, &parts);
    if (a->kind == RANGE_FP) vec_push(&parts, fact_fp(t, var, a));
    if (a->kind == RANGE_NUMBER && a->lo.id) vec_push(&parts, term_2(t, OP_LE, a->lo, var));
    if (a->kind == RANGE_NUMBER && a->hi.id) vec_push(&parts, term_2(t, OP_LE, var, a->hi));
    term fact = term_and_n(t, parts.size, parts.data);
    vec_release(&parts);
    return fact;
}

/* ---- widening ---- */
static void add_threshold(thresholds *h, terms *t, term constant) {
    sort s = term_sort(t, constant);
    uint64_t raw;
    if (sort_kind_of(t, s) == SORT_BV && sort_width(t, s) <= 64 &&
        term_get_u64(t, constant, &raw)) {
        int64_t value = bv_signed(sort_width(t, s), raw);
        for (int d = -1; d <= 1; d++) {
            vec_push(&h->of_unsigned, raw + (uint64_t)d);
            vec_push(&h->of_signed, (int64_t)((uint64_t)value + (uint64_t)d));
        }
    }
    bool number = sort_kind_of(t, s) == SORT_INT || sort_kind_of(t, s) == SORT_REAL;
    if (number || (sort_is_fp(t, s) && !is_nan(t, constant))) vec_push(&h->numbers, constant);
}

void thresholds_collect(thresholds *h, terms *t, term a, term_walk *seen) {
    assert_debug(term_is_there(t, a));
    walk_add(seen, a);
    for (term x; walk_next(seen, &x);) {
        if (!term_arity(t, x) && term_is_const(t, x)) add_threshold(h, t, x);
        walk_below(seen, t, x);
    }
}

static int by_signed(const void *a, const void *b) {
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

void thresholds_sort(thresholds *h) {
    if (h->of_unsigned.size)
        qsort(h->of_unsigned.data, h->of_unsigned.size, sizeof(uint64_t), u64_compare);
    if (h->of_signed.size) qsort(h->of_signed.data, h->of_signed.size, sizeof(int64_t), by_signed);
}

void thresholds_release(thresholds *h) {
    vec_release(&h->of_unsigned);
    vec_release(&h->of_signed);
    vec_release(&h->numbers);
}

enum range_order { AS_UNSIGNED, AS_SIGNED };

/* How many of the thresholds, which are in their order, come before x. Signed numbers come in the
 * order of unsigned ones once their sign is flipped. */
static uint32_t count_before(const thresholds *h, enum range_order order, uint64_t x) {
    const uint64_t *data =
        order == AS_SIGNED ? (const uint64_t *)h->of_signed.data : h->of_unsigned.data;
    uint64_t flip = order == AS_SIGNED ? 1ull << 63 : 0;
    uint32_t lo = 0, hi = order == AS_SIGNED ? h->of_signed.size : h->of_unsigned.size;
    while (lo < hi) {
        uint32_t mid = (lo + hi) / 2;
        if ((data[mid] ^ flip) < (x ^ flip)) lo = mid + 1;
        else hi = mid;
    }
    return lo;
}

/* The least threshold of at least x within the limit, otherwise the limit. */
static uint64_t up_unsigned(const thresholds *h, uint64_t x, uint64_t limit) {
    uint32_t at = count_before(h, AS_UNSIGNED, x);
    return at < h->of_unsigned.size && h->of_unsigned.data[at] < limit ? h->of_unsigned.data[at]
                                                                       : limit;
}

static int64_t up_signed(const thresholds *h, int64_t x, int64_t limit) {
    uint32_t at = count_before(h, AS_SIGNED, (uint64_t)x);
    return at < h->of_signed.size && h->of_signed.data[at] < limit ? h->of_signed.data[at] : limit;
}

/* The greatest threshold of at most x, within the limit. */
static uint64_t down_unsigned(const thresholds *h, uint64_t x) {
    uint32_t after = x == UINT64_MAX ? h->of_unsigned.size : count_before(h, AS_UNSIGNED, x + 1);
    return after ? h->of_unsigned.data[after - 1] : 0;
}

static int64_t down_signed(const thresholds *h, int64_t x, int64_t limit) {
    uint32_t after =
        x == INT64_MAX ? h->of_signed.size : count_before(h, AS_SIGNED, (uint64_t)x + 1);
    return after && h->of_signed.data[after - 1] > limit ? h->of_signed.data[after - 1] : limit;
}

static bool is_threshold(const thresholds *h, int64_t x) { return up_signed(h, x, INT64_MAX) == x; }

/* A list may grow by constants of the program only: counters do not stay listed. */
static bool lists_constants(const thresholds *h, const range *old, const range *joined) {
    uint32_t j = 0;
    for (uint32_t i = 0; i < joined->count; i++) {
        int64_t v = joined->set[i];
        while (j < old->count && old->set[j] < v) j++;
        bool was = old->count ? j < old->count && old->set[j] == v : old->slo == v;
        if (!was && !is_threshold(h, v)) return false;
    }
    return joined->count != 0;
}

static range widen_bv(const thresholds *h, const range *old, const range *now) {
    range out = join_bv(old, now);
    if (lists_constants(h, old, &out)) return out;
    out.count = 0;
    if (out.ulo < old->ulo) out.ulo = down_unsigned(h, out.ulo);
    if (out.uhi > old->uhi) out.uhi = up_unsigned(h, out.uhi, bv_mask(out.width));
    if (out.slo < old->slo) out.slo = down_signed(h, out.slo, bv_min(out.width));
    if (out.shi > old->shi) out.shi = up_signed(h, out.shi, bv_max(out.width));
    return out;
}

/* The tightest constant of the sort that bounds `a` from above (below); none where there is none.
 */
static term number_threshold(const thresholds *h, terms *t, term a, bool above) {
    term best = {0};
    for (uint32_t i = 0; i < h->numbers.size; i++) {
        term c = h->numbers.data[i];
        if (!same_sort(term_sort(t, c), term_sort(t, a))) continue;
        if (!(above ? constant_le(t, a, c) : constant_le(t, c, a))) continue;
        if (!best.id || (above ? constant_le(t, c, best) : constant_le(t, best, c))) best = c;
    }
    return best;
}

static range widen_number(const thresholds *h, terms *t, const range *old, const range *joined) {
    range out = *joined;
    if (out.lo.id && !same(out.lo, old->lo)) out.lo = number_threshold(h, t, out.lo, false);
    if (out.hi.id && !same(out.hi, old->hi)) out.hi = number_threshold(h, t, out.hi, true);
    if (out.kind != RANGE_FP) return out;
    range top = range_fp_top(t, term_sort(t, joined->lo));
    if (!out.lo.id) out.lo = top.lo;
    if (!out.hi.id) out.hi = top.hi;
    return out;
}

range range_widen(terms *t, const thresholds *h, const range *old, const range *now) {
    assert_debug(old->empty || now->empty || old->kind == now->kind);
    if (old->empty) return *now;
    if (old->kind == RANGE_BV) return widen_bv(h, old, now);
    range joined = range_join(t, old, now);
    bool numbers =
        old->kind == RANGE_NUMBER || (old->kind == RANGE_FP && old->number && joined.number);
    return numbers ? widen_number(h, t, old, &joined) : joined;
}
