/* The float circuits of blast against the evaluator: each operation in each format is built once
 * over inputs and simulated, 64 assignments at a time; then a part of them is asked through the
 * solver, where the inputs are assumed and the result must be forced.
 *
 *   fuzz_solver_float [SEED [INPUTS]]     INPUTS: simulated assignments an operation and format */
#include "base/random.h"
#include "solver/solver.h"
#include "solver/float.h"
#include "term/value.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct {
    enum op op;
    const char *name;
    int floats;
    bool mode;
    uint32_t max_eb;
} operation;

static const operation operations[] = {
    {OP_FP_ABS, "abs", 1, false, 15},
    {OP_FP_NEG, "neg", 1, false, 15},
    {OP_FP_ADD, "add", 2, true, 15},
    {OP_FP_SUB, "sub", 2, true, 15},
    {OP_FP_MUL, "mul", 2, true, 15},
    {OP_FP_DIV, "div", 2, true, 15},
    {OP_FP_FMA, "fma", 3, true, 15},
    {OP_FP_SQRT, "sqrt", 1, true, 15},
    {OP_FP_REM, "rem", 2, false, 8},
    {OP_FP_ROUND, "roundToIntegral", 1, true, 15},
    {OP_FP_MIN, "min", 2, false, 15},
    {OP_FP_MAX, "max", 2, false, 15},
    {OP_FP_LE, "leq", 2, false, 15},
    {OP_FP_LT, "lt", 2, false, 15},
    {OP_FP_EQ, "eq", 2, false, 15},
    {OP_EQ, "=", 2, false, 15},
    {OP_FP_IS_NORMAL, "isNormal", 1, false, 15},
    {OP_FP_IS_SUBNORMAL, "isSubnormal", 1, false, 15},
    {OP_FP_IS_ZERO, "isZero", 1, false, 15},
    {OP_FP_IS_INF, "isInfinite", 1, false, 15},
    {OP_FP_IS_NAN, "isNaN", 1, false, 15},
    {OP_FP_IS_NEG, "isNegative", 1, false, 15},
    {OP_FP_IS_POS, "isPositive", 1, false, 15},
    {OP_FP_FROM_BITS, "from bits", 0, false, 15},
    {OP_FP_TO_BITS, "to bits", 1, false, 15},
    {OP_FP_FROM_FP, "to other format", 1, true, 15},
    {OP_FP_FROM_SBV, "from signed", 0, true, 15},
    {OP_FP_FROM_UBV, "from unsigned", 0, true, 15},
    {OP_FP_TO_UBV, "to unsigned", 1, true, 15},
    {OP_FP_TO_SBV, "to signed", 1, true, 15},
};
enum { OPERATIONS = sizeof operations / sizeof *operations };

static const float_format formats[] = {{2, 3},  {3, 4}, {3, 6},  {5, 2},  {4, 11},
                                       {5, 11}, {8, 8}, {8, 24}, {11, 53}};
enum { FORMATS = sizeof formats / sizeof *formats };
static const uint32_t integers[] = {1, 3, 8, 16, 32, 64};
static const uint32_t wide_solver = 24; /* the solver part takes formats up to this significand */

typedef struct {
    terms *t;
    values *v;
    rng r;
    uint64_t compared, solved;
} fuzz;

/* ---- random values, special ones favoured ---- */

static uint64_t random_float(fuzz *z, float_format f) {
    uint32_t n = f.eb + f.sb;
    uint64_t mask = n == 64 ? ~0ull : (1ull << n) - 1, exponent = ((1ull << f.eb) - 1)
                                                                  << (f.sb - 1);
    uint64_t bits = random_u64(&z->r) & mask, fraction = (1ull << (f.sb - 1)) - 1;
    uint64_t near_one = ((1ull << (f.eb - 1)) - 1 + random_below(&z->r, 5) - 2) << (f.sb - 1);
    switch (random_below(&z->r, 12)) {
    case 0: return bits & ~exponent;              /* subnormal */
    case 1: return bits & ~exponent & ~fraction;  /* zero */
    case 2: return (bits | exponent) & ~fraction; /* infinity */
    case 3: return bits | exponent;               /* NaN, mostly */
    case 4: return (bits & ~exponent) | (near_one & exponent);
    case 5:
        return (bits & ~fraction & ~exponent) | (near_one & exponent) |
               (random_u64(&z->r) & 3 & fraction);
    case 6: return (bits | fraction) & mask;
    case 7: return bits & ~fraction;
    case 8: return (bits & ~(fraction >> 1)) & mask;
    case 9: { /* a small integer, or a half */
        uint32_t places = f.sb < 6 ? f.sb - 1 : 5;
        return (bits & ~exponent & ~(fraction >> places)) |
               ((((1ull << (f.eb - 1)) - 1 + random_below(&z->r, f.sb + 2)) << (f.sb - 1)) &
                exponent);
    }
    default: return bits;
    }
}

