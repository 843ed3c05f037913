/* Terms in the words that every SMT-LIB 2.6 solver has, with the same meaning.
 *
 * Operations whose open cases ops.def decides are guarded, overflow predicates become wider
 * arithmetic, and the bits of a float a variable defined by them. The result is a term again; its
 * guarded operations are printed as they are. */
#include "term/smtlib_internal.h"

typedef struct {
    terms *t;
    substitution done;
    term_vec stack;
    text *before;
} portable;

static term image(const portable *p, term a) { return (term){p->done.image.data[a.id]}; }

static void set_image(portable *p, term a, term by) { subst_set(&p->done, p->t, a, by); }

/* The operation itself, not normalized again. */
static term raw(portable *p, term like, const term *args) {
    terms *t = p->t;
    enum op op = op_of(t, like);
    uint32_t indices = op_table[op].indices;
    uint32_t i0 = indices > 0 ? index_of(t, like, 0) : 0,
             i1 = indices > 1 ? index_of(t, like, 1) : 0;
    if (indices) return make_indexed(t, op, sort_of(t, like), i0, i1, arity_of(t, like), args);
    return make(t, op, sort_of(t, like), arity_of(t, like), args);
}

static term zero_of(terms *t, sort s) {
    mpq_t q;
    mpq_init(q);
    term a = sort_is_bv(t, s) ? bv_zero(t, sort_width(t, s)) : term_number(t, s, q);
    mpq_clear(q);
    return a;
}

/* Division of numbers: x / 0 = 0, x div 0 = 0, x mod 0 = x. */
static term guard_division(portable *p, term a, const term *args) {
    terms *t = p->t;
    term zero = zero_of(t, sort_of(t, args[1]));
    term otherwise = is_op(t, a, OP_MOD) ? args[0] : zero_of(t, sort_of(t, a));
    return term_ite(t, term_eq(t, args[1], zero), otherwise, raw(p, a, args));
}

static term is_nan(terms *t, term x) { return term_1(t, OP_FP_IS_NAN, x); }

/* min(a,b): a where b is NaN or a < b, otherwise b. */
static term spell_min_max(portable *p, term a, const term *args) {
    terms *t = p->t;
    term less = term_2(t, is_op(t, a, OP_FP_MIN) ? OP_FP_LT : OP_FP_GT, args[0], args[1]);
    return term_ite(t, term_or(t, is_nan(t, args[1]), less), args[0], args[1]);
}

/* 2^k as a float; false: beyond the largest. */
static bool power(terms *t, sort s, uint32_t k, bool negative, term *out) {
    uint64_t bias = (1ull << (sort_eb(t, s) - 1)) - 1;
    if (k > bias) return false;
    mpz_t z;
    mpz_init_set_ui(z, bias + k);
    mpz_mul_2exp(z, z, sort_sb(t, s) - 1);
    if (negative) mpz_setbit(z, sort_width(t, s) - 1);
    *out = term_fp_bits(t, s, z);
    mpz_clear(z);
    return true;
}

/* Does x, rounded to an integer, fit? The rounding is done in a format where it cannot overflow. */
static term fits(portable *p, term a, const term *args) {
    terms *t = p->t;
    uint32_t width = width_of(t, a), eb = sort_eb(t, sort_of(t, args[1])),
             sb = sort_sb(t, sort_of(t, args[1]));
    bool is_signed = is_op(t, a, OP_FP_TO_SBV);
    term x = args[1], bound, part[4];
    uint32_t n = 0;
    while ((1ull << (eb - 1)) - 1 <= sb) eb++;
    if (eb != sort_eb(t, sort_of(t, x)))
        x = term_app_indexed(t, OP_FP_FROM_FP, eb, sb, 2, (term[]){term_rm(t, RNE), x});
    sort s = sort_of(t, x);
    x = term_2(t, OP_FP_ROUND, args[0], x);
    part[n++] = term_not(t, is_nan(t, x));
    part[n++] = term_not(t, term_1(t, OP_FP_IS_INF, x));
    if (power(t, s, width - is_signed, false, &bound)) part[n++] = term_2(t, OP_FP_LT, x, bound);
    if (!is_signed) part[n++] = term_2(t, OP_FP_GE, x, term_fp_double(t, s, 0));
    else if (power(t, s, width - 1, true, &bound)) part[n++] = term_2(t, OP_FP_GE, x, bound);
    return term_and_n(t, n, part);
}

static term guard_conversion(portable *p, term a, const term *args) {
    terms *t = p->t;
    if (!is_op(t, a, OP_FP_TO_REAL))
        return term_ite(t, fits(p, a, args), raw(p, a, args), zero_of(t, sort_of(t, a)));
    term open = term_or(t, is_nan(t, args[0]), term_1(t, OP_FP_IS_INF, args[0]));
    return term_ite(t, open, zero_of(t, sort_of(t, a)), raw(p, a, args));
}

