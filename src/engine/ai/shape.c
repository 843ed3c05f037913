#include "engine/ai/shape.h"

#include "engine/common/constraints.h"

typedef ppl_Octagonal_Shape_mpz_class_t octagon;

enum {
    PPL_WEIGHT = 1 << 22,
    PPL_SCALE = 6
}; /* for all work on polyhedra of one analysis, as the library weighs it */

void shape_begin(enum shape_kind kind) {
    ppl_initialize(); /* says so where it is already; it sets a rounding mode, which exact integers
                         do not need */
    ppl_restore_pre_PPL_rounding();
    if (kind == SHAPE_POLYHEDRON) ppl_set_deterministic_timeout(PPL_WEIGHT, PPL_SCALE);
}

void shape_end(enum shape_kind kind) {
    if (kind == SHAPE_POLYHEDRON) ppl_reset_deterministic_timeout();
}

static bool is_octagon(shape s) { return s.kind == SHAPE_OCTAGON; }

/* The library's answer; a negative one is a failure. */
static bool yes(shape s, int answer) {
    *s.failed |= answer < 0;
    return answer > 0;
}

/* ---- numbers ---- */

static ppl_Coefficient_t coefficient(wide v) {
    mpz_t z;
    ppl_Coefficient_t c;
    bool negative = v < 0;
    unsigned __int128 size = negative ? -(unsigned __int128)v : (unsigned __int128)v;
    mpz_init_set_ui(z, (unsigned long)(size >> 64));
    mpz_mul_2exp(z, z, 64);
    mpz_add_ui(z, z, (unsigned long)size);
    if (negative) mpz_neg(z, z);
    ppl_new_Coefficient_from_mpz_t(&c, z);
    mpz_clear(z);
    return c;
}

static ppl_Linear_Expression_t expression(shape s, const form *f) {
    ppl_Linear_Expression_t e;
    ppl_new_Linear_Expression_with_dimension(&e, s.dimensions);
    for (uint32_t d = 0; d < s.dimensions; d++) {
        if (!f->of[d]) continue;
        ppl_Coefficient_t c = coefficient(f->of[d]);
        ppl_Linear_Expression_add_to_coefficient(e, d, c);
        ppl_delete_Coefficient(c);
    }
    ppl_Coefficient_t c = coefficient(f->constant);
    ppl_Linear_Expression_add_to_inhomogeneous(e, c);
    ppl_delete_Coefficient(c);
    return e;
}

/* ---- sets ---- */

shape shape_full(enum shape_kind kind, uint32_t dimensions, bool *failed) {
    shape s = {NULL, kind, dimensions, failed};
    if (is_octagon(s)) {
        octagon o;
        ppl_new_Octagonal_Shape_mpz_class_from_space_dimension(&o, dimensions, 0);
        s.of = o;
    } else {
        ppl_Polyhedron_t p;
        ppl_new_C_Polyhedron_from_space_dimension(&p, dimensions, 0);
        s.of = p;
    }
    return s;
}

shape shape_copy(shape from) {
    shape s = from;
    if (is_octagon(s)) {
        octagon o;
        ppl_new_Octagonal_Shape_mpz_class_from_Octagonal_Shape_mpz_class(&o, from.of);
        s.of = o;
    } else {
        ppl_Polyhedron_t p;
        ppl_new_C_Polyhedron_from_C_Polyhedron(&p, from.of);
        s.of = p;
    }
    return s;
}

void shape_drop(shape s) {
    if (is_octagon(s)) ppl_delete_Octagonal_Shape_mpz_class(s.of);
    else ppl_delete_Polyhedron(s.of);
}

bool shape_empty(shape s) {
    return yes(s, is_octagon(s) ? ppl_Octagonal_Shape_mpz_class_is_empty(s.of)
                                : ppl_Polyhedron_is_empty(s.of));
}

bool shape_within(shape small, shape big) {
    assert_debug(small.kind == big.kind);
    return yes(small, is_octagon(small)
                          ? ppl_Octagonal_Shape_mpz_class_contains_Octagonal_Shape_mpz_class(
                                big.of, small.of)
                          : ppl_Polyhedron_contains_Polyhedron(big.of, small.of));
}

static ppl_Constraint_t constraint(shape s, const form *f, bool equal) {
    ppl_Linear_Expression_t e = expression(s, f);
    ppl_Constraint_t c;
    ppl_new_Constraint(&c, e,
                       equal ? PPL_CONSTRAINT_TYPE_EQUAL : PPL_CONSTRAINT_TYPE_GREATER_OR_EQUAL);
    ppl_delete_Linear_Expression(e);
    return c;
}

void shape_require(shape s, const form *f, bool equal) {
    ppl_Constraint_t c = constraint(s, f, equal);
    yes(s, is_octagon(s) ? ppl_Octagonal_Shape_mpz_class_refine_with_constraint(s.of, c)
                         : ppl_Polyhedron_refine_with_constraint(s.of, c));
    ppl_delete_Constraint(c);
}