/* Operands that are near to each other, so that sums cancel. */
static uint64_t related(fuzz *z, float_format f, uint64_t other) {
    uint32_t n = f.eb + f.sb;
    uint64_t mask = n == 64 ? ~0ull : (1ull << n) - 1;
    switch (random_below(&z->r, 4)) {
    case 0: return (other ^ 1ull << (n - 1)) & mask;
    case 1: return (other + random_below(&z->r, 9) - 4) & mask;
    default: return random_float(z, f);
    }
}

static uint64_t canonical(fuzz *z, sort s, uint64_t bits) {
    mpz_t n;
    mpz_init(n);
    mpz_import(n, 1, -1, sizeof bits, 0, 0, &bits);
    term constant = term_fp_bits(z->t, s, n);
    mpz_clear(n);
    uint64_t r = 0;
    value_u64(z->v, value_of_term(z->v, constant), &r);
    return r;
}

/* ---- one operation in one format ---- */

typedef struct {
    const operation *o;
    float_format f, other; /* other: the result's format of a conversion */
    sort fp, result, source;
    uint32_t i0, i1, arity, integer;
    uint32_t width[4];
} shape;

static shape shape_of(fuzz *z, const operation *o, float_format f, uint32_t variant) {
    shape s = {.o = o, .f = f};
    s.other = formats[variant % FORMATS];
    s.integer = integers[variant % (sizeof integers / sizeof *integers)];
    s.fp = sort_fp(z->t, f.eb, f.sb);
    s.result = s.fp;
    s.source = s.fp;
    switch (o->op) {
    case OP_FP_LE:
    case OP_FP_LT:
    case OP_FP_EQ:
    case OP_EQ:
    case OP_FP_IS_NORMAL:
    case OP_FP_IS_SUBNORMAL:
    case OP_FP_IS_ZERO:
    case OP_FP_IS_INF:
    case OP_FP_IS_NAN:
    case OP_FP_IS_NEG:
    case OP_FP_IS_POS: s.result = sort_bool(z->t); break;
    case OP_FP_FROM_BITS: s.source = sort_bv(z->t, f.eb + f.sb); break;
    case OP_FP_TO_BITS: s.result = sort_bv(z->t, f.eb + f.sb); break;
    case OP_FP_FROM_FP: s.result = sort_fp(z->t, s.other.eb, s.other.sb); break;
    case OP_FP_FROM_SBV:
    case OP_FP_FROM_UBV: s.source = sort_bv(z->t, s.integer); break;
    case OP_FP_TO_UBV:
    case OP_FP_TO_SBV:
        s.result = sort_bv(z->t, s.integer);
        s.i0 = s.integer;
        break;
    default: break;
    }
    if (o->op >= OP_FP_FROM_BITS && o->op <= OP_FP_FROM_UBV)
        s.i0 = sort_eb(z->t, s.result), s.i1 = sort_sb(z->t, s.result);
    uint32_t operands = o->floats ? (uint32_t)o->floats : 1;
    s.arity = operands + o->mode;
    for (uint32_t i = 0; i < s.arity; i++)
        s.width[i] = o->mode && i == 0 ? 3 : sort_width(z->t, s.source);
    return s;
}

static void random_arguments(fuzz *z, const shape *s, uint64_t *args) {
    uint64_t last = 0;
    for (uint32_t i = 0; i < s->arity; i++) {
        if (s->o->mode && i == 0) {
            args[i] = random_below(&z->r, 5);
        } else if (s->o->floats) {
            last = args[i] = canonical(z, s->fp,
                                       i > (uint32_t)s->o->mode ? related(z, s->f, last)
                                                                : random_float(z, s->f));
        } else if (s->o->op == OP_FP_FROM_BITS) {
            args[i] = random_float(z, s->f);
        } else {
            uint64_t bits = random_u64(&z->r) >> random_below(&z->r, 64);
            args[i] = (random_below(&z->r, 2) ? bits : ~bits) &
                      (s->integer == 64 ? ~0ull : (1ull << s->integer) - 1);
        }
    }
}

static value argument(fuzz *z, const shape *s, uint32_t i, uint64_t bits) {
    if (s->o->mode && i == 0) return value_of_term(z->v, term_rm(z->t, (enum rounding)bits));
    return (value){s->source, bits};
}

static uint64_t expected(fuzz *z, const shape *s, const uint64_t *args) {
    value x[4] = {{{0}, 0}};
    for (uint32_t i = 0; i < s->arity; i++) x[i] = argument(z, s, i, args[i]);
    value r = value_apply(z->v, s->o->op, s->result, s->i0, s->i1, s->arity, x);
    uint64_t bits = 0;
    value_u64(z->v, r, &bits);
    return bits;
}

