/* Terms as C expressions.
 *
 * A bit-vector expression is written either as its unsigned or as its signed number, in a C type
 * that holds it: int and unsigned int up to 32 bits, long long and unsigned long long up to 64.
 * Arithmetic is done in the unsigned types, where it wraps, and cut back to its width by a cast; so
 * every operand has its exact value whatever C promotes it to. Casts to signed types and >> of
 * negative numbers mean what gcc and clang document; float arithmetic is meant without excess
 * precision and rounding to nearest. */
#include "term/cexpr.h"
#include "term/softfloat.h"
#include "term/term_internal.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* C has no sharing: a term whose expression gets longer or deeper is not said. */
enum { LONGEST = 1 << 16, DEEPEST = 400 };

typedef struct {
    terms *t;
    c_namer namer;
    void *context;
    text *out;
    size_t start;
    uint32_t depth;
} c_writer;

enum view { UNSIGNED, SIGNED };

/* What stands around a truth value, and so which brackets it needs: anything; && or ||; nothing. */
enum room { CLOSED, JOINED, OUTER };

static bool write_bool(c_writer *w, term a);
static bool write_bool_in(c_writer *w, term a, enum room room);
static bool write_bits(c_writer *w, term a, enum view view);
static bool write_float(c_writer *w, term a);

static bool say(c_writer *w, const char *s) {
    text_add(w->out, s);
    return w->out->size - w->start < LONGEST;
}

static const char *carrier(uint32_t width, enum view view) {
    if (view == SIGNED) return width <= 32 ? "int" : "long long";
    return width <= 32 ? "unsigned int" : "unsigned long long";
}

/* The C type of exactly this width, or NULL. */
static const char *exact_type(uint32_t width, enum view view) {
    switch (width) {
    case 8: return view == SIGNED ? "signed char" : "unsigned char";
    case 16: return view == SIGNED ? "short" : "unsigned short";
    case 32:
    case 64: return carrier(width, view);
    default: return NULL;
    }
}

/* ---- constants and variables ---- */

static bool write_constant(c_writer *w, uint64_t bits, uint32_t width, enum view view) {
    const char *suffix = width <= 32 ? "" : "LL";
    if (view == UNSIGNED) {
        text_print(w->out, "%lluU%s", (unsigned long long)bits, suffix);
        return true;
    }
    int64_t x = width == 64 ? (int64_t)bits : (int64_t)(bits << (64 - width)) >> (64 - width);
    bool least = x == (width <= 32 ? INT32_MIN : INT64_MIN);
    if (least) text_print(w->out, "(%lld%s - 1)", (long long)x + 1, suffix);
    else if (x < 0) text_print(w->out, "(%lld%s)", (long long)x, suffix);
    else text_print(w->out, "%lld%s", (long long)x, suffix);
    return true;
}

/* (type)( ... the expression follows, closed by the caller. */
static bool open_cast(c_writer *w, const char *type) {
    text_print(w->out, "(%s)(", type);
    return true;
}

static bool write_variable(c_writer *w, term a, enum view view) {
    c_variable v = w->namer(w->context, a);
    uint32_t width = width_of(w->t, a);
    if (!v.name || v.is_float || v.width != width || !exact_type(width, UNSIGNED)) return false;
    if ((view == SIGNED) == v.is_signed) return say(w, v.name);
    return open_cast(w, exact_type(width, view)) && say(w, v.name) && say(w, ")");
}

/* ---- bit-vectors ---- */

/* Close an unsigned computation of the carrier: cut to the width, turned into the view. The
 * expression has been opened by open_result. */
static bool open_result(c_writer *w, uint32_t width, enum view view) {
    const char *type = exact_type(width, view);
    if (type) return open_cast(w, type);
    if (view == SIGNED)
        text_print(w->out, "((%s)((%s)(", carrier(width, SIGNED), carrier(width, UNSIGNED));
    else say(w, "((");
    return true;
}

static bool close_result(c_writer *w, uint32_t width, enum view view) {
    uint32_t room = (width <= 32 ? 32 : 64) - width;
    const char *suffix = width <= 32 ? "U" : "ULL";
    if (exact_type(width, view)) return say(w, ")");
    if (view == UNSIGNED)
        text_print(w->out, ") & %llu%s)", (unsigned long long)mask64(width), suffix);
    else text_print(w->out, ") << %u) >> %u)", room, room);
    return say(w, "");
}

