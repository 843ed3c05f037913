/* Values and exact evaluation: the reference meaning of every operation in ops.def.
 *
 * Values are constants: Bool, BV of any width, IEEE floats (one NaN), rounding modes, exact
 * rationals, arrays (a default and finitely many exceptions). Values of at most 64 bits need no
 * memory; wide ones, numbers and arrays live in a `values` pool and die with it. A store into an
 * array value copies only a path (persistent tree), so that an interpreter can update a large array
 * in a loop. */
#ifndef TERM_VALUE_H
#define TERM_VALUE_H

#include "base/sparse.h"
#include "term/term.h"

typedef struct {
    sort sort;
    uint64_t bits;
} value; /* bits: the value itself, or an index into the pool; sort.id 0: none */
typedef struct values values;

values *values_new(terms *t);
void values_delete(values *v);
uint64_t values_memory(const values *v);
/* Throw away everything but `keep[0..n)`, which are moved and updated in place. */
void values_compact(values *v, value *keep, uint32_t n);

value value_bool(terms *t, bool b);
value value_bv(terms *t, uint32_t width, uint64_t bits); /* width at most 64 */
value value_default(values *v, sort s); /* 0, false, +0.0, RNE, constant array of them */
value value_number(values *v, sort s, const mpq_t number); /* Int or Real */
bool value_is_true(value a);
bool value_equal(values *v, value a, value b); /* as syntax: NaN equals NaN, -0 is not +0 */
value value_of_term(values *v, term constant); /* term_is_const must hold */
term value_to_term(values *v, value a);
bool value_u64(values *v, value a, uint64_t *bits); /* BV or FP bits of at most 64, Bool */
void value_print(values *v, value a, text *out);    /* as SMT-LIB */

/* One operation on values, exact; the same table serves constant folding in term.c. */
value value_apply(values *v, enum op op, sort result, uint32_t i0, uint32_t i1, uint32_t n,
                  const value *args);

/* A model maps variables to values; what it does not mention has value_default. */
typedef struct {
    values *pool;
    sparse of;        /* values by term id of the variable; with sort 0: none */
    u32_vec assigned; /* term ids, in the order of first assignment */
} model;
void model_init(model *m, values *pool);
void model_release(model *m);
void model_clear(model *m);
void model_set(model *m, term var, value a);
bool model_has(const model *m, term var);
const value *model_find(const model *m, term var);         /* NULL: not mentioned */
value model_get(const model *m, const terms *t, term var); /* default where absent */

/* Evaluation with a reusable memo (cleared at each top-level call). */
typedef struct evaluator evaluator;
evaluator *evaluator_new(terms *t, values *v);
void evaluator_delete(evaluator *e);
value term_eval(evaluator *e, const model *m, term a);
bool term_holds(evaluator *e, const model *m, term a); /* a is Bool */
/* The element of a constant array at this index, a constant; none: the array is no chain of stores
 * of constants. */
term term_table_element(terms *t, term array, uint64_t index);

#endif