static _Noreturn void complain(const shape *s, const char *how, const uint64_t *args, uint64_t got,
                               uint64_t want) {
    printf("FAIL %s (%u,%u) other (%u,%u) integer %u, %s:", s->o->name, s->f.eb, s->f.sb,
           s->other.eb, s->other.sb, s->integer, how);
    for (uint32_t i = 0; i < s->arity; i++) printf(" %#llx", (unsigned long long)args[i]);
    printf(" gives %#llx, evaluator %#llx\n", (unsigned long long)got, (unsigned long long)want);
    exit(1);
}

/* ---- simulation ---- */

static word circuit(circuits *c, const shape *s, word *x) {
    word rm = x[0], a = x[s->o->mode], b = s->arity > 1 ? x[s->arity - 1] : x[0];
    switch (s->o->op) {
    case OP_FP_ABS: return float_abs(c, s->f, a);
    case OP_FP_NEG: return float_neg(c, s->f, a);
    case OP_FP_ADD: return float_add(c, s->f, rm, a, b);
    case OP_FP_SUB: return float_sub(c, s->f, rm, a, b);
    case OP_FP_MUL: return float_mul(c, s->f, rm, a, b);
    case OP_FP_DIV: return float_div(c, s->f, rm, a, b);
    case OP_FP_FMA: return float_fma(c, s->f, rm, a, x[2], x[3]);
    case OP_FP_SQRT: return float_sqrt(c, s->f, rm, a);
    case OP_FP_REM: return float_rem(c, s->f, a, b);
    case OP_FP_ROUND: return float_round(c, s->f, rm, a);
    case OP_FP_MIN: return float_min(c, s->f, a, b);
    case OP_FP_MAX: return float_max(c, s->f, a, b);
    case OP_FP_LE: return word_fill(c, 1, float_le(c, s->f, a, b));
    case OP_FP_LT: return word_fill(c, 1, float_lt(c, s->f, a, b));
    case OP_FP_EQ: return word_fill(c, 1, float_eq(c, s->f, a, b));
    case OP_EQ: return word_fill(c, 1, word_equal(c, a, b));
    case OP_FP_IS_NORMAL: return word_fill(c, 1, float_is_normal(c, s->f, a));
    case OP_FP_IS_SUBNORMAL: return word_fill(c, 1, float_is_subnormal(c, s->f, a));
    case OP_FP_IS_ZERO: return word_fill(c, 1, float_is_zero(c, s->f, a));
    case OP_FP_IS_INF: return word_fill(c, 1, float_is_inf(c, s->f, a));
    case OP_FP_IS_NAN: return word_fill(c, 1, float_is_nan(c, s->f, a));
    case OP_FP_FROM_BITS: return float_from_bits(c, s->f, a);
    case OP_FP_FROM_FP: return float_convert(c, s->f, s->other, rm, a);
    case OP_FP_FROM_SBV: return float_from_integer(c, s->f, rm, a, true);
    case OP_FP_FROM_UBV: return float_from_integer(c, s->f, rm, a, false);
    case OP_FP_TO_UBV: return float_to_integer(c, s->f, rm, a, s->integer, false);
    case OP_FP_TO_SBV: return float_to_integer(c, s->f, rm, a, s->integer, true);
    default: return (word){0, NULL}; /* no circuit of its own: the solver part covers it */
    }
}

static uint64_t read_lit(const u64_vec *of, lit a) {
    return of->data[lit_node(a)] ^ (a & 1 ? ~0ull : 0);
}

static void simulate(const aig *g, u64_vec *of) {
    for (uint32_t i = 0; i < g->nodes.size; i++) {
        const aig_node *n = &g->nodes.data[i];
        if (n->gate == GATE_INPUT) continue;
        uint64_t a = read_lit(of, n->in[0]), b = read_lit(of, n->in[1]), c = read_lit(of, n->in[2]);
        of->data[i] = n->gate == GATE_AND        ? a & b
                      : n->gate == GATE_XOR      ? a ^ b
                      : n->gate == GATE_ITE      ? (a & b) | (~a & c)
                      : n->gate == GATE_MAJORITY ? (a & b) | (a & c) | (b & c)
                                                 : 0;
    }
}

