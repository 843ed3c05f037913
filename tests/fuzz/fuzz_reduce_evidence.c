/* Reductions against the check of evidence: what an engine says of the reduced program must hold of
 * the unreduced one.
 *
 *     fuzz_reduce_evidence [SEED [ROUNDS [ENGINE]]]
 *
 * A proof of the reduced program, carried back with the facts, must be accepted as a certificate; a
 * violation must replay; neither may contradict explicit-state search. */
#include "explicit/explicit.h"
#include "engine/portfolio/engines.h"
#include "evidence/evidence.h"
#include "fuzz/random_cfa.h"
#include "program/text_form.h"
#include "reduce/reduce.h"

#include <stdlib.h>

typedef struct {
    uint64_t proofs, violations, unknown, bypasses;
} tally;

static void show(program *p, const char *title) {
    text out = {0};
    cfa_print(p, &out);
    fprintf(stderr, "---- %s\n%s\n", title, text_string(&out));
    text_release(&out);
}

static enum verdict search(program *p) {
    engine_options o;
    engine_options_default(&o);
    engine_result result;
    engine_result_init(&result, p->terms);
    budget b = budget_of(2, 0);
    explicit_run(p, &o, &b, NULL, &result);
    enum verdict v = result.verdict;
    engine_result_release(&result);
    return v;
}

static _Noreturn void fail(program *p, program *q, const evidence *e, const char *what,
                           uint64_t seed) {
    show(p, "unreduced");
    show(q, "reduced");
    fprintf(stderr, "fuzz_reduce_evidence: %s, seed %llu: %s\n", what, (unsigned long long)seed,
            e->why);
    exit(1);
}

/* Is the engine's invariant one of the program it was given? Otherwise the reduction is not to
 * blame. */
static bool own_certificate(program *q, const term_vec *invariant) {
    evidence e;
    budget b = budget_of(20, 0);
    evidence_init(&e, q->terms);
    bool holds = certificate_write(q, invariant, "fuzz", &e);
    if (holds) certificate_check(&e.certificate, 0, &b, &e);
    holds = holds && e.level != EVIDENCE_NONE;
    evidence_release(&e);
    return holds;
}

static void check(program *p, program *q, const reduction *x, engine_result *r, enum verdict truth,
                  uint64_t seed, bool deterministic, tally *sum) {
    evidence e;
    budget b = budget_of(20, 0);
    evidence_init(&e, p->terms);
    if (truth != VERDICT_UNKNOWN && r->verdict != VERDICT_UNKNOWN && r->verdict != truth)
        fail(p, q, &e, "wrong verdict", seed);
    if (r->verdict == VERDICT_TRUE) {
        term_vec back = {0}, invariant = {0};
        vec_append(&invariant, r->invariant.data, r->invariant.size);
        reduction_carry_back(x, p, q, &invariant, &back);
        if (!certificate_write(p, &back, "fuzz", &e)) fail(p, q, &e, "no certificate", seed);
        certificate_check(&e.certificate, 0, &b, &e);
        if (e.level == EVIDENCE_NONE)
            fail(p, q, &e,
                 own_certificate(q, &invariant) ? "certificate refused"
                                                : "the engine's invariant is none",
                 seed);
        vec_release(&back);
        vec_release(&invariant);
        sum->proofs++;
    } else if (r->verdict == VERDICT_FALSE) {
        replay_trace(p, q, r, &b, &e);
        if (deterministic && e.level == EVIDENCE_NONE) fail(p, q, &e, "no replay", seed);
        sum->violations++;
    } else {
        sum->unknown++;
    }
    evidence_release(&e);
}

static void one_program(terms *t, uint64_t seed, const engine *by, tally *sum) {
    rng r = {seed};
    random_cfa_options o = {.width = 3,
                            .variables = 2 + random_below(&r, 2),
                            .locations = 2 + random_below(&r, 7),
                            .inputs = random_below(&r, 5),
                            .deterministic = random_below(&r, 2)};
    program *p = random_cfa(t, &r, &o);
    reduce_options how;
    reduce_options_default(&how);
    for (int i = 0; i < REDUCE_PASSES; i++) how.enabled[i] = random_below(&r, 5) != 0;
    how.block_weight = random_below(&r, 3) ? 0 : 30 + random_below(&r, 200);
    reduction x;
    program *q = reduce_program(p, &how, NULL, &x);
    sum->bypasses += x.bypasses.size;
    engine_options options;
    engine_options_default(&options);
    engine_result result;
    engine_result_init(&result, t);
    budget b = budget_of(5, 0);
    by->run(q, &options, &b, NULL, &result);
    check(p, q, &x, &result, search(p), seed, o.deterministic, sum);
    engine_result_release(&result);
    reduction_release(&x);
    program_delete(q);
    program_delete(p);
}

int main(int argc, char **argv) {
    uint64_t seed = argc > 1 ? strtoull(argv[1], NULL, 0) : 1;
    uint64_t rounds = argc > 2 ? strtoull(argv[2], NULL, 0) : 100;
    const engine *by = engine_find(argc > 3 ? argv[3] : "ic3cfa");
    tally sum = {0};
    if (!by) return fprintf(stderr, "fuzz_reduce_evidence: no such engine\n"), 64;
    enum { PER_BANK = 50 };
    for (uint64_t i = 0; i < rounds; i += PER_BANK) {
        terms *t = terms_new();
        for (uint64_t j = i; j < i + PER_BANK && j < rounds; j++)
            one_program(t, seed + j, by, &sum);
        terms_delete(t);
    }
    printf("fuzz_reduce_evidence: %llu certificates accepted, %llu violations replayed, %llu "
           "unknown, %llu bypasses\n",
           (unsigned long long)sum.proofs, (unsigned long long)sum.violations,
           (unsigned long long)sum.unknown, (unsigned long long)sum.bypasses);
    return 0;
}
