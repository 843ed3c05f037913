/* The float part of a program in doubles: paths between loop heads, on which the new value of every variable is a linear form of
 * the old values and inputs. A model to search in, exact about nothing. */
#ifndef ENGINE_AFFINE_FORMS_H
#define ENGINE_AFFINE_FORMS_H

#include "base/arena.h"
#include "program/semantics.h"

/* constant + sum of c[i] * symbol i. Symbols are the program's float variables, then what is new on a path: inputs, and results
 * of operations that are not linear. */
typedef struct { double constant, *c; } form;
typedef struct { form f; double most; } limit; /* f <= most */

typedef struct {
    loc from, to;
    form *image;       /* by variable: its value afterwards */
    vec(limit) guards;
    double *low, *high; /* by symbol: as far as the path bounds it by itself */
} affine_path;

typedef struct {
    arena memory;
    term_vec variables; /* floats, at most as wide as doubles */
    uint32_t symbols;   /* length of every form */
    double error;       /* what rounding may change on a path, relative to the sum of magnitudes; generous */
    vec(affine_path) paths;
} affine_program;

/* False where there is nothing to do: no float variables, too many of them, or too many paths. */
bool affine_program_make(program *p, affine_program *out);
void affine_program_release(affine_program *a);

form form_new(affine_program *a);
void form_add(const affine_program *a, form *to, const form *f, double by);

#endif
