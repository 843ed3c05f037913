/* The contractors of icp, one by one, against the evaluator.
 *
 * A term of one or two operations gets a random point, and every node of it a random domain around
 * its value there. Contracting the nodes, in any order, must leave each value in its domain; so
 * must joins, and one part of each split. Words of many widths, both float formats, all rounding
 * modes and an open one, values at the edges of all of them.
 *
 *   fuzz_icp_contract [SEED [ROUNDS]] */
#include "fuzz/random_float.h"
#include "solver/icp/internal.h"
#include "term/range.h"
#include "term/smtlib.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static const uint32_t widths[] = {1, 2, 3, 8, 16, 31, 32, 33, 52, 53, 54, 55, 63, 64};
enum { WIDTHS = sizeof widths / sizeof *widths, SHARED = 3, ENOUGH_ROUNDS = 20000 };

typedef struct {
    terms *t;
    values *v;
    evaluator *e;
    model point;
    icp_solver *s;
    rng r;
    vec(value) at; /* by node: its value at the point */
    term root;
    uint64_t contracted, smaller;
    uint64_t backwards[OP_COUNT]; /* by operation: how often an argument became smaller */
} fuzz;

static bool coin(fuzz *z) { return random_below(&z->r, 2); }

static sort single(fuzz *z) { return sort_fp(z->t, 8, 24); }
static sort twice(fuzz *z) { return sort_fp(z->t, 11, 53); }
static sort word(fuzz *z, uint32_t width) { return sort_bv(z->t, width); }
static sort any_float_sort(fuzz *z) { return coin(z) ? single(z) : twice(z); }
static uint32_t any_width(fuzz *z) { return widths[random_below(&z->r, WIDTHS)]; }
static sort any_sort(fuzz *z) {
    uint32_t k = random_below(&z->r, 5);
    return k == 0 ? sort_bool(z->t) : k < 3 ? any_float_sort(z) : word(z, any_width(z));
}

/* ---- values at the edges ---- */

/* Near zero, near a power of two, near its negative, or anything. */
static uint64_t edge_bits(fuzz *z, uint32_t width) {
    uint64_t near = (uint64_t)random_below(&z->r, 5) - 2,
             power = 1ull << random_below(&z->r, width);
    switch (random_below(&z->r, 5)) {
    case 0: return near;
    case 1: return power + near;
    case 2: return -power + near;
    case 3: return random_u64(&z->r) >> random_below(&z->r, 64);
    default: return random_u64(&z->r);
    }
}

static double edge_number(fuzz *z) {
    double whole = ldexp(1 + random_below(&z->r, 3) * 0.5, (int)random_below(&z->r, 140) - 70);
    double near = (double)(int64_t)edge_bits(z, 64);
    double x = coin(z) ? whole : coin(z) ? near : near + 0.5;
    return coin(z) ? x : -x;
}

static uint64_t float_bits(fuzz *z, uint8_t format) {
    uint32_t fraction = format == SPAN_SINGLE ? 23 : 52, width = format == SPAN_SINGLE ? 32 : 64;
    uint64_t exponent = bv_mask(width - 1 - fraction) << fraction, sign = 1ull << (width - 1),
             bits = random_u64(&z->r) & bv_mask(width);
    uint64_t few = random_below(&z->r, 4), one = exponent >> 1 & exponent;
    switch (random_below(&z->r, 10)) {
    case 0: return bits & sign;
    case 1: return (bits & sign) | exponent;
    case 2: return span_to_bits(format, (double)NAN);
    case 3: return bits & ~exponent;
    case 4: return (bits & sign) | few;
    case 5: return (bits & sign) | (exponent - 1 - few);
    case 6: return (bits & sign) | (((1ull << fraction) - 2 + few) & ~sign);
    case 7: return bits;
    case 8: return (bits & sign) | (one + few - 2);
    default: return span_to_bits(format, edge_number(z)) + (coin(z) ? 0 : few - 1);
    }
}

