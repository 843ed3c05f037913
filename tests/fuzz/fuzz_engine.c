/* All engines against explicit-state search on random automata: few variables of few bits, loops,
 * choices, havocs. A verdict that differs, an invariant that is not inductive or a trace that does
 * not run ends the fuzzer.
 *
 *     fuzz_engine [SECONDS [SEED [ENGINE [CONFIG]]]] */
#include "base/random.h"
#include "engine/portfolio/engines.h"
#include "engine/ic3/literals/ic3cfa.h"
#include "engine/ic3/predicates/ic3ia.h"
#include "engine_check.h"
#include "explicit/explicit.h"
#include "program/text_form.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct {
    rng r;
    terms *t;
    program *p;
    term_vec vars;
} maker;

static uint32_t below(maker *m, uint32_t n) { return random_below(&m->r, n); }

/* ---- random expressions ---- */

static term variable_term(maker *m) { return m->vars.data[below(m, m->vars.size)]; }

static term to_width(maker *m, term a, uint32_t w) {
    uint32_t have = term_width(m->t, a);
    if (have == w) return a;
    if (have > w) return term_extract(m->t, w - 1, 0, a);
    return below(m, 2) ? term_zext(m->t, a, w) : term_sext(m->t, a, w);
}

static term expression(maker *m, uint32_t w, uint32_t depth) {
    static const enum op ops[] = {OP_BVADD, OP_BVADD,  OP_BVSUB,  OP_BVMUL,  OP_BVAND,
                                  OP_BVOR,  OP_BVXOR,  OP_BVUREM, OP_BVSREM, OP_BVUDIV,
                                  OP_BVSHL, OP_BVLSHR, OP_BVASHR};
    if (!depth || below(m, 3) == 0)
        return below(m, 3) ? to_width(m, variable_term(m), w) : term_bv(m->t, w, random_u64(&m->r));
    return term_2(m->t, ops[below(m, sizeof ops / sizeof *ops)], expression(m, w, depth - 1),
                  expression(m, w, depth - 1));
}

static term condition(maker *m, uint32_t depth) {
    static const enum op ops[] = {OP_EQ, OP_EQ, OP_BVULT, OP_BVULE, OP_BVSLT, OP_BVSLE};
    uint32_t w = 1 + below(m, 4);
    if (depth && below(m, 4) == 0) {
        term a = condition(m, depth - 1), b = condition(m, depth - 1);
        return below(m, 2) ? term_and(m->t, a, b) : term_or(m->t, a, b);
    }
    term a = term_2(m->t, ops[below(m, 6)], expression(m, w, depth), expression(m, w, depth));
    return below(m, 3) ? a : term_not(m->t, a);
}

/* ---- random commands and automata ---- */

static cmd command(maker *m, uint32_t depth) {
    uint32_t kind = below(m, depth ? 8 : 4);
    term x = variable_term(m);
    if (kind == 0) return cmd_assume(m->p, condition(m, 2));
    if (kind == 1 && below(m, 2)) {
        input in = {.origin = ORIGIN_NONDET};
        return cmd_havoc(m->p, x, program_add_input(m->p, in));
    }
    if (kind < 4) return cmd_assign(m->p, x, expression(m, term_width(m->t, x), 2));
    cmd parts[3];
    uint32_t n = 2 + below(m, 2);
    for (uint32_t i = 0; i < n; i++) parts[i] = command(m, depth - 1);
    return kind < 6 ? cmd_seq(m->p, n, parts) : cmd_choice(m->p, n, parts);
}

static void add_variables(maker *m) {
    uint32_t n = 1 + below(m, 3);
    for (uint32_t i = 0; i < n; i++) {
        char name[8];
        snprintf(name, sizeof name, "x%u", i);
        variable v = {.var = term_var(m->t, name, sort_bv(m->t, 1 + below(m, 3)))};
        program_add_variable(m->p, v);
        vec_push(&m->vars, v.var);
    }
}

/* Initial values are often fixed, so that more programs are safe. */
static cmd initial(maker *m) {
    cmd parts[8];
    uint32_t n = 0;
    for (uint32_t i = 0; i < m->vars.size; i++)
        if (below(m, 4)) {
            term x = m->vars.data[i];
            parts[n++] = cmd_assign(m->p, x, term_bv(m->t, term_width(m->t, x), random_u64(&m->r)));
        }
    return cmd_seq(m->p, n, parts);
}

/* A loop that counts, of the kind that leaps make many rounds of. */
static void counting_loop(maker *m, loc at) {
    cmd parts[4];
    uint32_t n = 0;
    parts[n++] = cmd_assume(m->p, condition(m, 0));
    for (uint32_t i = 1 + below(m, 3); i > 0; i--) {
        term x = variable_term(m), by = term_bv(m->t, term_width(m->t, x), random_u64(&m->r));
        parts[n++] = cmd_assign(m->p, x, below(m, 4) ? term_2(m->t, OP_BVADD, x, by) : by);
    }
    program_add_edge(m->p, at, at, cmd_seq(m->p, n, parts), (position){0});
}