/* The value in the carrier type of `width` bits, also where the expression itself has a narrower
 * type. */
static bool write_in(c_writer *w, term a, uint32_t width, enum view view) {
    return open_cast(w, carrier(width, view)) && write_bits(w, a, view) && say(w, ")");
}
static bool write_carried(c_writer *w, term a, uint32_t width) {
    return write_in(w, a, width, UNSIGNED);
}

static bool write_operands(c_writer *w, term a, const char *op, enum view view) {
    uint32_t width = width_of(w->t, a);
    if (!open_result(w, width, view)) return false;
    for (uint32_t i = 0; i < arity_of(w->t, a); i++) {
        if (i && !say(w, op)) return false;
        if (!write_carried(w, arg_of(w->t, a, i), width)) return false;
    }
    return close_result(w, width, view);
}

static bool write_slice(c_writer *w, term a, enum view view) {
    term x = arg_of(w->t, a, 0);
    uint32_t from = width_of(w->t, x), width = width_of(w->t, a);
    if (from > 64 || !open_result(w, width, view) || !write_carried(w, x, from)) return false;
    text_print(w->out, " >> %u", index_of(w->t, a, 1));
    return close_result(w, width, view);
}

static bool write_concat(c_writer *w, term a, enum view view) {
    uint32_t width = width_of(w->t, a), below = width;
    if (!open_result(w, width, view)) return false;
    for (uint32_t i = 0; i < arity_of(w->t, a); i++) {
        term x = arg_of(w->t, a, i);
        below -= width_of(w->t, x);
        if (i) say(w, " | ");
        if (!say(w, "(") || !write_carried(w, x, width)) return false;
        text_print(w->out, " << %u)", below);
    }
    return close_result(w, width, view);
}

static bool write_extension(c_writer *w, term a, enum view view) {
    term x = arg_of(w->t, a, 0);
    enum view inner = is_op(w->t, a, OP_SIGN_EXTEND) ? SIGNED : UNSIGNED;
    uint32_t width = width_of(w->t, a);
    if (inner == view) return write_bits(w, x, view); /* the same number */
    if (inner == UNSIGNED)                            /* not negative: fits the signed type */
        return open_cast(w, carrier(width, SIGNED)) && write_bits(w, x, UNSIGNED) && say(w, ")");
    return open_result(w, width, view) && open_cast(w, carrier(width, UNSIGNED)) &&
           write_bits(w, x, SIGNED) && say(w, ")") && close_result(w, width, view);
}

/* (b < width ? a op b : beyond) */
static bool write_shift(c_writer *w, term a, enum view view) {
    enum op op = op_of(w->t, a);
    term x = arg_of(w->t, a, 0), y = arg_of(w->t, a, 1);
    uint32_t width = width_of(w->t, a);
    bool arithmetic = op == OP_BVASHR;
    if (!open_result(w, width, view) || !say(w, "(") || !write_bits(w, y, UNSIGNED)) return false;
    text_print(w->out, " < %u ? ", width);
    bool ok = write_in(w, x, width, arithmetic ? SIGNED : UNSIGNED);
    ok = ok && say(w, op == OP_BVSHL ? " << " : " >> ") && write_bits(w, y, UNSIGNED) &&
         say(w, " : ");
    if (ok && arithmetic) {
        ok = write_in(w, x, width, SIGNED);
        text_print(w->out, " >> %u", width - 1);
    } else if (ok) say(w, "0");
    return ok && say(w, ")") && close_result(w, width, view);
}

static bool is_plain_divisor(const terms *t, term b) {
    return is_op(t, b, OP_BV) && !is_bv_zero(t, b) && !is_bv_ones(t, b);
}

