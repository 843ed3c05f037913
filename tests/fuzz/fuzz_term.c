/* Constructors against the evaluator: a random tree is evaluated as it stands, and the term that
 * the normalizing constructors make of it is evaluated too; both must agree under random models.
 * The term must survive printing and parsing, and rebuilding from its own arguments must have the
 * same value. Usage: fuzz_term [ROUNDS [SEED]] */
#include "fuzz/random_term.h"

#include <stdlib.h>

typedef struct {
    forest f;
    values *v;
    evaluator *e;
    smt_scope *scope;
} lab;

static void lab_init(lab *l, uint64_t seed, uint32_t theories) {
    terms *t = terms_new();
    forest_init(&l->f, t, seed, theories);
    l->v = values_new(t);
    l->e = evaluator_new(t, l->v);
    l->scope = smt_scope_new(t, "fuzz");
}

static void lab_release(lab *l) {
    terms *t = l->f.t;
    smt_scope_delete(l->scope);
    evaluator_delete(l->e);
    values_delete(l->v);
    forest_release(&l->f);
    terms_delete(t);
}

/* Do tree i and its term differ under the model? */
static bool differs(lab *l, const model *m, uint32_t i) {
    term_vec built = {0};
    value_vec known = {0};
    term a = tree_build(&l->f, i, &built);
    value x = tree_eval(&l->f, l->v, m, i, &known), y = term_eval(l->e, m, a);
    bool bad = x.sort.id != y.sort.id || !value_equal(l->v, x, y);
    vec_release(&built);
    vec_release(&known);
    return bad;
}

/* The first subtree that differs: everything below it is right. Then its arguments become constants
 * where it still fails. */
static uint32_t shrink(lab *l, const model *m, uint32_t i) {
    for (uint32_t k = 0; k < i; k++)
        if (differs(l, m, k)) i = k;
    value_vec known = {0};
    tree_eval(&l->f, l->v, m, i, &known);
    for (uint32_t k = 0; k < i; k++) {
        random_tree old = l->f.pool.data[k];
        if (!old.n) continue;
        l->f.pool.data[k] =
            (random_tree){.op = OP_NONE, .s = old.s, .leaf = value_to_term(l->v, known.data[k])};
        if (!differs(l, m, i)) l->f.pool.data[k] = old;
    }
    vec_release(&known);
    return i;
}

static void report(lab *l, const model *m, uint32_t i, uint64_t seed) {
    text out = {0};
    term_vec built = {0};
    value_vec known = {0};
    i = shrink(l, m, i);
    text_print(&out, "seed %llu: tree ", (unsigned long long)seed);
    tree_print(&l->f, i, &out);
    text_add(&out, "\n  has value ");
    value_print(l->v, tree_eval(&l->f, l->v, m, i, &known), &out);
    term a = tree_build(&l->f, i, &built);
    text_add(&out, ", but its term ");
    smtlib_term(l->f.t, a, &out);
    text_add(&out, " has ");
    value_print(l->v, term_eval(l->e, m, a), &out);
    for (uint32_t k = 0; k < l->f.vars.size; k++) {
        text_print(&out, "\n  %s = ", term_name(l->f.t, l->f.vars.data[k]));
        value_print(l->v, model_get(m, l->f.t, l->f.vars.data[k]), &out);
    }
    printf("%s\n", text_string(&out));
    text_release(&out);
    vec_release(&built);
    vec_release(&known);
}

static bool round_trip(lab *l, term a, uint64_t seed) {
    text out = {0};
    input_error error = {0};
    term b = {0};
    smtlib_term(l->f.t, a, &out);
    bool ok = smt_parse_term(l->scope, text_string(&out), out.size, 1, 1, &b, &error);
    if (!ok || !same(a, b)) {
        printf("seed %llu: read back as another term: %s (%s)\n", (unsigned long long)seed,
               text_string(&out), error.message);
        text_clear(&out);
        if (b.id) smtlib_term(l->f.t, b, &out), printf("  is %s\n", text_string(&out));
    }
    text_release(&out);
    return ok && same(a, b);
}

/* A term rebuilt from its own arguments is itself: normal forms are stable. Counted, not required.
 */
static bool is_stable(terms *t, term a) {
    term_vec args = {0};
    if (op_of(t, a) < OP_CONST_ARRAY) return true;
    args_append(t, a, &args);
    term b = term_rebuild(t, a, args.data);
    bool ok = same(b, a);
    if (!ok && getenv("FUZZ_SHOW_UNSTABLE")) {
        text x = {0};
        smtlib_term(t, a, &x);
        text_add(&x, "\n  rebuilt: ");
        smtlib_term(t, b, &x);
        printf("unstable: %s\n", text_string(&x));
        text_release(&x);
    }
    vec_release(&args);
    return ok;
}

static bool one_round(uint64_t seed, uint32_t size, uint64_t *terms_made, uint64_t *unstable) {
    static const uint32_t theories[] = {1, 1, 1, 2, 3, 4, 9, 15};
    lab l;
    lab_init(&l, seed, theories[seed % 8]);
    uint32_t root = forest_grow(&l.f, size);
    term_vec built = {0};
    model m;
    bool ok = true;
    model_init(&m, l.v);
    tree_build(&l.f, root, &built);
    for (int k = 0; ok && k < 4; k++) {
        forest_model(&l.f, l.v, &m);
        value_vec known = {0};
        tree_eval(&l.f, l.v, &m, root, &known);
        for (uint32_t i = 0; ok && i <= root; i++) {
            ok = value_equal(l.v, known.data[i], term_eval(l.e, &m, built.data[i]));
            if (!ok) report(&l, &m, i, seed);
        }
        vec_release(&known);
    }
    for (uint32_t i = 0; ok && i <= root; i++) {
        if (is_stable(l.f.t, built.data[i])) ok = round_trip(&l, built.data[i], seed);
        else ++*unstable;
    }
    *terms_made += root;
    vec_release(&built);
    model_release(&m);
    lab_release(&l);
    return ok;
}

int main(int argc, char **argv) {
    uint64_t rounds = argc > 1 ? strtoull(argv[1], NULL, 10) : 20000;
    uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    uint64_t made = 0, unstable = 0, failures = 0;
    printf("fuzz_term: %llu rounds from seed %llu\n", (unsigned long long)rounds,
           (unsigned long long)seed);
    for (uint64_t i = 0; i < rounds && failures < 10; i++)
        failures += !one_round(seed + i, 5 + (uint32_t)((seed + i) % 40), &made, &unstable);
    printf("fuzz_term: %llu terms, %llu not stable under rebuilding, %llu failures\n",
           (unsigned long long)made, (unsigned long long)unstable, (unsigned long long)failures);
    return failures != 0;
}
