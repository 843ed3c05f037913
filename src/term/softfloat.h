/* Exact IEEE 754 arithmetic in any format, on GMP integers.
 *
 * A float is its interchange bits (eb + sb wide: sign, exponent, significand without its leading
 * bit). There is one NaN, the positive quiet one. Every result is the exact real result, rounded
 * once. */
#ifndef TERM_SOFTFLOAT_H
#define TERM_SOFTFLOAT_H

#include "term/term.h"

typedef struct {
    uint32_t eb, sb;
} fp_format;
enum fp_class { FLOAT_NAN, FLOAT_INF, FLOAT_ZERO, FLOAT_FINITE };

/* A float taken apart: (-1)^negative * sig * 2^exp where the class is FLOAT_FINITE. */
typedef struct {
    enum fp_class kind;
    bool negative;
    int64_t exp;
    mpz_t sig;
} fp_number;

void fp_number_init(fp_number *x);
void fp_number_clear(fp_number *x);
void fp_unpack(fp_format f, const mpz_t bits, fp_number *x);
bool fp_bits_are_nan(fp_format f, const mpz_t bits);
void fp_nan_bits(fp_format f, mpz_t out);

void fp_add(fp_format f, enum rounding rm, const mpz_t a, const mpz_t b, mpz_t out);
void fp_mul(fp_format f, enum rounding rm, const mpz_t a, const mpz_t b, mpz_t out);
void fp_div(fp_format f, enum rounding rm, const mpz_t a, const mpz_t b, mpz_t out);
void fp_fma(fp_format f, enum rounding rm, const mpz_t a, const mpz_t b, const mpz_t c, mpz_t out);
void fp_sqrt(fp_format f, enum rounding rm, const mpz_t a, mpz_t out);
void fp_rem(fp_format f, const mpz_t a, const mpz_t b,
            mpz_t out); /* x - y*n, n nearest to x/y, ties even */
void fp_round_to_integral(fp_format f, enum rounding rm, const mpz_t a, mpz_t out);
void fp_neg(fp_format f, const mpz_t a, mpz_t out);
void fp_abs(fp_format f, const mpz_t a, mpz_t out);

/* -1, 0, 1 as a < b, a = b, a > b; 2 where one is NaN. Zeros are equal. */
int fp_compare(fp_format f, const mpz_t a, const mpz_t b);
bool fp_is_subnormal(fp_format f, const mpz_t a);

void fp_convert(fp_format from, fp_format to, enum rounding rm, const mpz_t a, mpz_t out);
void fp_from_integer(fp_format f, enum rounding rm, const mpz_t value, mpz_t out);
void fp_from_rational(fp_format f, enum rounding rm, const mpq_t value, mpz_t out);
/* The float as an integer; false for NaN, infinities and where |result| has more than max_bits
 * bits. */
bool fp_to_integer(fp_format f, enum rounding rm, const mpz_t a, uint32_t max_bits, mpz_t out);
bool fp_to_rational(fp_format f, const mpz_t a, mpq_t out); /* false for NaN and infinities */

#endif