/* A variable whose float is x, the quiet NaN where x is NaN. */
static term name_bits(portable *p, term a, term x) {
    terms *t = p->t;
    term bits = term_fresh(t, "ieee_bits", sort_of(t, a));
    sort s = sort_of(t, x);
    term back = term_app_indexed(t, OP_FP_FROM_BITS, sort_eb(t, s), sort_sb(t, s), 1, &bits);
    mpz_t z;
    mpz_init(z);
    term_get_mpz(t, fp_const_nan(t, s), z);
    term nan = term_bv_mpz(t, width_of(t, a), z);
    mpz_clear(z);
    smtlib_declare(t, bits, p->before);
    text_add(p->before, "(assert ");
    smt_print(
        t, term_and(t, term_eq(t, back, x), term_implies(t, is_nan(t, x), term_eq(t, bits, nan))),
        true, p->before);
    text_add(p->before, ")\n");
    return bits;
}

/* Overflow of a sum, difference or product: the exact result in a wider word does not fit. */
static term spell_overflow(portable *p, term a, const term *args) {
    terms *t = p->t;
    enum op op = op_of(t, a);
    bool is_signed = op == OP_BVSADDO || op == OP_BVSSUBO || op == OP_BVSMULO;
    bool product = op == OP_BVUMULO || op == OP_BVSMULO;
    uint32_t w = width_of(t, args[0]), wide = product ? 2 * w : w + 1;
    term x = is_signed ? term_sext(t, args[0], wide) : term_zext(t, args[0], wide);
    term y = is_signed ? term_sext(t, args[1], wide) : term_zext(t, args[1], wide);
    term r = term_2(t, product ? OP_BVMUL : op == OP_BVSSUBO ? OP_BVSUB : OP_BVADD, x, y);
    term low = term_extract(t, w - 1, 0, r);
    return term_not(t,
                    term_eq(t, r, is_signed ? term_sext(t, low, wide) : term_zext(t, low, wide)));
}

static bool never_zero(const terms *t, term a) {
    return is_op(t, a, OP_NUMBER) && node_of(t, a)->size > 1;
}

static term spell(portable *p, term a, const term *args) {
    switch (op_of(p->t, a)) {
    case OP_DIVIDE:
    case OP_INT_DIV:
    case OP_MOD: return never_zero(p->t, args[1]) ? raw(p, a, args) : guard_division(p, a, args);
    case OP_FP_MIN:
    case OP_FP_MAX: return spell_min_max(p, a, args);
    case OP_FP_TO_UBV:
    case OP_FP_TO_SBV:
    case OP_FP_TO_REAL: return guard_conversion(p, a, args);
    case OP_FP_TO_BITS: return name_bits(p, a, args[0]);
    case OP_BVUADDO:
    case OP_BVSADDO:
    case OP_BVSSUBO:
    case OP_BVUMULO:
    case OP_BVSMULO: return spell_overflow(p, a, args);
    default: return raw(p, a, args);
    }
}

/* Arguments without an image go on the stack; false: none. */
static bool push_missing(portable *p, term a) {
    uint32_t before = p->stack.size;
    for (uint32_t i = 0; i < arity_of(p->t, a); i++) {
        term x = arg_of(p->t, a, i);
        bool known = x.id < p->done.image.size && p->done.image.data[x.id];
        if (!known && op_of(p->t, x) < OP_CONST_ARRAY) set_image(p, x, x);
        else if (!known) vec_push(&p->stack, x);
    }
    return p->stack.size > before;
}

static term rewrite(portable *p, term root) {
    term_vec args = {0};
    if (op_of(p->t, root) < OP_CONST_ARRAY) return root;
    vec_push(&p->stack, root);
    while (p->stack.size) {
        term a = vec_last(&p->stack);
        if (push_missing(p, a)) continue;
        p->stack.size--;
        if (a.id < p->done.image.size && p->done.image.data[a.id]) continue;
        vec_clear(&args);
        for (uint32_t i = 0; i < arity_of(p->t, a); i++)
            vec_push(&args, image(p, arg_of(p->t, a, i)));
        set_image(p, a, spell(p, a, args.data));
    }
    vec_release(&args);
    return image(p, root);
}

void smtlib_portable(terms *t, term a, text *out, text *before) {
    assert_debug(term_is_there(t, a));
    portable p = {.t = t, .before = before};
    smt_print(t, rewrite(&p, a), true, out);
    subst_release(&p.done);
    vec_release(&p.stack);
}
