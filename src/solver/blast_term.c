/* Terms to words of literals: one switch over the operations. */
#include "solver/blast_internal.h"
#include "solver/float.h"
#include "base/fail.h"

typedef struct {
    blast_solver *b;
    circuits *c;
    aig *g;
    const terms *t;
    term a;
    uint32_t n; /* arguments */
} job;

static word arg(const job *j, uint32_t i) { return blast_known(j->b, term_arg(j->t, j->a, i)); }

static word of_lit(const job *j, lit a) {
    word r = word_new(j->c, 1);
    r.bit[0] = a;
    return r;
}

static uint32_t width_of(const terms *t, sort s) {
    return sort_kind_of(t, s) == SORT_RM ? 3 : sort_width(t, s);
}

static float_format format_of(const job *j, sort s) {
    return (float_format){sort_eb(j->t, s), sort_sb(j->t, s)};
}

/* ---- leaves ---- */

static word constant(const job *j) {
    mpz_t n;
    mpz_init(n);
    word r = word_new(j->c, term_width(j->t, j->a));
    bool good = term_get_mpz(j->t, j->a, n);
    require(good, "a constant without value");
    for (uint32_t i = 0; i < r.n; i++) r.bit[i] = lit_of_bool(mpz_tstbit(n, i));
    mpz_clear(n);
    return r;
}

static void constrain_all(aig *g, word w, lit constraint) {
    for (uint32_t i = 0; i < w.n; i++) aig_constrain(g, w.bit[i], constraint);
}

word blast_fresh(blast_solver *b, sort s) {
    assert_debug(sort_is_there(b->base.terms, s));
    const terms *t = b->base.terms;
    circuits *c = &b->circuits;
    word w = word_inputs(c, width_of(t, s));
    float_format f = {sort_eb(t, s), sort_sb(t, s)};
    if (sort_is_fp(t, s)) constrain_all(&b->graph, w, float_canonical(c, f, w));
    if (sort_kind_of(t, s) == SORT_RM)
        constrain_all(&b->graph, w, word_ule(c, w, word_constant(c, 3, RTZ)));
    return w;
}

/* ---- core ---- */

typedef word (*word_op)(circuits *, word, word);

static word fold(const job *j, word_op f) {
    word r = arg(j, 0);
    for (uint32_t i = 1; i < j->n; i++) r = f(j->c, r, arg(j, i));
    return r;
}

static word either(circuits *c, word a, word b) {
    return word_not(c, word_and(c, word_not(c, a), word_not(c, b)));
}

static word choice(const job *j) { return word_ite(j->c, arg(j, 0).bit[0], arg(j, 1), arg(j, 2)); }

/* ---- bit-vectors ---- */

/* Is an operand of a sum -x? Then x. */
static bool negated(const job *j, term a, term *x) {
    if (term_op(j->t, a) == OP_BVNEG) return *x = term_arg(j->t, a, 0), true;
    if (term_op(j->t, a) != OP_BVMUL || term_arity(j->t, a) != 2) return false;
    for (uint32_t i = 0; i < 2; i++) {
        term k = term_arg(j->t, a, i);
        if (term_op(j->t, k) != OP_BV) continue;
        word w = blast_known(j->b, k);
        if (word_all(j->c, w) == LIT_TRUE) return *x = term_arg(j->t, a, 1 - i), true;
    }
    return false;
}

/* A sum: negated operands as complements, each adding one to the constant, which starts as the
 * first carry. */