/* Unsigned division; by zero: all ones, the remainder the dividend. */
static bool write_divide_unsigned(c_writer *w, term a, enum view view) {
    term x = arg_of(w->t, a, 0), y = arg_of(w->t, a, 1);
    uint32_t width = width_of(w->t, a);
    bool quotient = is_op(w->t, a, OP_BVUDIV),
         guard = !is_op(w->t, y, OP_BV) || is_bv_zero(w->t, y);
    bool ok = open_result(w, width, view);
    if (guard)
        ok = ok && say(w, "(") && write_bits(w, y, UNSIGNED) && say(w, " == 0 ? ") &&
             (quotient ? write_constant(w, mask64(width), width, UNSIGNED)
                       : write_bits(w, x, UNSIGNED)) &&
             say(w, " : ");
    ok = ok && write_carried(w, x, width) && say(w, quotient ? " / " : " % ") &&
         write_carried(w, y, width);
    if (guard) ok = ok && say(w, ")");
    return ok && close_result(w, width, view);
}

/* Signed division; by zero 1 or -1 against the sign, the remainder the dividend; by -1 the
 * negation, which wraps. */
static bool write_divide_signed(c_writer *w, term a, enum view view) {
    term x = arg_of(w->t, a, 0), y = arg_of(w->t, a, 1);
    uint32_t width = width_of(w->t, a);
    bool quotient = is_op(w->t, a, OP_BVSDIV), plain = is_plain_divisor(w->t, y);
    if (is_op(w->t, a, OP_BVSMOD)) return false;
    bool ok = open_result(w, width, view);
    if (!plain) {
        ok = ok && say(w, "(") && write_bits(w, y, SIGNED) && say(w, " == 0 ? ");
        ok = ok && (quotient ? say(w, "(") && write_bits(w, x, SIGNED) && say(w, " < 0 ? 1 : -1)")
                             : write_bits(w, x, SIGNED));
        ok = ok && say(w, " : ") && write_bits(w, y, SIGNED) && say(w, " == -1 ? ");
        ok = ok && (quotient ? say(w, "0 - ") && write_carried(w, x, width) : say(w, "0")) &&
             say(w, " : ");
    }
    ok = ok && open_cast(w, carrier(width, UNSIGNED)) && write_in(w, x, width, SIGNED);
    ok = ok && say(w, quotient ? " / " : " % ") && write_bits(w, y, SIGNED) && say(w, ")");
    if (!plain) ok = ok && say(w, ")");
    return ok && close_result(w, width, view);
}

static bool write_choice(c_writer *w, term a, enum view view) {
    return say(w, "(") && write_bool(w, arg_of(w->t, a, 0)) && say(w, " ? ") &&
           write_bits(w, arg_of(w->t, a, 1), view) && say(w, " : ") &&
           write_bits(w, arg_of(w->t, a, 2), view) && say(w, ")");
}

/* Where the exact truncation of x fits `width` bits: (low <= x && x < high ? (type)x : 0). */
static bool write_truncation(c_writer *w, term a, enum view view);

static bool write_bits_of(c_writer *w, term a, enum view view) {
    uint32_t width = width_of(w->t, a);
    uint64_t bits;
    if (width > 64) return false;
    switch (op_of(w->t, a)) {
    case OP_BV: return is_small(w->t, a, &bits) && write_constant(w, bits, width, view);
    case OP_VAR: return write_variable(w, a, view);
    case OP_ITE: return write_choice(w, a, view);
    case OP_BVADD: return write_operands(w, a, " + ", view);
    case OP_BVMUL: return write_operands(w, a, " * ", view);
    case OP_BVAND: return write_operands(w, a, " & ", view);
    case OP_BVOR: return write_operands(w, a, " | ", view);
    case OP_BVXOR: return write_operands(w, a, " ^ ", view);
    case OP_BVNOT:
        return open_result(w, width, view) && say(w, "~") &&
               write_carried(w, arg_of(w->t, a, 0), width) && close_result(w, width, view);
    case OP_BVUDIV:
    case OP_BVUREM: return write_divide_unsigned(w, a, view);
    case OP_BVSDIV:
    case OP_BVSREM:
    case OP_BVSMOD: return write_divide_signed(w, a, view);
    case OP_BVSHL:
    case OP_BVLSHR:
    case OP_BVASHR: return write_shift(w, a, view);
    case OP_EXTRACT: return write_slice(w, a, view);
    case OP_CONCAT: return write_concat(w, a, view);
    case OP_ZERO_EXTEND:
    case OP_SIGN_EXTEND: return write_extension(w, a, view);
    case OP_FP_TO_SBV:
    case OP_FP_TO_UBV: return write_truncation(w, a, view);
    default: return false;
    }
}

