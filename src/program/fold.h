/* Ghosts for folds over arrays: sums, exclusive ors, and how many elements have a property.
 *
 * A loop that reads an array from its first element to its last computes a fold, a value that no
 * formula without quantifiers names. So the program gets variables that have it (after Amilon,
 * Esen, Gurov, Lidstroem, Ruemmer, CAV 2023). For an array a, a bound `end` and an element function
 * g, at any time
 *
 *     part  = g(a[0]) + ... + g(a[next - 1])      next <= end
 *     total = g(a[0]) + ... + g(a[end - 1])       where `known` is 1
 *
 * with + or xor, modulo 2^w. A read of a[next] makes the part longer; a read of a[0] and an index
 * that is set to 0 begin it again; a store replaces its element in both, since + and xor cancel.
 * Where the part comes to the end it is the total: if that is known already, the two are equal by
 * definition, which the program may assume. This assumption is the only one, and no run ever fails
 * it; so the program with ghosts has the runs of the program (direction: exact).
 *
 * Maximum, minimum, conjunction and disjunction do not cancel. Each says that all elements have a
 * property of the result: they are at most as large, or have its bits. For a threshold c of any
 * value that never changes, the ghosts count the elements without the property Q(c). At an error c
 * is taken to be a value for which two variables that the program compares, and that differ, do not
 * agree in Q(c): there is one, and a run has one error. */
#ifndef PROGRAM_FOLD_H
#define PROGRAM_FOLD_H

#include "program/program.h"

enum fold_kind { FOLD_SUM, FOLD_XOR, FOLD_MAX, FOLD_MIN, FOLD_AND, FOLD_OR, FOLD_KINDS };

typedef struct {
    enum fold_kind kind;
    term array;                    /* a variable */
    term end;                      /* a constant or a variable, as wide as an index */
    term cell;                     /* stands for an element ... */
    term element;                  /* ... in this: what it contributes, as wide as the ghosts */
    term threshold;                /* of a count: the variable c; otherwise none */
    term part, next, total, known; /* variables; known: one bit */
    term_vec counters;             /* variables of the indices that are read */
} fold;
typedef vec(fold) fold_vec;

/* The folds that a program computes over many elements: few are better unrolled. */
void folds_find(program *p, fold_vec *out);
void folds_release(fold_vec *folds);
/* Give the program their ghosts. */
void folds_instrument(program *p, const fold_vec *folds);
/* What the element at this index, or this value, contributes. */
term fold_element(const fold *f, terms *t, term value);
/* Of a count: has the value, as wide as an element or wider, the property? */
term fold_property(const fold *f, terms *t, term value);
bool fold_is_count(const fold *f);

#endif