static word bv_sum(const job *j) {
    circuits *c = j->c;
    uint32_t width = term_width(j->t, j->a), words = 0;
    word k = word_constant(c, width, 0), one = word_constant(c, width, 1), sum = k;
    word *operand = arena_alloc(&c->scratch, j->n * sizeof *operand);
    for (uint32_t i = 0; i < j->n; i++) {
        term x = term_arg(j->t, j->a, i), inner;
        word w = blast_known(j->b, x);
        if (word_is_constant(w)) {
            k = word_add(c, k, w, LIT_FALSE, NULL);
        } else if (negated(j, x, &inner)) {
            operand[words++] = word_not(c, blast_known(j->b, inner));
            k = word_add(c, k, one, LIT_FALSE, NULL);
        } else {
            operand[words++] = w;
        }
    }
    lit carry = LIT_FALSE;
    if (words > 1) carry = k.bit[0], k.bit[0] = LIT_FALSE;
    for (uint32_t i = 0; i < words; i++, carry = i == 1 ? carry : LIT_FALSE)
        sum = i ? word_add(c, sum, operand[i], carry, NULL) : operand[i];
    return words ? word_add(c, sum, k, LIT_FALSE, NULL) : k;
}

static word bv_product(const job *j) {
    word r = arg(j, 0);
    for (uint32_t i = 1; i < j->n; i++) r = product_word(j->b, r, arg(j, i), false);
    return r;
}

static word bv_divide(const job *j, word a, word b, bool rest) {
    word quotient, remainder;
    word_divide(j->c, a, b, &quotient, &remainder);
    return rest ? remainder : quotient;
}

static word bv_sdiv(const job *j) {
    word a = arg(j, 0), b = arg(j, 1);
    word q = bv_divide(j, word_abs(j->c, a), word_abs(j->c, b), false);
    return word_negate_if(j->c, q, aig_xor(j->g, word_top(a), word_top(b)));
}

static word bv_srem(const job *j) {
    word a = arg(j, 0), b = arg(j, 1);
    return word_negate_if(j->c, bv_divide(j, word_abs(j->c, a), word_abs(j->c, b), true),
                          word_top(a));
}

/* The remainder takes the divisor's sign: add the divisor where a non-zero remainder has the other
 * sign. */
static word bv_smod(const job *j) {
    word a = arg(j, 0), b = arg(j, 1), r = bv_srem(j);
    lit differ = aig_xor(j->g, word_top(a), word_top(b));
    return word_add(j->c, r, word_mask(j->c, b, aig_and(j->g, differ, word_any(j->c, r))),
                    LIT_FALSE, NULL);
}

static word bv_concat(const job *j) {
    word r = arg(j, 0);
    for (uint32_t i = 1; i < j->n; i++) r = word_concat(j->c, r, arg(j, i));
    return r;
}

/* ---- overflow ---- */

static lit umul_overflow(const job *j) {
    word a = arg(j, 0), b = arg(j, 1);
    return aig_or(j->g, word_top(product_word(j->b, a, b, true)), word_bits_meet(j->c, a, b, a.n));
}

/* On the bits that differ from the sign: too long together, or the product of n + 1 bits has two
 * different top bits. */
static lit smul_overflow(const job *j) {
    word a = arg(j, 0), b = arg(j, 1);
    circuits *c = j->c;
    word product = word_mul(c, word_sext(c, a, a.n + 1), word_sext(c, b, b.n + 1));
    lit top = aig_xor(j->g, product.bit[a.n], product.bit[a.n - 1]);
    word x = word_xor(c, a, word_fill(c, a.n, word_top(a))),
         y = word_xor(c, b, word_fill(c, b.n, word_top(b)));
    return aig_or(j->g, top, word_bits_meet(c, x, y, a.n - 1));
}

static lit add_overflow(const job *j, bool minus, bool is_signed) {
    word a = arg(j, 0), b = arg(j, 1);
    lit carry;
    if (minus) b = word_not(j->c, b);
    word sum = word_add(j->c, a, b, lit_of_bool(minus), &carry);
    if (!is_signed) return carry ^ (lit)minus;
    lit differ = aig_xor(j->g, word_top(a), word_top(b));
    return aig_and(j->g, lit_not(differ), aig_xor(j->g, word_top(a), word_top(sum)));
}

