/* Constants: bit-vectors, floats, numbers, and their payload words. */
#include "term/term_internal.h"
#include "term/softfloat.h"

bool is_value(const terms *t, term a) {
    assert_debug(term_is_there(t, a));
    switch (op_of(t, a)) {
    case OP_TRUE:
    case OP_FALSE:
    case OP_BV:
    case OP_NUMBER:
    case OP_FP:
    case OP_RM: return true;
    default: return false;
    }
}

bool is_small(const terms *t, term a, uint64_t *number) {
    assert_debug(term_is_there(t, a));
    const node *n = node_of(t, a);
    if (n->op != OP_BV || n->size > 2) return false;
    const uint32_t *w = t->words.data + n->start;
    *number = n->size == 2 ? (uint64_t)w[1] << 32 | w[0] : w[0];
    return true;
}

bool term_get_u64(const terms *t, term a, uint64_t *number) {
    assert_debug(term_is_there(t, a));
    if (is_small(t, a, number)) return true;
    *number = a.id == t->truth.id;
    return a.id == t->truth.id || a.id == t->falsity.id;
}

static bool payload_is(const terms *t, term a, bool ones) {
    const node *n = node_of(t, a);
    uint32_t width = width_of(t, a), top = width % 32;
    const uint32_t *w = t->words.data + n->start;
    for (uint32_t i = 0; i < n->size; i++) {
        uint32_t full = i + 1 == n->size && top ? (1u << top) - 1 : UINT32_MAX;
        if (w[i] != (ones ? full : 0)) return false;
    }
    return true;
}

bool is_bv_zero(const terms *t, term a) { return is_op(t, a, OP_BV) && payload_is(t, a, false); }
bool is_bv_ones(const terms *t, term a) { return is_op(t, a, OP_BV) && payload_is(t, a, true); }

bool is_bv_one(const terms *t, term a) {
    if (!is_op(t, a, OP_BV) || words_of(t, a)[0] != 1) return false;
    for (uint32_t i = 1; i < node_of(t, a)->size; i++)
        if (words_of(t, a)[i]) return false;
    return true;
}

/* Make a BV or FP constant from the low bits of a non-negative number. */
static term bits_term(terms *t, enum op op, sort s, uint32_t width, const mpz_t number) {
    u32_vec words = {0};
    vec_resize(&words, (width + 31) / 32);
    assert(mpz_sizeinbase(number, 2) <= width || !mpz_sgn(number));
    mpz_export(words.data, NULL, -1, sizeof(uint32_t), 0, 0, number);
    term a = bank_make(t, op, s, words.size, words.data);
    vec_release(&words);
    return a;
}

term term_bv(terms *t, uint32_t width, uint64_t number) {
    assert_debug(width >= 1 && width <= 65536);
    if (width > 64) {
        mpz_t z;
        mpz_init_set_ui(z, number);
        term a = bits_term(t, OP_BV, sort_bv(t, width), width, z);
        mpz_clear(z);
        return a;
    }
    number &= mask64(width);
    uint32_t words[2] = {(uint32_t)number, (uint32_t)(number >> 32)};
    return bank_make(t, OP_BV, sort_bv(t, width), width > 32 ? 2 : 1, words);
}

term term_bv_mpz(terms *t, uint32_t width, const mpz_t number) {
    assert_debug(width >= 1 && width <= 65536);
    mpz_t z;
    mpz_init(z);
    mpz_fdiv_r_2exp(z, number, width);
    term a = bits_term(t, OP_BV, sort_bv(t, width), width, z);
    mpz_clear(z);
    return a;
}

term bv_zero(terms *t, uint32_t width) {
    assert_debug(width >= 1);
    return term_bv(t, width, 0);
}

term bv_ones(terms *t, uint32_t width) {
    assert_debug(width >= 1);
    if (width <= 64) return term_bv(t, width, ~0ull);
    mpz_t z;
    mpz_init_set_si(z, -1);
    term a = term_bv_mpz(t, width, z);
    mpz_clear(z);
    return a;
}

