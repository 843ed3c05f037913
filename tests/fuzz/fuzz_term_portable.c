/* The portable form against other solvers: a random term under a random model has the value that
 * the evaluator says; a solver that is told the model and that the term has another value must
 * answer unsat. Usage: fuzz_term_portable [TERMS [SEED [SOLVER ARGS...]]]; default solver: z3 -in
 */
#include "base/child.h"
#include "fuzz/random_term.h"

#include <stdlib.h>

enum { BATCH = 100 };

typedef struct {
    uint64_t asked, unsat, unknown, wrong;
} score;

static void tell_model(forest *f, values *v, const model *m, text *out) {
    for (uint32_t i = 0; i < f->vars.size; i++) {
        term var = f->vars.data[i];
        text_add(out, "(define-fun ");
        smtlib_symbol(term_name(f->t, var), out);
        text_add(out, " () ");
        smtlib_sort(f->t, term_sort(f->t, var), out);
        text_char(out, ' ');
        value_print(v, model_get(m, f->t, var), out);
        text_add(out, ")\n");
    }
}

/* A query that must be unsat. */
static void ask(forest *f, values *v, evaluator *e, const model *m, term a, text *out) {
    text expression = {0}, before = {0};
    smtlib_portable(f->t, a, &expression, &before);
    text_add(out, "(push 1)\n");
    text_bytes(out, text_string(&before), before.size);
    text_print(out, "(assert (not (= %s ", text_string(&expression));
    value_print(v, term_eval(e, m, a), out);
    text_add(out, ")))\n(check-sat)\n(pop 1)\n");
    text_release(&expression);
    text_release(&before);
}

static uint32_t theories_of(uint64_t seed, bool floats) {
    static const uint32_t all[] = {1, 4, 9, 2, 3, 7};
    return all[seed % (floats ? 6 : 3)];
}

static void read_answers(const text *output, uint64_t seed, const text *script, score *s) {
    uint32_t number = 0;
    const char *line = output->size ? output->data : "";
    while (*line) {
        size_t n = strcspn(line, "\n");
        s->asked++;
        if (n == 5 && memcmp(line, "unsat", 5) == 0) s->unsat++;
        else if (n == 7 && memcmp(line, "unknown", 7) == 0) s->unknown++;
        else {
            char path[64];
            snprintf(path, sizeof path, "/tmp/fuzz_portable_%llu.smt2", (unsigned long long)seed);
            text_write_file(script, path);
            printf("seed %llu: answer %u is %.*s; see %s\n", (unsigned long long)seed, number,
                   (int)n, line, path);
            s->wrong++;
        }
        number++;
        line += n + (line[n] == '\n');
    }
}

static void batch(uint64_t seed, char **solver, score *s) {
    terms *t = terms_new();
    forest f;
    forest_init(&f, t, seed, theories_of(seed, true));
    values *v = values_new(t);
    evaluator *e = evaluator_new(t, v);
    term_vec built = {0};
    model m;
    text script = {0}, output = {0};
    model_init(&m, v);
    forest_model(&f, v, &m);
    text_add(&script, "(set-logic ALL)\n");
    tell_model(&f, v, &m, &script);
    uint32_t last = forest_grow(&f, BATCH);
    tree_build(&f, last, &built);
    for (uint32_t i = f.vars.size; i < built.size; i++)
        if (!term_is_const(t, built.data[i])) ask(&f, v, e, &m, built.data[i], &script);
    child_result r = child_run(solver, &script, &output, NULL, (child_limits){.seconds = 60});
    if (r.timed_out) printf("seed %llu: time\n", (unsigned long long)seed);
    read_answers(&output, seed, &script, s);
    text_release(&script);
    text_release(&output);
    model_release(&m);
    vec_release(&built);
    evaluator_delete(e);
    values_delete(v);
    forest_release(&f);
    terms_delete(t);
}

int main(int argc, char **argv) {
    uint64_t count = argc > 1 ? strtoull(argv[1], NULL, 10) : 2000,
             seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    char *z3[] = {"z3", "-in", NULL}, **solver = argc > 3 ? argv + 3 : z3;
    score s = {0};
    printf("fuzz_term_portable: %llu terms from seed %llu with %s\n", (unsigned long long)count,
           (unsigned long long)seed, solver[0]);
    for (uint64_t i = 0; s.asked < count && i < count && s.wrong < 10; i++)
        batch(seed + i, solver, &s);
    printf("fuzz_term_portable: %llu asked, %llu confirmed, %llu unknown, %llu wrong\n",
           (unsigned long long)s.asked, (unsigned long long)s.unsat, (unsigned long long)s.unknown,
           (unsigned long long)s.wrong);
    return s.wrong != 0 || s.unsat == 0;
}