static bool write_bits(c_writer *w, term a, enum view view) {
    if (w->depth >= DEEPEST) return false;
    w->depth++;
    bool ok = write_bits_of(w, a, view);
    w->depth--;
    return ok;
}

/* ---- floats ---- */

static char float_suffix(const terms *t, sort s, bool *known) {
    uint32_t eb = sort_eb(t, s), sb = sort_sb(t, s);
    *known = true;
    if (eb == 8 && sb == 24) return 'f';
    if (eb == 11 && sb == 53) return 0;
    *known = eb == 15 && sb == 64;
    return 'L';
}

static const char *float_type(const terms *t, sort s) {
    bool known;
    char suffix = float_suffix(t, s, &known);
    return !known ? NULL : suffix == 'f' ? "float" : suffix ? "long double" : "double";
}

static bool write_float_suffix(c_writer *w, sort s) {
    bool known;
    char suffix = float_suffix(w->t, s, &known);
    if (suffix) text_char(w->out, suffix);
    return known;
}

/* sig * 2^exp as a hexadecimal literal. */
static void write_power(c_writer *w, bool negative, const mpz_t sig, int64_t exp) {
    size_t n = mpz_sizeinbase(sig, 16);
    vec(char) buffer = {0};
    vec_resize(&buffer, n + 2);
    mpz_get_str(buffer.data, 16, sig);
    text_print(w->out, "%s0x%sp%lld", negative ? "-" : "", buffer.data, (long long)exp);
    vec_release(&buffer);
}

/* The shortest decimal that is read as this float, with a point or an exponent, as its suffix needs
 * one. */
static void write_decimal(c_writer *w, double x, bool single) {
    char digits[40];
    for (int n = 1; n <= 17; n++) {
        snprintf(digits, sizeof digits, "%.*g", n, x);
        if (single ? strtof(digits, NULL) == (float)x : strtod(digits, NULL) == x) break;
    }
    text_print(w->out, strpbrk(digits, ".e") ? "%s" : "%s.0", digits);
}

static bool write_finite(c_writer *w, sort s, const fp_number *x) {
    bool known;
    char suffix = float_suffix(w->t, s, &known);
    if (known && suffix != 'L')
        write_decimal(w, ldexp(mpz_get_d(x->sig), (int)x->exp) * (x->negative ? -1 : 1),
                      suffix == 'f');
    else write_power(w, x->negative, x->sig, x->exp);
    return write_float_suffix(w, s);
}

static bool write_special(c_writer *w, sort s, const fp_number *x) {
    text_print(w->out, "%s%s.0", x->negative ? "-" : "", x->kind == FLOAT_INF ? "1" : "0");
    return write_float_suffix(w, s) &&
           (x->kind == FLOAT_ZERO || (say(w, " / 0.0") && write_float_suffix(w, s)));
}

static bool write_float_constant(c_writer *w, term a) {
    sort s = sort_of(w->t, a);
    fp_number x;
    mpz_t z;
    mpz_init(z);
    fp_number_init(&x);
    term_get_mpz(w->t, a, z);
    fp_unpack((fp_format){sort_eb(w->t, s), sort_sb(w->t, s)}, z, &x);
    bool plain = !x.negative && (x.kind == FLOAT_FINITE || x.kind == FLOAT_ZERO);
    bool ok = (plain || say(w, "(")) &&
              (x.kind == FLOAT_FINITE ? write_finite : write_special)(w, s, &x) &&
              (plain || say(w, ")"));
    fp_number_clear(&x);
    mpz_clear(z);
    return ok;
}

/* A variable of float type, also where the term sees its bits. */
static bool write_float_variable(c_writer *w, term a, uint32_t width) {
    c_variable v = w->namer(w->context, a);
    if (!v.name || !v.is_float || v.width != width) return false;
    return say(w, v.name);
}

static bool nearest(const terms *t, term mode) {
    return is_op(t, mode, OP_RM) && term_get_rm(t, mode) == RNE;
}

static bool write_float_operands(c_writer *w, term a, const char *op) {
    if (!nearest(w->t, arg_of(w->t, a, 0))) return false;
    return say(w, "(") && write_float(w, arg_of(w->t, a, 1)) && say(w, op) &&
           write_float(w, arg_of(w->t, a, 2)) && say(w, ")");
}