static value random_value(fuzz *z, sort s) {
    uint8_t format;
    value x = {s, 0};
    if (sort_kind_of(z->t, s) == SORT_RM) x.bits = random_below(&z->r, 5);
    else if (span_format_of(z->t, s, &format)) {
        x.bits = float_bits(z, format) & bv_mask(sort_width(z->t, s));
        x.bits = span_to_bits(format, span_of_bits(format, x.bits)); /* one NaN */
    } else x.bits = edge_bits(z, sort_width(z->t, s)) & bv_mask(sort_width(z->t, s));
    return x;
}

/* ---- terms ---- */

static term leaf(fuzz *z, sort s) {
    if (!random_below(&z->r, 5)) return value_to_term(z->v, random_value(z, s));
    char name[32];
    snprintf(name, sizeof name, "v%u_%u", s.id, random_below(&z->r, SHARED));
    term x = term_var(z->t, name, s);
    if (!model_has(&z->point, x)) model_set(&z->point, x, random_value(z, s));
    return x;
}

static term make(fuzz *z, sort s, uint32_t depth);
static term below(fuzz *z, sort s, uint32_t depth) {
    return depth > 1 && coin(z) ? make(z, s, depth - 1) : leaf(z, s);
}

static term mode(fuzz *z) {
    return random_below(&z->r, 6) ? term_rm(z->t, (enum rounding)random_below(&z->r, 5))
                                  : leaf(z, sort_rm(z->t));
}

static term look_up(fuzz *z, sort s, uint32_t depth) {
    uint32_t width = any_width(z);
    term table = term_const_array(z->t, sort_array(z->t, word(z, width), s),
                                  value_to_term(z->v, random_value(z, s)));
    for (uint32_t i = 0; i < 5; i++)
        table = term_store(z->t, table, term_bv(z->t, width, edge_bits(z, width)),
                           value_to_term(z->v, random_value(z, s)));
    return term_select(z->t, table, below(z, word(z, width), depth));
}

static term convert(fuzz *z, sort s, uint32_t depth) {
    uint32_t eb = sort_eb(z->t, s), sb = sort_sb(z->t, s);
    switch (random_below(&z->r, 4)) {
    case 0:
        return term_app_indexed(z->t, OP_FP_FROM_BITS, eb, sb, 1,
                                (term[]){below(z, word(z, eb + sb), depth)});
    case 1:
        return term_app_indexed(z->t, OP_FP_FROM_FP, eb, sb, 2,
                                (term[]){mode(z), below(z, any_float_sort(z), depth)});
    case 2:
        return term_app_indexed(z->t, OP_FP_FROM_SBV, eb, sb, 2,
                                (term[]){mode(z), below(z, word(z, any_width(z)), depth)});
    default:
        return term_app_indexed(z->t, OP_FP_FROM_UBV, eb, sb, 2,
                                (term[]){mode(z), below(z, word(z, any_width(z)), depth)});
    }
}

static term make_float(fuzz *z, sort s, uint32_t depth) {
    terms *t = z->t;
    term a = below(z, s, depth), b = random_below(&z->r, 5) ? below(z, s, depth) : a;
    uint32_t which = random_below(&z->r, FLOAT_OPERATIONS + 7);
    if (which < FLOAT_OPERATIONS)
        return float_operation(t, which, mode(z), a, b, below(z, s, depth));
    switch (which - FLOAT_OPERATIONS) {
    case 0: return term_2(t, coin(z) ? OP_FP_MIN : OP_FP_MAX, a, b);
    case 1: return same_sort(s, single(z)) ? term_2(t, OP_FP_REM, a, b) : a;
    case 2: return term_ite(t, below(z, sort_bool(t), depth), a, b);
    case 3: return look_up(z, s, depth);
    default: return convert(z, s, depth);
    }
}

