/* Linear sums: constant + coefficient * base + ..., over bit-vectors (modulo 2^n), Int and Real
 * alike. Coefficients are constant terms. Bases are ordered by id and distinct; no coefficient is
 * zero. */
#ifndef TERM_LINEAR_H
#define TERM_LINEAR_H

#include "term/term.h"

typedef struct {
    term base, coefficient;
} monomial;
typedef struct {
    sort s;
    bool bits;     /* bit-vectors */
    term constant; /* of the sum */
    vec(monomial) parts;
} linear;

void linear_init(terms *t, linear *l, sort s);
void linear_release(linear *l);
void linear_add(terms *t, linear *l, term a,
                term coefficient); /* l += coefficient * a; call linear_normalize after */
void linear_normalize(terms *t, linear *l);
void linear_scale(terms *t, linear *l, term by);
term linear_term(terms *t, const linear *l);
/* The parts with positive coefficients (as signed numbers) on one side, the negated others and
 * -constant on the other: sum = 0 iff left = right. */
void linear_sides(terms *t, const linear *l, term *left, term *right);
bool linear_is_compound(const terms *t, term a); /* would linear_add take it apart? */

term constant_op(terms *t, enum op bits_op, enum op number_op, term a, term b);
term constant_of(terms *t, sort s, int64_t x);
bool constant_is_zero(const terms *t, term a);
bool constant_is(terms *t, term a, int64_t x);     /* x is 0, 1 or -1 */
bool constant_is_negative(const terms *t, term a); /* bit-vectors: as signed */
/* 0 and 2^(w-1): turning their sign changes nothing, so a normal form that turns signs must leave
 * them. */
bool constant_is_own_negative(terms *t, term a);

#endif