static lit is_minimum(const job *j, word a) {
    return aig_and(j->g, word_top(a), lit_not(word_any(j->c, word_slice(a, 0, a.n - 1))));
}

static lit overflow(const job *j) {
    switch (term_op(j->t, j->a)) {
    case OP_BVNEGO: return is_minimum(j, arg(j, 0));
    case OP_BVUADDO: return add_overflow(j, false, false);
    case OP_BVSADDO: return add_overflow(j, false, true);
    case OP_BVUSUBO: return add_overflow(j, true, false);
    case OP_BVSSUBO: return add_overflow(j, true, true);
    case OP_BVUMULO: return umul_overflow(j);
    case OP_BVSMULO: return smul_overflow(j);
    default: return aig_and(j->g, is_minimum(j, arg(j, 0)), word_all(j->c, arg(j, 1)));
    }
}

/* ---- dispatch ---- */

static word refuse(const job *j, const char *why) {
    if (!j->b->refused) j->b->refused = why;
    return word_constant(j->c, width_of(j->t, term_sort(j->t, j->a)), 0);
}

#define REMAINDER_EXPONENT 11u /* fp.rem takes 2^eb steps; beyond double that is too much */

static word float_remainder(const job *j, float_format f) {
    if (f.eb > REMAINDER_EXPONENT) return refuse(j, "blast: fp.rem of a wide format");
    return float_rem(j->c, f, arg(j, 0), arg(j, 1));
}

static word float_result(const job *j) {
    circuits *c = j->c;
    float_format f = format_of(j, term_sort(j->t, j->a));
    word x = arg(j, 0), y = j->n > 1 ? arg(j, 1) : x, z = j->n > 2 ? arg(j, 2) : x;
    switch (term_op(j->t, j->a)) {
    case OP_FP_ABS: return float_abs(c, f, x);
    case OP_FP_NEG: return float_neg(c, f, x);
    case OP_FP_ADD: return float_add(c, f, x, y, z);
    case OP_FP_SUB: return float_sub(c, f, x, y, z);
    case OP_FP_MUL: return float_mul(c, f, x, y, z);
    case OP_FP_DIV: return float_div(c, f, x, y, z);
    case OP_FP_FMA: return float_fma(c, f, x, y, z, arg(j, 3));
    case OP_FP_SQRT: return float_sqrt(c, f, x, y);
    case OP_FP_REM: return float_remainder(j, f);
    case OP_FP_ROUND: return float_round(c, f, x, y);
    case OP_FP_MIN: return float_min(c, f, x, y);
    case OP_FP_MAX: return float_max(c, f, x, y);
    case OP_FP_FROM_BITS: return float_from_bits(c, f, x);
    case OP_FP_FROM_FP:
        return float_convert(c, format_of(j, term_sort(j->t, term_arg(j->t, j->a, 1))), f, x, y);
    case OP_FP_FROM_SBV: return float_from_integer(c, f, x, y, true);
    case OP_FP_FROM_UBV: return float_from_integer(c, f, x, y, false);
    default: return refuse(j, "blast: operation not supported");
    }
}