void shape_assign(shape s, uint32_t d, const form *f) {
    ppl_Linear_Expression_t e = expression(s, f);
    ppl_Coefficient_t one = coefficient(1);
    yes(s, is_octagon(s) ? ppl_Octagonal_Shape_mpz_class_affine_image(s.of, d, e, one)
                         : ppl_Polyhedron_affine_image(s.of, d, e, one));
    ppl_delete_Coefficient(one);
    ppl_delete_Linear_Expression(e);
}

void shape_forget(shape s, uint32_t d) {
    yes(s, is_octagon(s) ? ppl_Octagonal_Shape_mpz_class_unconstrain_space_dimension(s.of, d)
                         : ppl_Polyhedron_unconstrain_space_dimension(s.of, d));
}

void shape_join(shape into, shape other) {
    assert_debug(into.kind == other.kind);
    yes(into, is_octagon(into) ? ppl_Octagonal_Shape_mpz_class_upper_bound_assign(into.of, other.of)
                               : ppl_Polyhedron_poly_hull_assign(into.of, other.of));
}

static ppl_Constraint_System_t system_of(shape s, const form_vec *forms) {
    ppl_Constraint_System_t system;
    ppl_new_Constraint_System(&system);
    for (uint32_t i = 0; i < forms->size; i++) {
        ppl_Constraint_t c = constraint(s, &forms->data[i], false);
        ppl_Constraint_System_insert_Constraint(system, c);
        ppl_delete_Constraint(c);
    }
    return system;
}

void shape_widen(shape now, shape before, const form_vec *limits) {
    assert_debug(now.kind == before.kind);
    if (is_octagon(now)) {
        yes(now, ppl_Octagonal_Shape_mpz_class_BHMZ05_widening_assign(now.of, before.of));
        return;
    }
    ppl_Constraint_System_t system = system_of(now, limits);
    yes(now, ppl_Polyhedron_limited_BHRZ03_extrapolation_assign(now.of, before.of, system));
    ppl_delete_Constraint_System(system);
}

/* ---- what is known of a set ---- */

bool shape_greatest(shape s, const form *f, mpz_t out) {
    ppl_Linear_Expression_t e = expression(s, f);
    ppl_Coefficient_t n, d;
    int attained;
    ppl_new_Coefficient(&n);
    ppl_new_Coefficient(&d);
    bool bounded =
        yes(s, is_octagon(s) ? ppl_Octagonal_Shape_mpz_class_maximize(s.of, e, n, d, &attained)
                             : ppl_Polyhedron_maximize(s.of, e, n, d, &attained));
    mpz_t below;
    mpz_init(below);
    ppl_Coefficient_to_mpz_t(n, out);
    ppl_Coefficient_to_mpz_t(d, below);
    if (bounded) mpz_fdiv_q(out, out, below); /* the values are whole numbers */
    mpz_clear(below);
    ppl_delete_Coefficient(n);
    ppl_delete_Coefficient(d);
    ppl_delete_Linear_Expression(e);
    return bounded;
}

enum { MOST_BITS = 40 }; /* of a number in a form */

static bool small(ppl_Coefficient_t c, mpz_t scratch, int64_t *out) {
    ppl_Coefficient_to_mpz_t(c, scratch);
    *out = mpz_get_si(scratch);
    return mpz_sizeinbase(scratch, 2) <= MOST_BITS;
}

static bool form_of_constraint(shape s, ppl_const_Constraint_t c, form *out) {
    ppl_Coefficient_t k;
    mpz_t scratch;
    int64_t constant;
    *out = (form){0};
    ppl_new_Coefficient(&k);
    mpz_init(scratch);
    ppl_Constraint_inhomogeneous_term(c, k);
    bool good = small(k, scratch, &constant);
    out->constant = constant;
    for (uint32_t d = 0; d < s.dimensions && good; d++) {
        ppl_Constraint_coefficient(c, d, k);
        good = small(k, scratch, &out->of[d]);
    }
    mpz_clear(scratch);
    ppl_delete_Coefficient(k);
    return good;
}

static void add_forms(shape s, ppl_const_Constraint_t c, form_vec *out) {
    form f;
    if (!form_of_constraint(s, c, &f)) return;
    vec_push(out, f);
    if (ppl_Constraint_type(c) != PPL_CONSTRAINT_TYPE_EQUAL) return;
    f.constant = -f.constant;
    for (uint32_t d = 0; d < s.dimensions; d++) f.of[d] = -f.of[d];
    vec_push(out, f);
}

void shape_forms(shape s, form_vec *out) {
    constraint_reader all;
    if (!constraints_begin(&all, s.of)) {
        *s.failed = true;
        return;
    }
    for (ppl_const_Constraint_t c; constraints_next(&all, &c);) add_forms(s, c, out);
    constraints_end(&all);
}
