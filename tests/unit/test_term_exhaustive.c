/* Every pair of bit-vector operations with every pair of constants, on every 3-bit input: the term
 * that the constructors make of (x f k) g l has the value of the expression. Extensions and slices
 * between them are covered too. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "term/smtlib.h"
#include "term/value.h"

enum { WIDTH = 3, SIZE = 1 << WIDTH };

typedef struct {
    terms *t;
    values *v;
    evaluator *e;
    model m;
    term x;
    sort s;
} lab;

static void lab_init(lab *l) {
    l->t = terms_new();
    l->v = values_new(l->t);
    l->e = evaluator_new(l->t, l->v);
    model_init(&l->m, l->v);
    l->s = sort_bv(l->t, WIDTH);
    l->x = term_var(l->t, "x", l->s);
}

static void lab_release(lab *l) {
    model_release(&l->m);
    evaluator_delete(l->e);
    values_delete(l->v);
    terms_delete(l->t);
}

static const enum op arithmetic[] = {OP_BVAND,  OP_BVOR,   OP_BVXOR,  OP_BVNAND, OP_BVADD,
                                     OP_BVSUB,  OP_BVMUL,  OP_BVUDIV, OP_BVUREM, OP_BVSDIV,
                                     OP_BVSREM, OP_BVSMOD, OP_BVSHL,  OP_BVLSHR, OP_BVASHR};
static const enum op predicates[] = {
    OP_EQ,    OP_BVULT,   OP_BVULE,   OP_BVUGT,   OP_BVUGE,   OP_BVSLT,   OP_BVSLE,   OP_BVSGT,
    OP_BVSGE, OP_BVUADDO, OP_BVSADDO, OP_BVUSUBO, OP_BVSSUBO, OP_BVUMULO, OP_BVSMULO, OP_BVSDIVO};
#define COUNT(a) (sizeof(a) / sizeof *(a))

/* a op b, or b op a where swapped. */
static term apply(lab *l, enum op op, term a, term b, bool swapped) {
    return swapped ? term_2(l->t, op, b, a) : term_2(l->t, op, a, b);
}
static value evaluate(lab *l, enum op op, value a, value b, bool swapped) {
    bool predicate = op == OP_EQ || op >= OP_BVULT;
    value args[2] = {swapped ? b : a, swapped ? a : b};
    return value_apply(l->v, op, predicate ? sort_bool(l->t) : a.sort, 0, 0, 2, args);
}

/* Between the operations: nothing, complement, or widening by two bits. */
static term between(lab *l, int kind, term a) {
    switch (kind) {
    case 1: return term_1(l->t, OP_BVNOT, a);
    case 2: return term_zext(l->t, a, WIDTH + 2);
    case 3: return term_sext(l->t, a, WIDTH + 2);
    default: return a;
    }
}
static value between_value(lab *l, int kind, value a) {
    sort wide = sort_bv(l->t, WIDTH + 2);
    switch (kind) {
    case 1: return value_apply(l->v, OP_BVNOT, a.sort, 0, 0, 1, &a);
    case 2: return value_apply(l->v, OP_ZERO_EXTEND, wide, 2, 0, 1, &a);
    case 3: return value_apply(l->v, OP_SIGN_EXTEND, wide, 2, 0, 1, &a);
    default: return a;
    }
}

typedef struct {
    enum op f, g;
    bool swap_f, swap_g;
    int kind;
    uint64_t k, l;
} shape;

static void check_shape(lab *l, const shape *p) {
    uint32_t w = p->kind >= 2 ? WIDTH + 2 : WIDTH;
    term a = between(l, p->kind, apply(l, p->f, l->x, term_bv(l->t, WIDTH, p->k), p->swap_f));
    term b = apply(l, p->g, a, term_bv(l->t, w, p->l), p->swap_g);
    for (uint64_t x = 0; x < SIZE; x++) {
        value vx = value_bv(l->t, WIDTH, x);
        model_set(&l->m, l->x, vx);
        value y = between_value(l, p->kind,
                                evaluate(l, p->f, vx, value_bv(l->t, WIDTH, p->k), p->swap_f));
        y = evaluate(l, p->g, y, value_bv(l->t, w, p->l), p->swap_g);
        if (value_equal(l->v, y, term_eval(l->e, &l->m, b))) continue;
        text out = {0};
        smtlib_term(l->t, b, &out);
        fail_msg("(x op%d %u%s) kind %d op%d %u%s at x = %u became %s", p->f, (unsigned)p->k,
                 p->swap_f ? " swapped" : "", p->kind, p->g, (unsigned)p->l,
                 p->swap_g ? " swapped" : "", (unsigned)x, text_string(&out));
    }
}

static void check_constants(lab *l, shape p) {
    uint64_t limit = p.kind >= 2 ? 4 * SIZE : SIZE;
    for (p.k = 0; p.k < SIZE; p.k++)
        for (p.l = 0; p.l < limit; p.l++) check_shape(l, &p);
}