static term slice(fuzz *z, uint32_t w, uint32_t depth) {
    uint32_t from = any_width(z);
    term a = below(z, word(z, from), depth);
    if (from > w) {
        uint32_t low = random_below(&z->r, 3) ? random_below(&z->r, from - w + 1) : 0;
        return term_extract(z->t, low + w - 1, low, a);
    }
    if (from < w && !random_below(&z->r, 3))
        return term_2(z->t, OP_CONCAT, below(z, word(z, w - from), depth), a);
    return coin(z) ? term_zext(z->t, a, w) : term_sext(z->t, a, w);
}

static term make_word(fuzz *z, sort s, uint32_t depth) {
    static const enum op two[] = {OP_BVADD,  OP_BVMUL,  OP_BVAND,  OP_BVOR,   OP_BVXOR,
                                  OP_BVSUB,  OP_BVUDIV, OP_BVUREM, OP_BVSDIV, OP_BVSREM,
                                  OP_BVSMOD, OP_BVSHL,  OP_BVLSHR, OP_BVASHR};
    uint32_t w = sort_width(z->t, s);
    term a = below(z, s, depth), b = random_below(&z->r, 5) ? below(z, s, depth) : a;
    switch (random_below(&z->r, 10)) {
    case 0:
        return term_app_indexed(z->t, OP_FP_TO_SBV, w, 0, 2,
                                (term[]){mode(z), below(z, any_float_sort(z), depth)});
    case 1:
        return term_app_indexed(z->t, OP_FP_TO_UBV, w, 0, 2,
                                (term[]){mode(z), below(z, any_float_sort(z), depth)});
    case 2:
        if (w != 32 && w != 64) return term_1(z->t, OP_BVNOT, a);
        return term_1(z->t, OP_FP_TO_BITS, below(z, w == 32 ? single(z) : twice(z), depth));
    case 3: return term_ite(z->t, below(z, sort_bool(z->t), depth), a, b);
    case 4: return look_up(z, s, depth);
    case 5: return slice(z, w, depth);
    case 6:
        return term_app(z->t,
                        random_below(&z->r, 3) ? OP_BVADD
                        : coin(z)              ? OP_BVAND
                                               : OP_BVOR,
                        3, (term[]){a, b, below(z, s, depth)});
    default: return term_2(z->t, two[random_below(&z->r, sizeof two / sizeof *two)], a, b);
    }
}

static term make_truth(fuzz *z, uint32_t depth) {
    static const enum op classes[] = {OP_FP_IS_NORMAL, OP_FP_IS_SUBNORMAL, OP_FP_IS_ZERO,
                                      OP_FP_IS_INF,    OP_FP_IS_NAN,       OP_FP_IS_NEG,
                                      OP_FP_IS_POS};
    static const enum op orders[] = {OP_FP_LE, OP_FP_LT, OP_FP_EQ, OP_EQ};
    static const enum op words[] = {OP_BVULT,   OP_BVSLT,   OP_EQ,      OP_BVULE,
                                    OP_BVUADDO, OP_BVSADDO, OP_BVUSUBO, OP_BVSSUBO,
                                    OP_BVUMULO, OP_BVSMULO, OP_BVSDIVO};
    sort f = any_float_sort(z), w = word(z, any_width(z)), b = sort_bool(z->t);
    switch (random_below(&z->r, 8)) {
    case 0: return term_1(z->t, classes[random_below(&z->r, 7)], below(z, f, depth));
    case 1:
    case 2:
        return term_2(z->t, orders[random_below(&z->r, 4)], below(z, f, depth), below(z, f, depth));
    case 3:
    case 4:
        return term_2(z->t, words[random_below(&z->r, 11)], below(z, w, depth), below(z, w, depth));
    case 5: return term_and(z->t, below(z, b, depth), below(z, b, depth));
    case 6: return term_2(z->t, OP_EQ, below(z, b, depth), below(z, b, depth));
    default: return term_or(z->t, below(z, b, depth), below(z, b, depth));
    }
}

