/* Words as integers (solver/relax.h) against the evaluator.
 *
 * Sums, multiples, extensions, parts and choices of a few words are evaluated at a random point.
 * What holds there is asserted: unsat would be wrong. With the variables fixed, that a word differs
 * from its value must be refuted: these operations are exact. Products and remainders are among
 * them, too, of which less is known.
 *
 *   fuzz_relax_words [SEED [ROUNDS]] */
#include "base/random.h"
#include "solver/solver.h"
#include "term/smtlib.h"

#include <stdio.h>
#include <stdlib.h>

enum { VARIABLES = 5, CHAIN = 12, FACTS = 5, WIDEST = 80 };
static const uint32_t widths[VARIABLES] = {1, 5, 8, 32, 64};

typedef struct {
    terms *t;
    values *v;
    evaluator *e;
    model point;
    rng r;
    term_vec vars, made;
    uint64_t planted, refuted, kept;
} fuzz;

static uint32_t below(fuzz *z, uint32_t n) { return random_below(&z->r, n); }
static term some(fuzz *z) { return z->made.data[below(z, z->made.size)]; }
static term value_at(fuzz *z, term a) { return value_to_term(z->v, term_eval(z->e, &z->point, a)); }

static uint64_t bits(fuzz *z) {
    uint64_t b = random_u64(&z->r);
    switch (below(z, 4)) {
    case 0: return b & 3;
    case 1: return ~(b & 3);
    case 2: return 1ull << (b & 63);
    default: return b;
    }
}

static term constant(fuzz *z, uint32_t width) {
    return term_sext(z->t, term_bv(z->t, width < 64 ? width : 64, bits(z)), width);
}

/* a in the given width. */
static term as(fuzz *z, uint32_t width, term a) {
    uint32_t w = term_width(z->t, a);
    if (w > width) return term_extract(z->t, width - 1, 0, a);
    return below(z, 2) ? term_sext(z->t, a, width) : term_zext(z->t, a, width);
}

static term chain(fuzz *z) {
    terms *t = z->t;
    term a = some(z);
    uint32_t w = term_width(t, a), more = w + below(z, 6);
    term b = as(z, w, some(z));
    switch (below(z, 13)) {
    case 0:
    case 1: return term_2(t, OP_BVADD, a, below(z, 3) ? b : constant(z, w));
    case 2: return term_2(t, OP_BVADD, a, term_1(t, OP_BVNEG, b));
    case 3:
    case 4: return term_2(t, OP_BVMUL, term_sext(t, term_bv(t, w < 4 ? w : 4, bits(z)), w), a);
    case 5: return term_1(t, OP_BVNOT, a);
    case 6: return as(z, more <= WIDEST ? more : w, a);
    case 7: {
        uint32_t low = below(z, w);
        return term_extract(t, low + below(z, w - low), low, a);
    }
    case 8: return term_ite(t, term_2(t, below(z, 2) ? OP_BVSLT : OP_BVULT, a, b), a, b);
    case 9: return term_2(t, OP_BVMUL, a, b);
    case 10: return term_2(t, OP_BVUREM, a, b);
    case 11: return term_2(t, OP_BVSREM, a, b);
    default: return w + 5 <= WIDEST ? term_2(t, OP_CONCAT, a, z->vars.data[1]) : a;
    }
}

static term claim(fuzz *z) {
    static const enum op ops[] = {OP_BVSLT, OP_BVSLE, OP_BVULT, OP_BVULE, OP_EQ};
    term a = some(z),
         b = below(z, 3) ? as(z, term_width(z->t, a), some(z)) : constant(z, term_width(z->t, a));
    enum op op = ops[below(z, 5)];
    term c = op == OP_EQ ? term_eq(z->t, a, b) : term_2(z->t, op, a, b);
    return term_holds(z->e, &z->point, c) ? c : term_not(z->t, c);
}

static _Noreturn void complain(fuzz *z, const term_vec *facts, const char *what) {
    text out = {0};
    for (uint32_t i = 0; i < facts->size; i++) {
        smtlib_term(z->t, facts->data[i], &out);
        text_add(&out, "\n");
    }
    printf("%s\n%s", what, text_string(&out));
    exit(1);
}

static void make_terms(fuzz *z) {
    for (uint32_t i = 0; i < VARIABLES; i++)
        model_set(&z->point, z->vars.data[i],
                  value_of_term(z->v, term_bv(z->t, widths[i], bits(z))));
    vec_clear(&z->made);
    vec_append(&z->made, z->vars.data, VARIABLES);
    for (uint32_t i = 0; i < CHAIN; i++) {
        term x = chain(z);
        if (!term_is_const(z->t, x)) vec_push(&z->made, x);
    }
}

static void round_one(fuzz *z) {
    terms *t = z->t;
    bool fixed = below(z, 2);
    term_vec facts = {0};
    solver *s = solver_new(t, "reals/z3", (solver_options){.query_seconds = 0.5}, NULL);
    make_terms(z);
    for (uint32_t i = 0; i < VARIABLES && fixed; i++)
        vec_push(&facts, term_eq(t, z->vars.data[i], value_at(z, z->vars.data[i])));
    for (uint32_t i = 0; i < FACTS; i++) vec_push(&facts, claim(z));
    for (uint32_t i = 0; i < facts.size; i++) solver_assert(s, facts.data[i]);
    if (solver_check(s, 0, NULL) == ANSWER_UNSAT)
        complain(z, &facts, "unsat, but there is a solution:");
    z->planted++;
    term last = vec_last(&z->made), other = term_not(t, term_eq(t, last, value_at(z, last)));
    if (fixed) *(solver_check(s, 1, &other) == ANSWER_UNSAT ? &z->refuted : &z->kept) += 1;
    solver_delete(s);
    vec_release(&facts);
}

static void one_bank(fuzz *z, uint64_t rounds) {
    z->t = terms_new();
    z->v = values_new(z->t);
    z->e = evaluator_new(z->t, z->v);
    model_init(&z->point, z->v);
    vec_clear(&z->vars);
    for (int i = 0; i < VARIABLES; i++) {
        char name[8];
        snprintf(name, sizeof name, "x%d", i);
        vec_push(&z->vars, term_var(z->t, name, sort_bv(z->t, widths[i])));
    }
    for (uint64_t i = 0; i < rounds; i++) round_one(z);
    model_release(&z->point);
    evaluator_delete(z->e);
    values_delete(z->v);
    terms_delete(z->t);
}

int main(int argc, char **argv) {
    fuzz z = {.r = {argc > 1 ? strtoull(argv[1], NULL, 10) : 1}};
    uint64_t rounds = argc > 2 ? strtoull(argv[2], NULL, 10) : 2000;
    for (uint64_t i = 0; i < rounds; i += 100) one_bank(&z, 100);
    printf("fuzz_relax_words: %llu formulas with a solution, none refuted; %llu of %llu without "
           "one refuted\n",
           (unsigned long long)z.planted, (unsigned long long)z.refuted,
           (unsigned long long)(z.refuted + z.kept));
    vec_release(&z.vars);
    vec_release(&z.made);
    return z.refuted ? 0 : 1;
}