static void check_pairs(const enum op *g, size_t count) {
    lab l;
    lab_init(&l);
    for (size_t i = 0; i < COUNT(arithmetic); i++)
        for (size_t j = 0; j < count; j++)
            for (int swaps = 0; swaps < 4; swaps++)
                for (int kind = 0; kind < 4; kind++)
                    check_constants(&l,
                                    (shape){arithmetic[i], g[j], swaps & 1, swaps & 2, kind, 0, 0});
    lab_release(&l);
}

static void test_arithmetic_of_arithmetic(void **state) {
    (void)state;
    check_pairs(arithmetic, COUNT(arithmetic));
}

static void test_predicates_of_arithmetic(void **state) {
    (void)state;
    check_pairs(predicates, COUNT(predicates));
}

/* Divisions of widened variables are done in the narrow width, and mean the same: by zero and -4 /
 * -1 too. */
static void check_widened(lab *l, enum op op, int kind_x, int kind_y) {
    sort wide = sort_bv(l->t, WIDTH + 2);
    term y = term_var(l->t, "z", sort_bv(l->t, WIDTH));
    term a = term_2(l->t, op, between(l, kind_x, l->x), between(l, kind_y, y));
    if (op != OP_BVUDIV && kind_x == kind_y) assert_int_not_equal(term_op(l->t, a), op);
    for (uint64_t i = 0; i < SIZE * SIZE; i++) {
        value v[2] = {value_bv(l->t, WIDTH, i % SIZE), value_bv(l->t, WIDTH, i / SIZE)};
        model_set(&l->m, l->x, v[0]);
        model_set(&l->m, y, v[1]);
        v[0] = between_value(l, kind_x, v[0]);
        v[1] = between_value(l, kind_y, v[1]);
        assert_true(
            value_equal(l->v, value_apply(l->v, op, wide, 0, 0, 2, v), term_eval(l->e, &l->m, a)));
    }
}

static void test_divisions_of_widened(void **state) {
    (void)state;
    static const enum op ops[] = {OP_BVUDIV, OP_BVUREM, OP_BVSREM, OP_BVSMOD, OP_BVSDIV};
    lab l;
    lab_init(&l);
    for (size_t i = 0; i < COUNT(ops); i++)
        for (int kinds = 0; kinds < 4; kinds++) {
            if (ops[i] == OP_BVUREM && kinds == 3)
                continue; /* a sign extension is no small unsigned number */
            check_widened(&l, ops[i], 2 + kinds % 2, 2 + kinds / 2);
        }
    lab_release(&l);
}

/* Comparisons of converted integers with floats of a small format, on every integer and every
 * float. */
static void test_integers_as_floats(void **state) {
    (void)state;
    static const enum op ops[] = {OP_FP_LT, OP_FP_LE, OP_FP_GT, OP_FP_GE, OP_FP_EQ};
    lab l;
    lab_init(&l);
    terms *t = l.t;
    sort f = sort_fp(t, 4, 5);
    term x = term_var(t, "y", sort_bv(t, 4));
    for (int is_signed = 0; is_signed < 2; is_signed++)
        for (uint64_t bits = 0; bits < 1 << 9; bits++)
            for (size_t i = 0; i < 2 * COUNT(ops); i++) {
                enum op convert = is_signed ? OP_FP_FROM_SBV : OP_FP_FROM_UBV;
                mpz_t z;
                mpz_init_set_ui(z, bits);
                term k = term_fp_bits(t, f, z),
                     y = term_app_indexed(t, convert, 4, 5, 2, (term[]){term_rm(t, RTZ), x});
                mpz_clear(z);
                term a = i % 2 ? term_2(t, ops[i / 2], y, k) : term_2(t, ops[i / 2], k, y);
                assert_int_not_equal(term_op(t, a), ops[i / 2]); /* done on integers */
                for (uint64_t n = 0; n < 16; n++) {
                    value vk = value_of_term(l.v, k), vn = value_bv(t, 4, n),
                          vr = {sort_rm(t), RTZ};
                    vn = value_apply(l.v, convert, f, 4, 5, 2, (value[]){vr, vn});
                    value args[2] = {i % 2 ? vn : vk, i % 2 ? vk : vn};
                    model_set(&l.m, x, value_bv(t, 4, n));
                    assert_int_equal(
                        value_is_true(value_apply(l.v, ops[i / 2], sort_bool(t), 0, 0, 2, args)),
                        term_holds(l.e, &l.m, a));
                }
            }
    lab_release(&l);
}

/* A tree and its term agree on every value of two 7-bit variables. */
static void check_all(lab *l, term a, value (*meaning)(lab *, value, value), term b, term n) {
    for (uint64_t x = 0; x < 128; x++)
        for (uint64_t y = 0; y < 128; y++) {
            value vx = value_bv(l->t, 7, x), vy = value_bv(l->t, 7, y);
            model_set(&l->m, b, vx);
            model_set(&l->m, n, vy);
            assert_true(value_equal(l->v, meaning(l, vx, vy), term_eval(l->e, &l->m, a)));
        }
}

