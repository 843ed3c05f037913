/* Evaluation with open bits against evaluation: some bits of each variable are open; what is called
 * known of a random term must have that value however they are chosen. Usage: fuzz_partial [ROUNDS
 * [SEED]] */
#include "fuzz/random_term.h"
#include "term/partial.h"

#include <stdlib.h>

enum { CHOICES = 6, BITS = 5 };

typedef struct {
    forest f;
    values *v;
    evaluator *e;
    partial_state *s;
    term_vec given;
    model m[CHOICES];
} lab;

/* A word with some open bits, an array with some open elements, another value that is open or not.
 */
static term with_open_bits(lab *l, term var, term constant) {
    terms *t = l->f.t;
    sort s = term_sort(t, var);
    term open = term_fresh(t, "open", s);
    if (forest_below(&l->f, 3) == 0) return constant;
    if (sort_is_bv(t, s)) {
        term mask = forest_constant(&l->f, s);
        return term_2(t, OP_BVOR, term_2(t, OP_BVAND, mask, open),
                      term_2(t, OP_BVAND, term_1(t, OP_BVNOT, mask), constant));
    }
    if (sort_kind_of(t, s) != SORT_ARRAY || forest_below(&l->f, 4) == 0) return open;
    term a = forest_below(&l->f, 2) ? open : constant;
    for (uint32_t i = forest_below(&l->f, 6); i > 0; i--) {
        term element = forest_below(&l->f, 2) ? term_fresh(t, "element", sort_element(t, s))
                                              : forest_constant(&l->f, sort_element(t, s));
        a = term_store(t, a, forest_constant(&l->f, sort_index(t, s)), element);
    }
    return a;
}

/* Every choice of the open ones is a model in which the variables have the values that follow. */
static void choose(lab *l, model *m) {
    terms *t = l->f.t;
    model open;
    model_init(&open, l->v);
    map seen = {0};
    term_vec vars = {0};
    for (uint32_t i = 0; i < l->given.size; i++) term_vars(t, l->given.data[i], &seen, &vars);
    for (uint32_t i = 0; i < vars.size; i++)
        model_set(&open, vars.data[i],
                  value_of_term(l->v, forest_constant(&l->f, term_sort(t, vars.data[i]))));
    for (uint32_t i = 0; i < l->given.size; i++)
        model_set(m, l->f.vars.data[i], term_eval(l->e, &open, l->given.data[i]));
    map_release(&seen);
    vec_release(&vars);
    model_release(&open);
}

static bool check(lab *l, term claim, uint64_t seed, uint64_t *decided) {
    partial_truth said = partial_holds(l->s, claim);
    if (said == PARTIAL_OPEN) return true;
    ++*decided;
    for (int k = 0; k < CHOICES; k++) {
        if (term_holds(l->e, &l->m[k], claim) == (said == PARTIAL_TRUE)) continue;
        text out = {0};
        smtlib_term(l->f.t, claim, &out);
        printf("seed %llu: said to be %s: %s\n", (unsigned long long)seed,
               said == PARTIAL_TRUE ? "true" : "false", text_string(&out));
        text_release(&out);
        return false;
    }
    return true;
}

/* Single bits of words; of anything else whether it equals what it is in one of the models. */
static bool check_term(lab *l, term a, uint64_t seed, uint64_t *decided) {
    terms *t = l->f.t;
    if (term_is_bool(t, a)) return check(l, a, seed, decided);
    if (!sort_is_bv(t, term_sort(t, a)))
        return check(l, term_eq(t, a, value_to_term(l->v, term_eval(l->e, &l->m[0], a))), seed,
                     decided);
    bool good = true;
    for (int k = 0; good && k < BITS; k++) {
        uint32_t bit = forest_below(&l->f, term_width(t, a));
        good = check(l, term_eq(t, term_extract(t, bit, bit, a), term_bv(t, 1, 1)), seed, decided);
    }
    return good;
}

static void lab_init(lab *l, uint64_t seed, uint32_t theories) {
    terms *t = terms_new();
    *l = (lab){0};
    forest_init(&l->f, t, seed, theories);
    l->v = values_new(t);
    l->e = evaluator_new(t, l->v);
    l->s = partial_new(t);
    for (uint32_t i = 0; i < l->f.vars.size; i++) {
        term var = l->f.vars.data[i],
             stored = with_open_bits(l, var, forest_constant(&l->f, term_sort(t, var)));
        vec_push(&l->given, stored);
        partial_assign(l->s, var, stored);
    }
    for (int k = 0; k < CHOICES; k++) model_init(&l->m[k], l->v), choose(l, &l->m[k]);
}

static void lab_release(lab *l) {
    terms *t = l->f.t;
    for (int k = 0; k < CHOICES; k++) model_release(&l->m[k]);
    vec_release(&l->given);
    partial_delete(l->s);
    evaluator_delete(l->e);
    values_delete(l->v);
    forest_release(&l->f);
    terms_delete(t);
}

static bool one_round(uint64_t seed, uint32_t size, uint64_t *decided) {
    static const uint32_t theories[] = {1, 1, 9, 9, 3, 15};
    lab l;
    lab_init(&l, seed, theories[seed % 6]);
    term_vec built = {0};
    uint32_t root = forest_grow(&l.f, size);
    tree_build(&l.f, root, &built);
    bool good = true;
    for (uint32_t i = 0; good && i <= root; i++)
        good = check_term(&l, built.data[i], seed, decided);
    vec_release(&built);
    lab_release(&l);
    return good;
}

int main(int argc, char **argv) {
    uint64_t rounds = argc > 1 ? strtoull(argv[1], NULL, 10) : 5000,
             seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    uint64_t decided = 0, failures = 0;
    for (uint64_t i = 0; i < rounds && failures < 10; i++)
        failures += !one_round(seed + i, 5 + (uint32_t)((seed + i) % 40), &decided);
    printf("fuzz_partial: %llu rounds from seed %llu, %llu claims decided, %llu failures\n",
           (unsigned long long)rounds, (unsigned long long)seed, (unsigned long long)decided,
           (unsigned long long)failures);
    return failures != 0;
}
