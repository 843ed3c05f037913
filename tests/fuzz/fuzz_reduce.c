/* Reductions against the interpreter and against explicit-state search.
 *
 *     fuzz_reduce [SEED [ROUNDS]]
 *
 * Every pass alone, every prefix of the passes and all of them: runs on the same inputs reach an
 * error before and after or in neither; the facts hold in every state visited; the verdict of
 * explicit-state search is the same. */
#include "explicit/explicit.h"
#include "fuzz/random_cfa.h"
#include "program/interpret.h"
#include "program/text_form.h"
#include "reduce/reduce.h"

#include <stdlib.h>

typedef struct {
    terms *t;
    values *pool;
    evaluator *eval;
    uint64_t seed;
    u32_vec executions;     /* by input */
    const program *p;       /* the unreduced one, where facts are checked */
    const reduction *facts; /* NULL: no check */
    uint64_t runs, errors, facts_checked;
    bool fact_failed;
    loc fact_at;
} runner;

static value next_input(void *context, uint32_t in, sort s) {
    runner *r = context;
    if (r->executions.size <= in) vec_resize(&r->executions, in + 1);
    uint64_t raw = hash_mix(r->seed ^ hash_mix((uint64_t)in << 32 | r->executions.data[in]++));
    if (sort_kind_of(r->t, s) == SORT_BOOL) return value_bool(r->t, raw & 1);
    if (raw >> 60 < 8) raw &= 3; /* small values as often as any */
    return value_bv(r->t, sort_width(r->t, s), raw);
}

static void check_facts(void *context, edge_id e, const model *state) {
    runner *r = context;
    if (!r->facts || r->fact_failed) return;
    loc l = r->p->edges.data[e.id].to;
    term fact = r->facts->facts.data[l.id];
    if (!fact.id) return;
    r->facts_checked++;
    if (term_holds(r->eval, state, fact)) return;
    r->fact_failed = true;
    r->fact_at = l;
}

static run_result run(runner *r, program *p, uint64_t steps) {
    model initial;
    model_init(&initial, r->pool);
    for (uint32_t i = 0; i < p->variables.size; i++) {
        term var = p->variables.data[i].var;
        uint64_t raw =
            hash_mix(r->seed + hash_bytes(term_name(r->t, var), strlen(term_name(r->t, var))));
        bool flag = sort_kind_of(r->t, term_sort(r->t, var)) == SORT_BOOL;
        model_set(&initial, var,
                  flag ? value_bool(r->t, raw & 1) : value_bv(r->t, term_width(r->t, var), raw));
    }
    for (uint32_t i = 0; i < r->executions.size; i++) r->executions.data[i] = 0;
    run_options o = {
        .next_input = next_input, .on_edge = check_facts, .context = r, .max_steps = steps};
    bool ambiguous = false;
    run_result result = program_run(p, &initial, &o, &ambiguous);
    model_release(&initial);
    return result;
}

static void show(program *p, const char *title) {
    text out = {0};
    cfa_print(p, &out);
    fprintf(stderr, "---- %s\n%s\n", title, text_string(&out));
    text_release(&out);
}

static _Noreturn void fail(program *before, program *after, const char *what, uint64_t seed,
                           int pass) {
    show(before, "before");
    show(after, "after");
    fprintf(stderr, "fuzz_reduce: %s, seed %llu, configuration %d\n", what,
            (unsigned long long)seed, pass);
    exit(1);
}

static bool is_end(run_result r) { return r.end == RUN_ERROR || r.end == RUN_LIMIT; }

enum { RUNS = 12, STEPS = 3000 };

static void compare_runs(runner *r, program *before, program *after, const reduction *x,
                         uint64_t seed, int pass) {
    for (uint32_t i = 0; i < RUNS; i++) {
        r->seed = hash_mix(seed + i * 1000003u);
        r->facts = x;
        r->p = before;
        run_result a = run(r, before, STEPS);
        if (r->fact_failed) fail(before, after, "a fact does not hold", seed, pass);
        r->facts = NULL;
        run_result b = run(r, after, STEPS);
        if (a.end == RUN_STEPS && is_end(b)) a = run(r, before, STEPS * 100);
        r->runs++;
        r->errors += is_end(a);
        if (is_end(a) != is_end(b) || (is_end(a) && a.end != b.end))
            fail(before, after, "runs differ", seed, pass);
    }
}