static term make(fuzz *z, sort s, uint32_t depth) {
    if (sort_kind_of(z->t, s) == SORT_BOOL) return make_truth(z, depth);
    return sort_is_fp(z->t, s) ? make_float(z, s, depth) : make_word(z, s, depth);
}

/* ---- domains around a value ---- */

static bool contains(const dom *d, const icp_node *n, value v) {
    if (d->kind == DOM_ANY) return true;
    if (d->empty) return false;
    int64_t i = d->kind == DOM_WORD ? bv_signed(n->width, v.bits) : 0;
    switch (d->kind) {
    case DOM_BOOL: return v.bits ? d->can_true : d->can_false;
    case DOM_FLOAT: return span_within(span_point(span_of_bits(n->format, v.bits)), d->f);
    default:
        return v.bits >= d->w.ulo && v.bits <= d->w.uhi && i >= d->w.slo && i <= d->w.shi &&
               !(v.bits & d->w.zeros) && !(d->w.ones & ~v.bits);
    }
}

/* How far a bound is away: often not at all. */
static uint64_t distance(fuzz *z) {
    uint32_t k = random_below(&z->r, 4);
    return k == 0   ? 0
           : k == 1 ? random_below(&z->r, 4)
                    : random_u64(&z->r) >> random_below(&z->r, 64);
}

static uint64_t down(fuzz *z, uint64_t x, uint64_t least) {
    uint64_t d = distance(z);
    return x - least < d ? least : x - d;
}
static uint64_t up(fuzz *z, uint64_t x, uint64_t most) {
    uint64_t d = distance(z);
    return most - x < d ? most : x + d;
}

static dom around_word(fuzz *z, uint32_t w, uint64_t x) {
    uint64_t mask = bv_mask(w), flip = 1ull << (w - 1), biased = x ^ flip;
    uint64_t known = random_u64(&z->r) & random_u64(&z->r) & (coin(z) ? mask : 0);
    dom top = dom_top(z->t, word(z, w)), d = top;
    if (coin(z)) d.w.ulo = down(z, x, 0), d.w.uhi = up(z, x, mask);
    if (coin(z))
        d.w.slo = bv_signed(w, down(z, biased, 0) ^ flip),
        d.w.shi = bv_signed(w, up(z, biased, mask) ^ flip);
    d.w.zeros = known & ~x;
    d.w.ones = known & x;
    return dom_meet(&top, &d, w);
}

static int64_t rank_of(uint8_t format, double x) {
    uint64_t bits = span_to_bits(format, x), sign = format == SPAN_SINGLE ? 1ull << 31 : 1ull << 63;
    return bits & sign ? -(int64_t)(bits & ~sign) - 1 : (int64_t)bits;
}
static double of_rank(uint8_t format, int64_t r) {
    uint64_t sign = format == SPAN_SINGLE ? 1ull << 31 : 1ull << 63;
    return span_of_bits(format, r < 0 ? (uint64_t)(-(r + 1)) | sign : (uint64_t)r);
}

static dom around_float(fuzz *z, uint8_t format, double x) {
    bool nan = isnan(x) || coin(z);
    if (isnan(x) && coin(z)) return dom_float(span_point(x));
    double from = isnan(x) ? span_of_bits(format, float_bits(z, format)) : x;
    if (isnan(from)) from = 0;
    int64_t r = rank_of(format, from), most = rank_of(format, INFINITY), least = -most - 1;
    uint64_t far = distance(z), near = distance(z);
    span f =
        span_numbers((uint64_t)(r - least) < far ? -INFINITY : of_rank(format, r - (int64_t)far),
                     (uint64_t)(most - r) < near ? INFINITY : of_rank(format, r + (int64_t)near));
    f.nan = nan;
    return dom_float(f);
}