static bool write_conversion(c_writer *w, term a) {
    term x = arg_of(w->t, a, 1);
    if (!nearest(w->t, arg_of(w->t, a, 0)) || !open_cast(w, float_type(w->t, sort_of(w->t, a))))
        return false;
    bool ok = is_op(w->t, a, OP_FP_FROM_FP)    ? write_float(w, x)
              : is_op(w->t, a, OP_FP_FROM_SBV) ? write_bits(w, x, SIGNED)
              : is_op(w->t, a, OP_FP_FROM_UBV) ? write_bits(w, x, UNSIGNED)
                                               : false;
    return ok && say(w, ")");
}

/* (x < 0 ? -x : x == 0 ? 0.0 : x) */
static bool write_absolute(c_writer *w, term x) {
    return say(w, "(") && write_float(w, x) && say(w, " < 0 ? -") && write_float(w, x) &&
           say(w, " : ") && write_float(w, x) && say(w, " == 0 ? 0 : ") && write_float(w, x) &&
           say(w, ")");
}

static bool write_float_of(c_writer *w, term a) {
    sort s = sort_of(w->t, a);
    uint32_t width = sort_width(w->t, s);
    if (!float_type(w->t, s)) return false;
    switch (op_of(w->t, a)) {
    case OP_FP: return write_float_constant(w, a);
    case OP_VAR: return write_float_variable(w, a, width);
    case OP_FP_FROM_BITS:
        return is_op(w->t, arg_of(w->t, a, 0), OP_VAR) &&
               write_float_variable(w, arg_of(w->t, a, 0), width);
    case OP_FP_ADD: return write_float_operands(w, a, " + ");
    case OP_FP_SUB: return write_float_operands(w, a, " - ");
    case OP_FP_MUL: return write_float_operands(w, a, " * ");
    case OP_FP_DIV: return write_float_operands(w, a, " / ");
    case OP_FP_NEG: return say(w, "(-") && write_float(w, arg_of(w->t, a, 0)) && say(w, ")");
    case OP_FP_ABS: return write_absolute(w, arg_of(w->t, a, 0));
    case OP_FP_FROM_FP:
    case OP_FP_FROM_SBV:
    case OP_FP_FROM_UBV: return write_conversion(w, a);
    case OP_ITE:
        return say(w, "(") && write_bool(w, arg_of(w->t, a, 0)) && say(w, " ? ") &&
               write_float(w, arg_of(w->t, a, 1)) && say(w, " : ") &&
               write_float(w, arg_of(w->t, a, 2)) && say(w, ")");
    default: return false;
    }
}

static bool write_float(c_writer *w, term a) {
    if (w->depth >= DEEPEST) return false;
    w->depth++;
    bool ok = write_float_of(w, a);
    w->depth--;
    return ok;
}

/* 2^k in the format of `s`, as a literal. */
static bool write_two_to(c_writer *w, sort s, bool negative, int64_t k) {
    mpz_t one;
    mpz_init_set_ui(one, 1);
    write_power(w, negative, one, k);
    mpz_clear(one);
    return write_float_suffix(w, s);
}

/* x truncated fits iff -2^k - 1 < x < 2^k; where the format has no number between -2^k - 1 and
 * -2^k, x >= -2^k. */
static bool write_truncation(c_writer *w, term a, enum view view) {
    term mode = arg_of(w->t, a, 0), x = arg_of(w->t, a, 1);
    sort s = sort_of(w->t, x);
    uint32_t width = width_of(w->t, a);
    bool is_signed = is_op(w->t, a, OP_FP_TO_SBV);
    enum view inner = is_signed ? SIGNED : UNSIGNED;
    const char *type = exact_type(width, inner);
    if (!is_op(w->t, mode, OP_RM) || term_get_rm(w->t, mode) != RTZ || !type ||
        !float_type(w->t, s))
        return false;
    bool ok = view == inner || open_cast(w, exact_type(width, view));
    ok = ok && say(w, "(") && write_float(w, x);
    if (!is_signed) ok = ok && say(w, " > -1");
    else if (sort_sb(w->t, s) < width)
        ok = ok && say(w, " >= ") && write_two_to(w, s, true, width - 1);
    else {
        ok = ok && say(w, " > ") && write_two_to(w, s, true, width - 1) && say(w, " - 1");
    }
    ok = ok && say(w, " && ") && write_float(w, x) && say(w, " < ") &&
         write_two_to(w, s, false, width - is_signed);
    text_print(w->out, " ? (%s)", type);
    ok = ok && write_float(w, x) && say(w, " : 0)");
    return ok && (view == inner || say(w, ")"));
}