/* Operations on floats whose result is none. */
static word float_question(const job *j) {
    circuits *c = j->c;
    enum op op = term_op(j->t, j->a);
    term last = term_arg(j->t, j->a, j->n - 1);
    float_format f = format_of(j, term_sort(j->t, last));
    word x = arg(j, 0), y = j->n > 1 ? arg(j, 1) : x;
    lit number = lit_not(float_is_nan(c, f, y));
    switch (op) {
    case OP_FP_LE: return of_lit(j, float_le(c, f, x, y));
    case OP_FP_LT: return of_lit(j, float_lt(c, f, x, y));
    case OP_FP_EQ: return of_lit(j, float_eq(c, f, x, y));
    case OP_FP_IS_NORMAL: return of_lit(j, float_is_normal(c, f, x));
    case OP_FP_IS_SUBNORMAL: return of_lit(j, float_is_subnormal(c, f, x));
    case OP_FP_IS_ZERO: return of_lit(j, float_is_zero(c, f, x));
    case OP_FP_IS_INF: return of_lit(j, float_is_inf(c, f, x));
    case OP_FP_IS_NAN: return of_lit(j, float_is_nan(c, f, x));
    case OP_FP_IS_NEG: return of_lit(j, aig_and(j->g, number, word_top(x)));
    case OP_FP_IS_POS: return of_lit(j, aig_and(j->g, number, lit_not(word_top(x))));
    case OP_FP_TO_UBV: return float_to_integer(c, f, x, y, term_width(j->t, j->a), false);
    case OP_FP_TO_SBV: return float_to_integer(c, f, x, y, term_width(j->t, j->a), true);
    case OP_FP_TO_BITS: return x;
    default: return refuse(j, "blast: operation not supported");
    }
}

static word bitvector(const job *j) {
    circuits *c = j->c;
    enum op op = term_op(j->t, j->a);
    if (op_is_overflow(op)) return of_lit(j, overflow(j));
    switch (op) {
    case OP_BVNOT: return word_not(c, arg(j, 0));
    case OP_BVNEG: return word_neg(c, arg(j, 0));
    case OP_BVAND: return fold(j, word_and);
    case OP_BVOR: return fold(j, either);
    case OP_BVXOR: return fold(j, word_xor);
    case OP_BVADD: return bv_sum(j);
    case OP_BVMUL: return bv_product(j);
    case OP_BVUDIV: return bv_divide(j, arg(j, 0), arg(j, 1), false);
    case OP_BVUREM: return bv_divide(j, arg(j, 0), arg(j, 1), true);
    case OP_BVSDIV: return bv_sdiv(j);
    case OP_BVSREM: return bv_srem(j);
    case OP_BVSMOD: return bv_smod(j);
    case OP_BVSHL: return fold(j, word_shl);
    case OP_BVLSHR: return fold(j, word_lshr);
    case OP_BVASHR: return fold(j, word_ashr);
    case OP_BVULT: return of_lit(j, word_ult(c, arg(j, 0), arg(j, 1)));
    case OP_BVULE: return of_lit(j, word_ule(c, arg(j, 0), arg(j, 1)));
    case OP_BVSLT: return of_lit(j, word_slt(c, arg(j, 0), arg(j, 1)));
    case OP_BVSLE: return of_lit(j, word_sle(c, arg(j, 0), arg(j, 1)));
    case OP_CONCAT: return bv_concat(j);
    case OP_EXTRACT:
        return word_slice(arg(j, 0), term_index(j->t, j->a, 1), term_width(j->t, j->a));
    case OP_ZERO_EXTEND: return word_zext(c, arg(j, 0), term_width(j->t, j->a));
    case OP_SIGN_EXTEND: return word_sext(c, arg(j, 0), term_width(j->t, j->a));
    default: return refuse(j, "blast: operation not supported");
    }
}

static bool is_array(const terms *t, term a) {
    return sort_kind_of(t, term_sort(t, a)) == SORT_ARRAY;
}

static word equation(const job *j) {
    term x = term_arg(j->t, j->a, 0), y = term_arg(j->t, j->a, 1);
    if (!is_array(j->t, x)) return of_lit(j, word_equal(j->c, arg(j, 0), arg(j, 1)));
    if (!array_served(j->t, term_sort(j->t, x)))
        return refuse(j, "blast: kind of array not supported");
    return of_lit(j, array_equation(j->b, x, y));
}

static word choose(const job *j) {
    term x = term_arg(j->t, j->a, 0);
    if (!array_served(j->t, term_sort(j->t, x)))
        return refuse(j, "blast: kind of array not supported");
    return array_read_at(j->b, x, term_arg(j->t, j->a, 1));
}