/* Configurations: each pass alone, all passes up to one, all. */
static void configure(reduce_options *o, int configuration) {
    reduce_options_default(o);
    if (configuration < REDUCE_PASSES)
        for (int i = 0; i < REDUCE_PASSES; i++) o->enabled[i] = i == configuration;
    else if (configuration < 2 * REDUCE_PASSES) o->stop_after = configuration - REDUCE_PASSES;
}

static enum verdict search(program *p, terms *t) {
    engine_options o;
    engine_options_default(&o);
    engine_result result;
    engine_result_init(&result, t);
    budget b = budget_of(2, 0);
    explicit_run(p, &o, &b, NULL, &result);
    enum verdict v = result.verdict;
    engine_result_release(&result);
    return v;
}

typedef struct {
    uint64_t runs, errors, facts, proofs, violations, undrawn, defined;
} tally;

/* Every other input is what an object has before it is written. */
static void leave_uninitialized(program *p) {
    for (uint32_t i = 1; i < p->inputs.size; i += 2) p->inputs.data[i].origin = ORIGIN_UNINIT;
}

static void one_program(terms *t, uint64_t seed, bool deterministic, tally *sum) {
    rng r = {seed};
    random_cfa_options o = {.width = deterministic ? 8 : 3,
                            .variables = 2 + random_below(&r, 4),
                            .locations = 2 + random_below(&r, 8),
                            .inputs = random_below(&r, 5),
                            .deterministic = deterministic,
                            .limits = deterministic};
    if (!deterministic) o.variables = 2 + random_below(&r, 2);
    program *p = random_cfa(t, &r, &o);
    leave_uninitialized(p);
    values *pool = values_new(t);
    runner outcome = {.t = t, .pool = pool, .eval = evaluator_new(t, pool)};
    enum verdict expected = deterministic ? VERDICT_UNKNOWN : search(p, t);
    for (int i = 0; i <= 2 * REDUCE_PASSES; i++) {
        reduce_options options;
        reduction x;
        configure(&options, i);
        program *q = reduce_program(p, &options, NULL, &x);
        program_check(q);
        if (deterministic) compare_runs(&outcome, p, q, &x, seed, i);
        enum verdict found = expected == VERDICT_UNKNOWN ? VERDICT_UNKNOWN : search(q, t);
        if (found != VERDICT_UNKNOWN && found != expected) fail(p, q, "verdicts differ", seed, i);
        sum->undrawn += x.initialized.dropped;
        sum->defined += x.defined;
        sum->proofs += found == VERDICT_TRUE;
        sum->violations += found == VERDICT_FALSE;
        reduction_release(&x);
        program_delete(q);
    }
    sum->runs += outcome.runs;
    sum->errors += outcome.errors;
    sum->facts += outcome.facts_checked;
    evaluator_delete(outcome.eval);
    values_delete(pool);
    vec_release(&outcome.executions);
    program_delete(p);
}

int main(int argc, char **argv) {
    uint64_t seed = argc > 1 ? strtoull(argv[1], NULL, 0) : 1;
    uint64_t rounds = argc > 2 ? strtoull(argv[2], NULL, 0) : 300;
    enum { PER_BANK = 50 };
    tally sum = {0};
    for (uint64_t i = 0; i < rounds; i += PER_BANK) {
        terms *wide = terms_new(), *narrow = terms_new();
        for (uint64_t j = i; j < i + PER_BANK && j < rounds; j++) {
            one_program(wide, seed + j, true, &sum);
            one_program(narrow, seed + j, false, &sum);
        }
        terms_delete(wide);
        terms_delete(narrow);
    }
    printf("fuzz_reduce: %llu programs: %llu runs (%llu to an error) end alike, %llu facts hold, "
           "%llu proofs and "
           "%llu violations agree; %llu uninitialized values not drawn, %llu variables replaced by "
           "their definitions\n",
           (unsigned long long)rounds, (unsigned long long)sum.runs, (unsigned long long)sum.errors,
           (unsigned long long)sum.facts, (unsigned long long)sum.proofs,
           (unsigned long long)sum.violations, (unsigned long long)sum.undrawn,
           (unsigned long long)sum.defined);
    return 0;
}