/* ---- truth values ---- */

/* a op b on one view. Signed where a variable is, so that the text stays as the program says it. */
static enum view natural_view(c_writer *w, term a) {
    while (is_op(w->t, a, OP_ITE)) a = arg_of(w->t, a, 1);
    if (is_op(w->t, a, OP_SIGN_EXTEND) || is_op(w->t, a, OP_BVSDIV) || is_op(w->t, a, OP_BVSREM))
        return SIGNED;
    if (!is_op(w->t, a, OP_VAR)) return UNSIGNED;
    return w->namer(w->context, a).is_signed ? SIGNED : UNSIGNED;
}

static bool bracket(c_writer *w, enum room room, enum room enough, const char *s) {
    return room >= enough || say(w, s);
}

static bool write_comparison(c_writer *w, term a, term b, const char *op, enum view view,
                             enum room room) {
    return bracket(w, room, JOINED, "(") && write_bits(w, a, view) && say(w, op) &&
           write_bits(w, b, view) && bracket(w, room, JOINED, ")");
}

static bool write_float_comparison_in(c_writer *w, term a, term b, const char *op, enum room room) {
    return bracket(w, room, JOINED, "(") && write_float(w, a) && say(w, op) && write_float(w, b) &&
           bracket(w, room, JOINED, ")");
}
static bool write_float_comparison(c_writer *w, term a, term b, const char *op) {
    return write_float_comparison_in(w, a, b, op, CLOSED);
}

/* The sign of x, told by 1 / x where x is zero; x is not NaN. */
static bool write_sign(c_writer *w, term x, bool negative) {
    const char *op = negative ? " < 0" : " > 0";
    return say(w, "(") && write_float(w, x) && say(w, op) && say(w, " || (") && write_float(w, x) &&
           say(w, " == 0 && 1 / ") && write_float(w, x) && say(w, op) && say(w, "))");
}

static bool write_not_nan(c_writer *w, term x, bool nan) {
    return write_float_comparison(w, x, x, nan ? " != " : " == ");
}

/* x is the very float b: zeros by their sign, NaN is NaN. */
static bool write_identity(c_writer *w, term a, term b) {
    if (same(b, fp_const_nan(w->t, sort_of(w->t, b)))) return write_not_nan(w, a, true);
    if (is_op(w->t, b, OP_FP)) {
        term zero = term_1(w->t, OP_FP_IS_ZERO, b), negative = term_1(w->t, OP_FP_IS_NEG, b);
        if (!term_is_true(w->t, zero)) return write_float_comparison(w, a, b, " == ");
        return say(w, "(") && write_float_comparison(w, a, b, " == ") && say(w, " && 1 / ") &&
               write_float(w, a) && say(w, term_is_true(w->t, negative) ? " < 0)" : " > 0)");
    }
    return say(w, "((") && write_float_comparison(w, a, b, " == ") && say(w, " && (") &&
           write_float(w, a) && say(w, " != 0 || 1 / ") && write_float(w, a) &&
           say(w, " == 1 / ") && write_float(w, b) && say(w, ")) || (") &&
           write_not_nan(w, a, true) && say(w, " && ") && write_not_nan(w, b, true) && say(w, "))");
}

/* -limit < x < limit, for the least normal or infinity. */
static bool write_within(c_writer *w, term x, bool infinity) {
    sort s = sort_of(w->t, x);
    int64_t least = 2 - ((int64_t)1 << (sort_eb(w->t, s) - 1));
    for (int side = 0; side < 2; side++) {
        if (side && !say(w, " && ")) return false;
        if (!write_float(w, x) || !say(w, side ? " < " : " > ")) return false;
        if (infinity) {
            say(w, side ? "1.0" : "-1.0");
            if (!write_float_suffix(w, s) || !say(w, " / 0.0") || !write_float_suffix(w, s))
                return false;
        } else if (!write_two_to(w, s, !side, least)) return false;
    }
    return true;
}