static dom around(fuzz *z, const icp_node *n, const dom *top, value v) {
    if (top->kind == DOM_ANY || !random_below(&z->r, 4)) return *top;
    if (top->kind == DOM_BOOL) return coin(z) ? *top : dom_bool(v.bits, !v.bits);
    if (top->kind == DOM_WORD) return around_word(z, n->width, v.bits);
    return around_float(z, n->format, span_of_bits(n->format, v.bits));
}

/* ---- one round ---- */

static void print_dom(const dom *d) {
    if (d->kind == DOM_BOOL) printf("true %d, false %d", d->can_true, d->can_false);
    if (d->kind == DOM_FLOAT)
        printf("%.17g (%a) .. %.17g (%a), number %d, NaN %d", d->f.lo, d->f.lo, d->f.hi, d->f.hi,
               d->f.number, d->f.nan);
    if (d->kind == DOM_WORD)
        printf("%llx .. %llx, signed %lld .. %lld, zeros %llx, ones %llx",
               (unsigned long long)d->w.ulo, (unsigned long long)d->w.uhi, (long long)d->w.slo,
               (long long)d->w.shi, (unsigned long long)d->w.zeros, (unsigned long long)d->w.ones);
    printf("%s\n", d->empty ? ", empty" : "");
}

static _Noreturn void complain(fuzz *z, const char *what, uint32_t by, uint32_t node,
                               const dom *before) {
    text out = {0};
    printf("fuzz_icp_contract: %s\n", what);
    for (uint32_t i = 0; i < z->s->graph.nodes.size; i++) {
        text_clear(&out);
        smtlib_term(z->t, z->s->graph.nodes.data[i].term, &out);
        printf("%s%s%u: %s = %llx\n   was ", i == node ? "lost " : "", i == by ? "by " : "", i,
               text_string(&out), (unsigned long long)z->at.data[i].bits);
        print_dom(&before[i]);
        printf("   now ");
        print_dom(&z->s->graph.doms.data[i]);
    }
    exit(1);
}

static void check_values(fuzz *z, uint32_t by, bool consistent, const dom *before) {
    for (uint32_t i = 0; i < z->s->graph.nodes.size; i++)
        if (!contains(&z->s->graph.doms.data[i], &z->s->graph.nodes.data[i], z->at.data[i]))
            complain(z, "a value is lost", by, i, before);
    if (!consistent) complain(z, "a contradiction, but there is a solution", by, by, before);
}

static void check_domain(fuzz *z, uint32_t node, const dom *all) {
    const icp_node *n = &z->s->graph.nodes.data[node];
    const dom *d = &all[node];
    value v = z->at.data[node];
    dom first, second, other = *d;
    if (dom_split(d, n, &first, &second)) {
        if (!contains(&first, n, v) && !contains(&second, n, v))
            complain(z, "split loses a value", node, node, all);
        other = coin(z) ? first : second;
    }
    dom both = dom_join(d, &other), turned = dom_join(&other, d);
    if (!contains(&both, n, v) || !contains(&turned, n, v))
        complain(z, "a join loses a value", node, node, all);
}

static void enter_point(fuzz *z) {
    vec_clear(&z->at);
    for (uint32_t i = 0; i < z->s->graph.nodes.size; i++) {
        const icp_node *n = &z->s->graph.nodes.data[i];
        value v = {term_sort(z->t, n->term), 0};
        if (z->s->graph.doms.data[i].kind != DOM_ANY) v = term_eval(z->e, &z->point, n->term);
        vec_push(&z->at, v);
        if (!term_is_const(z->t, n->term))
            z->s->graph.doms.data[i] = around(z, n, &z->s->graph.doms.data[i], v);
        check_domain(z, i, z->s->graph.doms.data);
    }
}