static value as_float(lab *l, value bits) {
    return value_apply(l->v, OP_FP_FROM_BITS, sort_fp(l->t, 3, 4), 3, 4, 1, &bits);
}
static value masked(lab *l, enum op op, value bits, uint64_t mask) {
    return as_float(
        l, value_apply(l->v, op, bits.sort, 0, 0, 2, (value[]){bits, value_bv(l->t, 7, mask)}));
}
static value absolute(lab *l, value x, value y) { return (void)y, masked(l, OP_BVAND, x, 0x3f); }
static value negated(lab *l, value x, value y) { return (void)y, masked(l, OP_BVXOR, x, 0x40); }
static value negative(lab *l, value x, value y) { return (void)y, masked(l, OP_BVOR, x, 0x40); }

/* The float with bits x, kept as bits with the payload of y where it is NaN, and read back. */
static value read_back(lab *l, value x, value y) {
    value f = as_float(l, x), nan = value_apply(l->v, OP_FP_IS_NAN, sort_bool(l->t), 0, 0, 1, &f);
    value payload =
        value_apply(l->v, OP_BVOR, y.sort, 0, 0, 2, (value[]){y, value_bv(l->t, 7, 0x3c)});
    return as_float(l, value_is_true(nan) ? payload
                                          : value_apply(l->v, OP_FP_TO_BITS, x.sort, 0, 0, 1, &f));
}

static void test_floats_as_bits(void **state) {
    (void)state;
    lab l;
    lab_init(&l);
    terms *t = l.t;
    term b = term_var(t, "bits", sort_bv(t, 7)), n = term_var(t, "payload", sort_bv(t, 7));
    term f = term_app_indexed(t, OP_FP_FROM_BITS, 3, 4, 1, &b);
    term parts[3] = {term_extract(t, 6, 6, n), term_bv(t, 4, 15), term_extract(t, 1, 0, n)};
    term kept = term_ite(t, term_1(t, OP_FP_IS_NAN, f), term_app(t, OP_CONCAT, 3, parts),
                         term_1(t, OP_FP_TO_BITS, f));
    term back = term_app_indexed(t, OP_FP_FROM_BITS, 3, 4, 1, &kept);
    assert_true(same(back, f));
    check_all(&l, back, read_back, b, n);
    term both = term_2(t, OP_BVAND, b, term_bv(t, 7, 0x3f)),
         exclusive = term_2(t, OP_BVXOR, b, term_bv(t, 7, 0x40)),
         either = term_2(t, OP_BVOR, b, term_bv(t, 7, 0x40));
    term magnitude = term_app_indexed(t, OP_FP_FROM_BITS, 3, 4, 1, &both);
    assert_int_equal(term_op(t, magnitude), OP_FP_ABS);
    check_all(&l, magnitude, absolute, b, n);
    check_all(&l, term_app_indexed(t, OP_FP_FROM_BITS, 3, 4, 1, &exclusive), negated, b, n);
    check_all(&l, term_app_indexed(t, OP_FP_FROM_BITS, 3, 4, 1, &either), negative, b, n);
    for (uint64_t k = 0; k < 128; k++) { /* bits of f are k */
        term eq = term_eq(t, term_1(t, OP_FP_TO_BITS, f), term_bv(t, 7, k));
        for (uint64_t x = 0; x < 128; x++) {
            model_set(&l.m, b, value_bv(t, 7, x));
            assert_int_equal(term_holds(l.e, &l.m, eq),
                             term_eval(l.e, &l.m, term_1(t, OP_FP_TO_BITS, f)).bits == k);
        }
    }
    lab_release(&l);
}

/* x op c and c op x for every float x and c of a small format, in every mode. */
static void test_float_arithmetic(void **state) {
    (void)state;
    static const enum op ops[] = {OP_FP_ADD, OP_FP_SUB, OP_FP_MUL, OP_FP_DIV};
    lab l;
    lab_init(&l);
    terms *t = l.t;
    sort f = sort_fp(t, 3, 3);
    term b = term_var(t, "f", f);
    for (uint64_t c = 0; c < 64; c++)
        for (int i = 0; i < 4 * 5 * 2; i++) {
            enum op op = ops[i % 4];
            value rm = {sort_rm(t), (uint64_t)(i / 4 % 5)}, vc = {f, c};
            term k = value_to_term(l.v, vc), mode = value_to_term(l.v, rm);
            vc = value_of_term(l.v, k);
            term a = i < 20 ? term_3(t, op, mode, b, k) : term_3(t, op, mode, k, b);
            for (uint64_t x = 0; x < 64; x++) {
                value vx = value_of_term(l.v, value_to_term(l.v, (value){f, x}));
                model_set(&l.m, b, vx);
                value args[3] = {rm, i < 20 ? vx : vc, i < 20 ? vc : vx};
                assert_true(value_equal(l.v, value_apply(l.v, op, f, 0, 0, 3, args),
                                        term_eval(l.e, &l.m, a)));
            }
        }
    lab_release(&l);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_arithmetic_of_arithmetic),
        cmocka_unit_test(test_predicates_of_arithmetic),
        cmocka_unit_test(test_divisions_of_widened),
        cmocka_unit_test(test_integers_as_floats),
        cmocka_unit_test(test_floats_as_bits),
        cmocka_unit_test(test_float_arithmetic),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
