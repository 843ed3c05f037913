/* The float part of a program in doubles: paths between loop heads, on which the new value of every
 * variable is a linear form of the old values and inputs. A model to search in, exact about
 * nothing. */
#ifndef ENGINE_AFFINE_FORMS_H
#define ENGINE_AFFINE_FORMS_H

#include "base/arena.h"
#include "engine/candidates/conjuncts.h"
#include "program/semantics.h"

/* constant + sum of c[i] * symbol i. Symbols are the program's variables that are followed, then
 * what is new on a path: inputs, and results of operations that are not linear. */
typedef struct {
    double constant, *c;
} affine_form;
typedef struct {
    affine_form f;
    double most;
} limit; /* f <= most */

typedef struct {
    loc from, to;
    affine_form *image; /* by variable: its value afterwards */
    double *
        rounding; /* by variable: the error of that, relative to the largest of the symbols in it */
    vec(limit) guards;
    double *low, *high; /* by symbol: as far as the path bounds it by itself */
} affine_path;

/* What is known of a counter. */
typedef struct {
    loc at;
    uint32_t variable;
    double low, high;
} counter_range;

typedef struct {
    arena memory;
    term_vec variables; /* floats, at most as wide as doubles; then counters */
    uint32_t floats;    /* how many of them are floats */
    uint32_t symbols;   /* length of every form */
    uint32_t used;      /* how many of them some path has, while paths are read */
    vec(counter_range) counters;
    vec(affine_path) paths;
    vec(affine_path) errors; /* paths to errors, as far as they can be read */
} affine_program;

/* False where there is nothing to do: no float variables, too many of them, or too many paths.
 * Counters are words that `facts` bounds. */
bool affine_program_make(program *p, const conjuncts *facts, affine_program *out);
void affine_program_release(affine_program *a);

affine_form form_new(affine_program *a);
void form_add(const affine_program *a, affine_form *to, const affine_form *f, double by);

#endif