static bool argument_changed(const fuzz *z, uint32_t node, const dom *before) {
    const icp_node *n = &z->s->graph.nodes.data[node];
    for (uint32_t i = 0; i < n->args; i++) {
        uint32_t k = arg_of(z->s, n, i);
        if (!dom_within(&before[k], &z->s->graph.doms.data[k])) return true;
    }
    return false;
}

static void contract_all(fuzz *z) {
    vec(dom) before = {0};
    for (uint32_t round = 0; round < 2 * z->s->graph.nodes.size; round++) {
        uint32_t i = random_below(&z->r, z->s->graph.nodes.size);
        if (!z->s->graph.nodes.data[i].args) continue;
        vec_clear(&before);
        vec_append(&before, z->s->graph.doms.data, z->s->graph.doms.size);
        uint64_t changes = z->s->changes;
        bool consistent = icp_contract(z->s, i);
        z->contracted++;
        z->smaller += z->s->changes != changes;
        z->backwards[z->s->graph.nodes.data[i].op] += argument_changed(z, i, before.data);
        check_values(z, i, consistent, before.data);
    }
    vec_release(&before);
}

static void one_round(fuzz *z) {
    model_clear(&z->point);
    term a = make(z, any_sort(z), 1 + random_below(&z->r, 2));
    if (term_is_const(z->t, a)) return;
    term result = term_var(z->t, "result", sort_bool(z->t));
    if (!term_is_bool(z->t, a)) {
        char name[32];
        snprintf(name, sizeof name, "r%u", term_sort(z->t, a).id);
        result = term_var(z->t, name, term_sort(z->t, a));
    }
    model_set(&z->point, result, term_eval(z->e, &z->point, a));
    z->root = term_eq(z->t, result, a);
    icp_forget(z->s);
    icp_build(z->s, 1, &z->root);
    enter_point(z);
    contract_all(z);
}

static void one_bank(fuzz *z, uint64_t rounds) {
    z->t = terms_new();
    z->v = values_new(z->t);
    z->e = evaluator_new(z->t, z->v);
    z->s = (icp_solver *)solver_new(z->t, "icp", (solver_options){0}, NULL);
    model_init(&z->point, z->v);
    for (uint64_t i = 0; i < rounds; i++) one_round(z);
    solver_delete(&z->s->base);
    model_release(&z->point);
    evaluator_delete(z->e);
    values_delete(z->v);
    terms_delete(z->t);
}

/* Contractors that never do anything are none. */
static int count_idle(const fuzz *z) {
    static const char *const names[OP_COUNT] = {
        "",
#define TERM_OP(name, smt, arity, indices) smt,
#include "term/ops.def"
#undef TERM_OP
    };
    static const enum op all[] = {OP_FP_FMA, OP_FP_REM, OP_FP_MIN, OP_FP_MAX, OP_BVMUL,
                                  OP_BVXOR,  OP_BVSHL,  OP_BVLSHR, OP_BVASHR, OP_BVUDIV,
                                  OP_BVUREM, OP_BVSDIV, OP_BVSREM, OP_BVSMOD};
    int idle = 0;
    for (uint32_t i = 0; i < sizeof all / sizeof *all; i++) {
        if (z->backwards[all[i]]) continue;
        printf("fuzz_icp_contract: no argument of %s became smaller\n", names[all[i]]);
        idle++;
    }
    return idle;
}

int main(int argc, char **argv) {
    fuzz z = {.r = {argc > 1 ? strtoull(argv[1], NULL, 10) : 1}};
    uint64_t rounds = argc > 2 ? strtoull(argv[2], NULL, 10) : 100000;
    for (uint64_t i = 0; i < rounds; i += 2000) one_bank(&z, 2000);
    vec_release(&z.at);
    printf(
        "fuzz_icp_contract: %llu contractions, %llu of them made a domain smaller; no value lost\n",
        (unsigned long long)z.contracted, (unsigned long long)z.smaller);
    return rounds >= ENOUGH_ROUNDS && count_idle(&z) > 0;
}