static bool write_class(c_writer *w, enum op op, term x) {
    switch (op) {
    case OP_FP_IS_NAN: return write_not_nan(w, x, true);
    case OP_FP_IS_ZERO: return say(w, "(") && write_float(w, x) && say(w, " == 0)");
    case OP_FP_IS_NEG: return write_sign(w, x, true);
    case OP_FP_IS_POS: return write_sign(w, x, false);
    case OP_FP_IS_INF:
        return say(w, "(") && write_not_nan(w, x, false) && say(w, " && !(") &&
               write_within(w, x, true) && say(w, "))");
    case OP_FP_IS_SUBNORMAL:
        return say(w, "(") && write_float(w, x) && say(w, " != 0 && ") &&
               write_within(w, x, false) && say(w, ")");
    default: /* normal */
        return say(w, "(") && write_within(w, x, true) && say(w, " && !(") &&
               write_within(w, x, false) && say(w, "))");
    }
}

/* Bits of a float variable equal to constant bits: the float, unless they are a NaN's. */
static bool write_float_bits(c_writer *w, term a, term k) {
    static const struct {
        uint32_t width, eb, sb;
    } known[] = {{32, 8, 24}, {64, 11, 53}};
    if (!is_op(w->t, a, OP_VAR) || !is_op(w->t, k, OP_BV) || !w->namer(w->context, a).is_float)
        return false;
    for (int i = 0; i < 2; i++) {
        if (width_of(w->t, a) != known[i].width) continue;
        term x = term_app_indexed(w->t, OP_FP_FROM_BITS, known[i].eb, known[i].sb, 1, &a);
        term c = term_app_indexed(w->t, OP_FP_FROM_BITS, known[i].eb, known[i].sb, 1, &k);
        if (same(c, fp_const_nan(w->t, sort_of(w->t, c)))) return false;
        return write_identity(w, x, c);
    }
    return false;
}

static bool write_equation(c_writer *w, term a, bool negated, enum room room) {
    term x = arg_of(w->t, a, 0), y = arg_of(w->t, a, 1);
    const char *op = negated ? " != " : " == ";
    switch (sort_kind_of(w->t, sort_of(w->t, x))) {
    case SORT_BOOL:
        return say(w, "(!") && write_bool(w, x) && say(w, op) && say(w, "!") && write_bool(w, y) &&
               say(w, ")");
    case SORT_BV: {
        size_t mark = w->out->size;
        enum view view = natural_view(w, is_op(w->t, x, OP_BV) ? y : x);
        if (write_comparison(w, x, y, op, view, room)) return true;
        w->out->size = mark;
        return (!negated || say(w, "!")) && write_float_bits(w, x, y);
    }
    case SORT_FP: return (!negated || say(w, "!")) && write_identity(w, x, y);
    default: return false;
    }
}

static bool write_join(c_writer *w, term a, const char *op, enum room room) {
    if (!bracket(w, room, OUTER, "(")) return false;
    for (uint32_t i = 0; i < arity_of(w->t, a); i++) {
        if (i && !say(w, op)) return false;
        if (!write_bool_in(w, arg_of(w->t, a, i), JOINED)) return false;
    }
    return bracket(w, room, OUTER, ")");
}

/* not x, said by the opposite comparison where there is one. */
static bool write_negation(c_writer *w, term x, enum room room) {
    switch (op_of(w->t, x)) {
    case OP_EQ: return write_equation(w, x, true, room);
    case OP_BVULT:
        return write_comparison(w, arg_of(w->t, x, 0), arg_of(w->t, x, 1), " >= ", UNSIGNED, room);
    case OP_BVSLT:
        return write_comparison(w, arg_of(w->t, x, 0), arg_of(w->t, x, 1), " >= ", SIGNED, room);
    default: return say(w, "!") && write_bool(w, x);
    }
}

static bool write_bool_variable(c_writer *w, term a, enum room room) {
    c_variable v = w->namer(w->context, a);
    if (!v.name || v.is_float) return false;
    return bracket(w, room, JOINED, "(") && say(w, v.name) && say(w, " != 0") &&
           bracket(w, room, JOINED, ")");
}

