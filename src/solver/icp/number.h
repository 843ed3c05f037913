/* Numbers: sets of integers and of reals as intervals of cells.
 *
 * The line is cut into cells that are numbered in order, so that a bound is a cell, and the
 * negation of "at least cell c" is "at most cell c - 1", as for words. Of Int each integer within
 * +-2^62 is a cell; the first and the last one hold all beyond. Of Real every second double is a
 * cell (an even number), and so is each gap between two of them (an odd number): bounds are open or
 * closed. A real that is no such double lies in a gap: a cell has it, but is not it.
 *
 * Arithmetic is exact, on the ends of intervals as rationals; then the cells that the result
 * touches are taken, so every operation over-approximates. */
#ifndef SOLVER_ICP_NUMBER_H
#define SOLVER_ICP_NUMBER_H

#include <gmp.h>
#include <stdbool.h>
#include <stdint.h>

int64_t cell_least(bool integer);
int64_t cell_most(bool integer);
bool cell_is_point(bool integer, int64_t cell);
void cell_value(int64_t cell, bool integer,
                mpq_t out); /* some value in it; the only one of a point */

/* The last cell of the first of two parts; lo < hi. */
int64_t cell_split(bool integer, int64_t lo, int64_t hi);

/* An end of an interval. */
typedef struct {
    mpq_t at;
    int8_t infinite; /* -1 or 1 */
    bool open;
} number_edge;
typedef struct {
    number_edge lo, hi;
} extent;

void extent_init(extent *x);
void extent_clear(extent *x);
void extent_of_cells(extent *x, bool integer, int64_t lo, int64_t hi);
void extent_of_value(extent *x, const mpq_t value);
void extent_cells(const extent *x, bool integer, int64_t *lo, int64_t *hi);
void extent_add(extent *sum, const extent *more); /* in place */
void extent_negate(extent *x);
void extent_multiply(extent *product, const extent *by); /* in place */
bool extent_invert(extent *x); /* 1 / x; false where 0 is in it, or next to it on both sides */
void extent_floor(extent *x);

#endif