static word application(const job *j) {
    circuits *c = j->c;
    switch (term_op(j->t, j->a)) {
    case OP_TRUE: return of_lit(j, LIT_TRUE);
    case OP_FALSE: return of_lit(j, LIT_FALSE);
    case OP_VAR: return blast_fresh(j->b, term_sort(j->t, j->a));
    case OP_BV:
    case OP_FP: return constant(j);
    case OP_RM: return word_constant(c, 3, term_get_rm(j->t, j->a));
    case OP_NOT: return of_lit(j, lit_not(arg(j, 0).bit[0]));
    case OP_AND: return fold(j, word_and);
    case OP_OR: return fold(j, either);
    case OP_XOR: return fold(j, word_xor);
    case OP_EQ: return equation(j);
    case OP_SELECT: return choose(j);
    case OP_ITE: return choice(j);
    default: break;
    }
    if (term_op(j->t, j->a) < OP_FP_ABS) return bitvector(j);
    return sort_is_fp(j->t, term_sort(j->t, j->a)) ? float_result(j) : float_question(j);
}

word blast_known(const blast_solver *b, term a) {
    assert_debug(a.id);
    return (word){width_of(b->base.terms, term_sort(b->base.terms, a)),
                  b->bits.data + sparse_get(&b->place, a.id) - 1};
}

static bool is_known(const blast_solver *b, term a) { return sparse_get(&b->place, a.id); }

/* An array is no word: its place is its number among the arrays. */
static void settle_array(blast_solver *b, term a) {
    if (!array_served(b->base.terms, term_sort(b->base.terms, a)) && !b->refused)
        b->refused = "blast: kind of array not supported";
    sparse_set(&b->place, a.id, b->refused ? 1 : array_enter(b, a) + 1);
}

/* A product that was met while the term was translated is within it, or one within an argument. */
static void note_products(blast_solver *b, term a) {
    const terms *t = b->base.terms;
    bool met = b->products.met;
    for (uint32_t i = 0; i < term_arity(t, a) && !met; i++)
        met = sparse_get(&b->products.within, term_arg(t, a, i).id);
    if (met) sparse_set(&b->products.within, a.id, 1);
}

/* All arguments are translated. */
static void settle(blast_solver *b, term a) {
    const terms *t = b->base.terms;
    if (is_array(t, a)) {
        settle_array(b, a);
        return;
    }
    arena_mark mark = arena_here(&b->circuits.scratch);
    job j = {b, &b->circuits, &b->graph, t, a, term_arity(t, a)};
    b->products.met = false;
    word w = application(&j);
    if (b->products.all.size) note_products(b, a);
    w = word_concat(&b->circuits, (word){0, w.bit},
                    w); /* it may share bits that move when `bits` grows */
    sparse_set(&b->place, a.id, b->bits.size + 1);
    vec_append(&b->bits, w.bit, w.n);
    b->base.stats.terms++;
    arena_rewind(&b->circuits.scratch, mark);
}

bool blast_translate(blast_solver *b, term a) {
    assert_debug(term_is_there(b->base.terms, a));
    const terms *t = b->base.terms;
    if (is_known(b, a)) return !b->refused;
    vec_clear(&b->todo);
    vec_push(&b->todo, a);
    while (b->todo.size) {
        term top = vec_last(&b->todo);
        uint32_t waiting = b->todo.size;
        if (!is_known(b, top))
            for (uint32_t i = 0; i < term_arity(t, top); i++)
                if (!is_known(b, term_arg(t, top, i))) vec_push(&b->todo, term_arg(t, top, i));
        if (b->todo.size > waiting) continue;
        if (!is_known(b, top)) settle(b, top);
        if (b->refused) return false;
        b->todo.size--;
    }
    return !b->refused;
}

word blast_word(blast_solver *b, term a) {
    return blast_translate(b, a) ? blast_known(b, a) : (word){1, &b->none};
}