/* Overflow by a wider computation, up to 32 bits. */
static bool write_overflow(c_writer *w, term a) {
    enum op op = op_of(w->t, a);
    term x = arg_of(w->t, a, 0), y = arg_of(w->t, a, 1);
    bool is_signed = op == OP_BVSADDO || op == OP_BVSSUBO || op == OP_BVSMULO;
    const char *sign = op == OP_BVSSUBO                       ? " - "
                       : op == OP_BVUMULO || op == OP_BVSMULO ? " * "
                                                              : " + ";
    enum view view = is_signed ? SIGNED : UNSIGNED;
    uint32_t width = width_of(w->t, x);
    if (width > 32) return false;
    for (int side = 0; side <= is_signed; side++) {
        if (!say(w, side        ? " || "
                    : is_signed ? "("
                                : "") ||
            !say(w, "(") || !open_cast(w, carrier(64, view)) || !write_bits(w, x, view) ||
            !say(w, ")") || !say(w, sign) || !write_bits(w, y, view))
            return false;
        uint64_t limit = is_signed ? mask64(width - 1) : mask64(width);
        if (side) text_print(w->out, " < -%lluLL - 1)", (unsigned long long)limit);
        else text_print(w->out, " > %llu%s)", (unsigned long long)limit, is_signed ? "LL" : "ULL");
    }
    return !is_signed || say(w, ")");
}

static bool write_bool_of(c_writer *w, term a, enum room room) {
    term x = arity_of(w->t, a) > 0 ? arg_of(w->t, a, 0) : a,
         y = arity_of(w->t, a) > 1 ? arg_of(w->t, a, 1) : a;
    switch (op_of(w->t, a)) {
    case OP_TRUE: return say(w, "1");
    case OP_FALSE: return say(w, "0");
    case OP_VAR: return write_bool_variable(w, a, room);
    case OP_NOT: return write_negation(w, x, room);
    case OP_AND: return write_join(w, a, " && ", room);
    case OP_OR: return write_join(w, a, " || ", room);
    case OP_EQ: return write_equation(w, a, false, room);
    case OP_ITE:
        return say(w, "(") && write_bool(w, x) && say(w, " ? ") && write_bool(w, y) &&
               say(w, " : ") && write_bool(w, arg_of(w->t, a, 2)) && say(w, ")");
    case OP_BVULT: return write_comparison(w, x, y, " < ", UNSIGNED, room);
    case OP_BVSLT: return write_comparison(w, x, y, " < ", SIGNED, room);
    case OP_FP_LT: return write_float_comparison_in(w, x, y, " < ", room);
    case OP_FP_LE: return write_float_comparison_in(w, x, y, " <= ", room);
    case OP_FP_EQ: return write_float_comparison_in(w, x, y, " == ", room);
    case OP_BVUADDO:
    case OP_BVSADDO:
    case OP_BVSSUBO:
    case OP_BVUMULO:
    case OP_BVSMULO: return write_overflow(w, a);
    default: return op_is_float_class(op_of(w->t, a)) && write_class(w, op_of(w->t, a), x);
    }
}

static bool write_bool_in(c_writer *w, term a, enum room room) {
    if (w->depth >= DEEPEST) return false;
    w->depth++;
    bool ok = write_bool_of(w, a, room);
    w->depth--;
    return ok;
}

static bool write_bool(c_writer *w, term a) { return write_bool_in(w, a, CLOSED); }

static bool write_whole(terms *t, term a, c_namer namer, void *context, text *out, enum room room) {
    c_writer w = {t, namer, context, out, out->size, 0};
    bool ok;
    switch (sort_kind_of(t, sort_of(t, a))) {
    case SORT_BOOL: ok = write_bool_in(&w, a, room); break;
    case SORT_BV: ok = write_bits(&w, a, natural_view(&w, a)); break;
    case SORT_FP: ok = write_float(&w, a); break;
    default: ok = false;
    }
    if (ok) return true;
    out->size = w.start;
    if (out->data) out->data[w.start] = 0;
    return false;
}

bool cexpr_term(terms *t, term a, c_namer namer, void *context, text *out) {
    assert_debug(term_is_there(t, a));
    return write_whole(t, a, namer, context, out, OUTER);
}
bool cexpr_operand(terms *t, term a, c_namer namer, void *context, text *out) {
    assert_debug(term_is_there(t, a));
    return write_whole(t, a, namer, context, out, JOINED);
}
