/* Spans: sets of floats of one format, as an interval and whether NaN is possible; arithmetic and
 * its inverses on them.
 *
 * Formats are binary32 and binary64; bounds of both are doubles (a binary32 is one exactly). Bounds
 * are ordered with -0 below +0, so that a span can tell the zeros apart. Every operation
 * over-approximates: the result contains each value that some values of the arguments give. The
 * inverses (`..._of`) contain each argument for which some value of the other argument gives a
 * result in the span.
 *
 * The processor computes, always rounding to nearest even. An operation is monotone in each
 * argument on each side of zero, so the results at the corners bound all results. Another rounding
 * mode, or one that is not fixed, is at most one float away. Where exact reals are needed, one
 * float outwards contains them. */
#ifndef SOLVER_ICP_SPAN_H
#define SOLVER_ICP_SPAN_H

#include <stdbool.h>
#include <stdint.h>

enum span_format { SPAN_SINGLE, SPAN_DOUBLE };
/* SPAN_ANY: any of the modes. */
enum span_mode { SPAN_NEAREST, SPAN_AWAY, SPAN_UP, SPAN_DOWN, SPAN_TO_ZERO, SPAN_ANY };

typedef struct {
    double lo, hi;    /* where `number` */
    bool nan, number; /* NaN is possible; a number is. Neither: empty */
} span;

typedef struct {
    enum span_format format;
    enum span_mode mode;
} span_how;

span span_top(void);
span span_numbers(double lo, double hi);
span span_point(double x); /* NaN too */
bool span_empty(span a);
bool span_is_point(span a, double *x); /* NaN is a point */
span span_join(span a, span b);
span span_meet(span a, span b);
bool span_within(span a, span b);
/* The order of bounds: by value, -0 before +0. */
bool span_before(double a, double b);

double span_next(enum span_format f, double x); /* by value: the zeros are one */
double span_previous(enum span_format f, double x);

span span_neg(span a);
span span_abs(span a);
span span_add(span_how h, span a, span b);
span span_sub(span_how h, span a, span b);
span span_mul(span_how h, span a, span b);
span span_square(span_how h, span a); /* a * a of one value */
span span_div(span_how h, span a, span b);
span span_fma(span_how h, span a, span b, span c);
span span_sqrt(span_how h, span a);
span span_rem(span a, span b);
span span_integral(span_how h, span a);
span span_minmax(bool min, span a, span b);
span span_convert(span_how h, enum span_format from, span a); /* to h.format */
span span_from_signed(span_how h, int64_t lo, int64_t hi);
span span_from_unsigned(span_how h, uint64_t lo, uint64_t hi);
/* The integers that the numbers of a round to, as long as they are small; false where they are not,
 * or NaN is possible. */
bool span_to_integers(enum span_mode m, span a, double *lo, double *hi);

/* Inverses; z is the result's span. */
span span_addend_of(span_how h, span z, span other);     /* x with x + other in z */
span span_minuend_of(span_how h, span z, span other);    /* x with x - other in z */
span span_subtrahend_of(span_how h, span z, span first); /* x with first - x in z */
span span_factor_of(span_how h, span z, span other);
span span_root_of(span_how h, span z, span now); /* x with x * x in z, x in now */
span span_dividend_of(span_how h, span z, span divisor);
span span_divisor_of(span_how h, span z, span dividend);
span span_radicand_of(span_how h, span z);
span span_fma_factor_of(span_how h, span z, span other, span addend); /* x * other + addend in z */
span span_fma_addend_of(span_how h, span z, span a, span b);          /* a * b + x in z */
/* x and y with the remainder in z, x (y) in now. */
span span_rem_dividend_of(enum span_format f, span z, span now, span divisor);
span span_rem_divisor_of(enum span_format f, span z, span now);
span span_minmax_of(bool min, span z, span other); /* either argument */
span span_abs_of(span z, span now);
span span_integral_of(enum span_format f, span z);
span span_convert_of(span_how h, enum span_format from, span z); /* h.format is the result's */

#endif