term term_fp_bits(terms *t, sort s, const mpz_t bits) {
    assert_debug(mpz_sgn(bits) >= 0 && mpz_sizeinbase(bits, 2) <= sort_width(t, s));
    uint32_t width = sort_width(t, s);
    require(sort_is_fp(t, s), "a float constant needs a float sort");
    mpz_t z;
    mpz_init(z);
    mpz_fdiv_r_2exp(z, bits, width);
    if (fp_bits_are_nan((fp_format){sort_eb(t, s), sort_sb(t, s)}, z))
        fp_nan_bits((fp_format){sort_eb(t, s), sort_sb(t, s)}, z);
    term a = bits_term(t, OP_FP, s, width, z);
    mpz_clear(z);
    return a;
}

term fp_const_nan(terms *t, sort s) {
    assert_debug(sort_is_fp(t, s));
    mpz_t z;
    mpz_init(z);
    fp_nan_bits((fp_format){sort_eb(t, s), sort_sb(t, s)}, z);
    term a = bits_term(t, OP_FP, s, sort_width(t, s), z);
    mpz_clear(z);
    return a;
}

term term_fp_double(terms *t, sort s, double number) {
    assert_debug(sort_is_fp(t, s));
    uint64_t bits;
    memcpy(&bits, &number, sizeof bits);
    mpz_t z;
    mpz_init_set_ui(z, bits);
    term a = term_fp_bits(t, sort_fp(t, 11, 53), z);
    mpz_clear(z);
    if (same_sort(sort_of(t, a), s)) return a;
    return term_app_indexed(t, OP_FP_FROM_FP, sort_eb(t, s), sort_sb(t, s), 2,
                            (term[]){term_rm(t, RNE), a});
}

term term_int(terms *t, int64_t number) {
    mpq_t q;
    mpq_init(q);
    mpq_set_si(q, number, 1);
    term a = term_number(t, t->int_sort, q);
    mpq_clear(q);
    return a;
}

static uint32_t mpz_words(const mpz_t z) {
    return mpz_sgn(z) ? (uint32_t)((mpz_sizeinbase(z, 2) + 31) / 32) : 0;
}

term term_number(terms *t, sort s, const mpq_t number) {
    bool integer = mpz_cmp_ui(mpq_denref(number), 1) == 0;
    require(s.id == t->real_sort.id || (s.id == t->int_sort.id && integer),
            "a number needs sort Int or Real, and an Int no fraction");
    uint32_t n = mpz_words(mpq_numref(number)), d = integer ? 0 : mpz_words(mpq_denref(number));
    u32_vec words = {0};
    vec_resize(&words, 1 + n + d);
    words.data[0] = n << 1 | (mpq_sgn(number) < 0);
    mpz_export(words.data + 1, NULL, -1, sizeof(uint32_t), 0, 0, mpq_numref(number));
    if (d) mpz_export(words.data + 1 + n, NULL, -1, sizeof(uint32_t), 0, 0, mpq_denref(number));
    term a = bank_make(t, OP_NUMBER, s, words.size, words.data);
    vec_release(&words);
    return a;
}

bool term_get_mpq(const terms *t, term a, mpq_t number) {
    assert_debug(term_is_there(t, a));
    const node *x = node_of(t, a);
    if (x->op != OP_NUMBER) return false;
    const uint32_t *w = t->words.data + x->start;
    uint32_t n = w[0] >> 1;
    mpz_import(mpq_numref(number), n, -1, sizeof(uint32_t), 0, 0, w + 1);
    if (w[0] & 1) mpz_neg(mpq_numref(number), mpq_numref(number));
    mpz_set_ui(mpq_denref(number), 1);
    if (x->size > 1 + n)
        mpz_import(mpq_denref(number), x->size - 1 - n, -1, sizeof(uint32_t), 0, 0, w + 1 + n);
    return true;
}

bool term_get_mpz(const terms *t, term a, mpz_t number) {
    assert_debug(term_is_there(t, a));
    const node *x = node_of(t, a);
    if (x->op == OP_NUMBER) {
        uint32_t n = t->words.data[x->start] >> 1;
        if (x->size > 1 + n) return false;
        mpz_import(number, n, -1, sizeof(uint32_t), 0, 0, t->words.data + x->start + 1);
        if (t->words.data[x->start] & 1) mpz_neg(number, number);
        return true;
    }
    if (x->op != OP_BV && x->op != OP_FP) return false;
    mpz_import(number, x->size, -1, sizeof(uint32_t), 0, 0, t->words.data + x->start);
    return true;
}
