/* A set of integer points: an octagon (bounds on +-x +-y) or a convex polyhedron, by the Parma
 * Polyhedra Library.
 *
 * Operations on polyhedra may become too expensive: with shape_bound_effort the library gives up.
 * `*failed` is set then, and what the shapes hold is of no more use. */
#ifndef ENGINE_AI_SHAPE_H
#define ENGINE_AI_SHAPE_H

#include "base/wide.h"
#include "base/vec.h"

#include <gmp.h>
#include <stdbool.h>
#include <stdint.h>

enum { MOST_DIMENSIONS = 16 };
enum shape_kind { SHAPE_OCTAGON, SHAPE_POLYHEDRON };
typedef struct {
    void *of;
    enum shape_kind kind;
    uint32_t dimensions;
    bool *failed;
} shape; /* of is NULL: none */

typedef struct {
    wide constant;
    int64_t of[MOST_DIMENSIONS];
    wide lo, hi;
} form; /* lo .. hi: where its value lies */
typedef vec(form) form_vec;

/* Around all use of shapes of one analysis. */
void shape_begin(enum shape_kind kind);
void shape_end(enum shape_kind kind);

shape shape_full(enum shape_kind kind, uint32_t dimensions, bool *failed);
shape shape_copy(shape from);
void shape_drop(shape s);
bool shape_empty(shape s);
bool shape_within(shape small, shape big);
/* Keep the points where the form is 0 or more; or 0. */
void shape_require(shape s, const form *f, bool equal);
/* Dimension d becomes the form's value. */
void shape_assign(shape s, uint32_t d, const form *f);
void shape_forget(shape s, uint32_t d);
void shape_join(shape into, shape other);
/* `before` is within `now`. Where `limits` (forms that are 0 or more; only for polyhedra) hold in
 * `now`, they go on to. */
void shape_widen(shape now, shape before, const form_vec *limits);
/* The greatest value of the form; false: there is none. */
bool shape_greatest(shape s, const form *f, mpz_t out);
/* Of a polyhedron: forms that are 0 or more. Equations are two forms; those with huge numbers are
 * left out. */
void shape_forms(shape s, form_vec *out);

#endif