static program *automaton(maker *m) {
    m->p = program_new(m->t);
    add_variables(m);
    position nowhere = {0};
    uint32_t n = 1 + below(m, 4);
    loc first = program_add_location(m->p, nowhere);
    for (uint32_t i = 1; i < n; i++) program_add_location(m->p, nowhere);
    loc error = program_add_location(m->p, nowhere);
    program_set_error(m->p, error,
                      program_add_property(m->p, PROPERTY_ERROR, "unreach-call", "error"));
    program_add_edge(m->p, m->p->start, (loc){first.id + below(m, n)}, initial(m), nowhere);
    for (uint32_t i = below(m, 3) + 2 * n; i > 0; i--)
        program_add_edge(m->p, (loc){first.id + below(m, n)}, (loc){first.id + below(m, n)},
                         command(m, 3), nowhere);
    if (below(m, 2)) counting_loop(m, (loc){first.id + below(m, n)});
    cmd last[] = {cmd_assume(m->p, condition(m, 2)), cmd_assume(m->p, condition(m, 1))};
    program_add_edge(m->p, (loc){first.id + below(m, n)}, error, cmd_seq(m->p, 2, last), nowhere);
    program_mark_cuts(m->p);
    return m->p;
}

/* ---- comparing ---- */

static void complain(program *p, const char *engine_name, const char *what, uint64_t seed) {
    text out = {0};
    cfa_print(p, &out);
    fprintf(stderr, "%s\nseed %llu, %s: %s\n", text_string(&out), (unsigned long long)seed,
            engine_name, what);
    exit(1);
}

static enum verdict run_one(program *p, const engine *e, const engine_options *o, uint64_t seed,
                            double seconds, bool check) {
    engine_result r;
    engine_result_init(&r, p->terms);
    budget b = budget_of(seconds, 0);
    e->run(p, o, &b, NULL, &r);
    const char *wrong = check ? check_result(p, &r) : NULL;
    if (wrong) complain(p, e->name, wrong, seed);
    if (!strncmp(r.reason, "internal", 8)) complain(p, e->name, r.reason, seed);
    enum verdict v = r.verdict;
    engine_result_release(&r);
    return v;
}

static const char *const word[] = {"UNKNOWN", "TRUE", "FALSE"};

static const engine reference = {ENGINE_NONE, "explicit", "", explicit_run};

static bool compared(const engine *e, const char *only) {
    if (only) return !strcmp(e->name, only);
    return strcmp(e->name, "portfolio") != 0;
}

/* Every strategy and every row of the papers has its turn; a third of them is ours. */
static void vary(engine_options *o, uint64_t seed) {
    char row[2] = {(char)('A' + seed % 13), 0};
    engine_options_default(o);
    if (seed % 3 && ic3cfa_configure(o, row)) o->ic3_split = seed / 13 % 2;
    if (seed % 3 == 1) ic3ia_configure(o, "paper");
    o->ia_mine = (int)(seed / 3 % 3);
    o->tree_ia = seed % 2;
    o->ctigar = (int)(seed % 4);
    o->icp_suffix = (int)(seed / 2 % 4);
    o->icp_abort = seed / 5 % 2;
    o->icp_bound_generalization = seed % 5 != 0;
    o->icp_gentr = seed % 7 != 0;
    o->icp_literal_dropping = seed % 2;
}

static uint32_t round_of(uint64_t seed, const char *only, engine_options *o, uint32_t unknown[]) {
    maker m = {.r = {seed}, .t = terms_new()};
    program *p = automaton(&m);
    enum verdict expected = run_one(p, &reference, o, seed, 5, false);
    for (uint32_t i = 0; engines[i].name && expected != VERDICT_UNKNOWN; i++) {
        if (!compared(&engines[i], only)) continue;
        enum verdict v = run_one(p, &engines[i], o, seed, only ? 5 : 0.3,
                                 true); /* some engines never end on safe programs */
        unknown[i] += v == VERDICT_UNKNOWN;
        if (v != VERDICT_UNKNOWN && v != expected) {
            char what[64];
            snprintf(what, sizeof what, "says %s, explicit says %s", word[v], word[expected]);
            complain(p, engines[i].name, what, seed);
        }
    }
    program_delete(p);
    terms_delete(m.t);
    vec_release(&m.vars);
    return expected;
}

int main(int argc, char **argv) {
    double seconds = argc > 1 ? atof(argv[1]) : 10;
    uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 0) : 1;
    const char *only = argc > 3 && *argv[3] ? argv[3] : NULL;
    uint32_t count[3] = {0}, unknown[64] = {0}, rounds = 0;
    engine_options o;
    engine_options_default(&o);
    if (argc > 4 && !ic3cfa_configure(&o, argv[4]) && !ic3ia_configure(&o, argv[4]))
        return fprintf(stderr, "no row %s\n", argv[4]), 2;
    for (double end = clock_now() + seconds; clock_now() < end; rounds++, seed++) {
        if (argc <= 4) vary(&o, seed);
        count[round_of(seed, only, &o, unknown)]++;
    }
    printf("fuzz_engine: %u automata, %u safe, %u unsafe, %u undecided\n", rounds, count[1],
           count[2], count[0]);
    for (uint32_t i = 0; engines[i].name; i++)
        if (unknown[i]) printf("  %s: %u unknown\n", engines[i].name, unknown[i]);
    return 0;
}