static void compare_batch(fuzz *z, const shape *s, const aig *g, const word *x, word out,
                          u64_vec *of) {
    uint64_t args[64][4];
    memset(of->data, 0, of->size * sizeof *of->data);
    for (uint32_t p = 0; p < 64; p++) {
        random_arguments(z, s, args[p]);
        for (uint32_t i = 0; i < s->arity; i++)
            for (uint32_t k = 0; k < s->width[i]; k++)
                of->data[lit_node(x[i].bit[k])] |= (args[p][i] >> k & 1) << p;
    }
    simulate(g, of);
    for (uint32_t p = 0; p < 64; p++) {
        uint64_t got = 0, want = expected(z, s, args[p]);
        for (uint32_t k = 0; k < out.n; k++) got |= (read_lit(of, out.bit[k]) >> p & 1) << k;
        if (got != want) complain(s, "simulated", args[p], got, want);
        z->compared++;
    }
}

static uint32_t simulate_shape(fuzz *z, const shape *s, uint32_t inputs) {
    aig g;
    aig_init(&g);
    circuits c = {&g, {0}};
    word x[4] = {{0}};
    for (uint32_t i = 0; i < s->arity; i++) x[i] = word_inputs(&c, s->width[i]);
    word out = circuit(&c, s, x);
    uint32_t size = g.nodes.size;
    u64_vec of = {0};
    vec_resize(&of, g.nodes.size);
    for (uint32_t i = 0; out.n && i < inputs; i += 64) compare_batch(z, s, &g, x, out, &of);
    vec_release(&of);
    arena_release(&c.scratch);
    aig_release(&g);
    return size;
}

/* ---- through the solver ---- */

static term constant_of(fuzz *z, const shape *s, uint32_t i, uint64_t bits) {
    return value_to_term(z->v, argument(z, s, i, bits));
}

static void solve_shape(fuzz *z, const shape *s, uint32_t inputs) {
    solver *b = solver_new(z->t, "blast", (solver_options){0}, NULL);
    term x[4] = {{0}};
    for (uint32_t i = 0; i < s->arity; i++) {
        sort of = s->o->mode && i == 0 ? sort_rm(z->t) : s->source;
        x[i] = term_fresh(z->t, "x", of);
    }
    term result = term_app_indexed(z->t, s->o->op, s->i0, s->i1, s->arity, x);
    for (uint32_t n = 0; n < inputs; n++) {
        uint64_t args[4];
        random_arguments(z, s, args);
        uint64_t want = expected(z, s, args);
        term assume[5], good = value_to_term(z->v, (value){s->result, want});
        for (uint32_t i = 0; i < s->arity; i++)
            assume[i] = term_eq(z->t, x[i], constant_of(z, s, i, args[i]));
        assume[s->arity] = term_not(z->t, term_eq(z->t, result, good));
        if (solver_check(b, s->arity + 1, assume) != ANSWER_UNSAT)
            complain(s, "solver denies", args, ~want, want);
        assume[s->arity] = term_eq(z->t, result, good);
        if (n % 16 == 0 && solver_check(b, s->arity + 1, assume) != ANSWER_SAT)
            complain(s, "solver refuses", args, ~want, want);
        z->solved++;
    }
    solver_delete(b);
}

int main(int argc, char **argv) {
    uint64_t seed = argc > 1 ? strtoull(argv[1], NULL, 0) : 1;
    uint32_t inputs = argc > 2 ? (uint32_t)strtoul(argv[2], NULL, 0) : 4096, variant = 0;
    fuzz z = {.r = {seed}};
    printf("fuzz_solver_float: seed %llu\n", (unsigned long long)seed);
    for (uint32_t i = 0; i < OPERATIONS; i++) {
        uint64_t before = z.compared, solved = z.solved;
        uint32_t size = 0;
        for (uint32_t k = 0; k < FORMATS; k++) {
            if (formats[k].eb > operations[i].max_eb) continue;
            uint32_t variants = operations[i].op == OP_FP_FROM_FP ? FORMATS : 3;
            for (uint32_t n = 0; n < variants; n++, variant++) {
                z.t = terms_new();
                z.v = values_new(z.t);
                shape s = shape_of(&z, &operations[i], formats[k],
                                   operations[i].op == OP_FP_FROM_FP ? n : variant);
                if (s.f.eb != s.other.eb || s.f.sb != s.other.sb ||
                    operations[i].op != OP_FP_FROM_FP) {
                    size = simulate_shape(&z, &s, inputs);
                    if (s.f.sb <= wide_solver) solve_shape(&z, &s, inputs / 24);
                }
                values_delete(z.v);
                terms_delete(z.t);
            }
        }
        printf("  %-16s %8llu simulated %6llu solved; %u nodes in the last format\n",
               operations[i].name, (unsigned long long)(z.compared - before),
               (unsigned long long)(z.solved - solved), size);
        fflush(stdout);
    }
    printf("fuzz_solver_float: %llu simulated, %llu solved, no difference\n",
           (unsigned long long)z.compared, (unsigned long long)z.solved);
    return 0;
}
