/* Products and remainders of integers, for solvers that do not multiply: what they obey.
 *
 * Each is a variable of its own; the rules say how it relates to its arguments and to the other
 * products and remainders of the query: signs, neighbours, sums of factors, and that divisors of
 * two numbers divide their sum. That is what an induction over repeated addition or subtraction
 * needs. All rules are theorems about integers (direction: what holds of integers stays possible;
 * the rules do not define the operations). */
#ifndef SOLVER_NONLINEAR_H
#define SOLVER_NONLINEAR_H

#include "term/term.h"

/* value = x * y */
typedef struct {
    term x, y, value;
} int_product;

/* value = of - by * (of / by rounded towards zero), or `of` where by is 0. */
typedef struct {
    term of, by, value;
} int_remainder;

typedef struct {
    vec(int_product) products;
    vec(int_remainder) remainders;
    term_vec bounds; /* constants that factors may be compared with */
} nonlinear;

void nonlinear_bound(nonlinear *all, term c);
void nonlinear_rules(terms *t, const nonlinear *all, term_vec *out);
void nonlinear_release(nonlinear *all);

#endif
