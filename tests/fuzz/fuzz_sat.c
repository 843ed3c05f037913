/* Our SAT solver against CaDiCaL and against evaluation.
 *
 * Random clauses: answers must be equal to CaDiCaL's, models must satisfy them, cores must be
 * unsatisfiable. Random graphs of gates, guarded and plain assertions, assumptions, all growing
 * from query to query: the same, and the inputs of a model, extended by evaluating the gates, must
 * satisfy every assertion whose guard holds and every assumption.
 *
 *   fuzz_sat [SEED [ROUNDS]] */
#include "base/random.h"
#include "solver/cnf.h"

#include <stdio.h>
#include <stdlib.h>

static rng r;
static uint64_t answers[2];

static uint32_t pick(uint32_t n) { return random_below(&r, n); }

static void fail(const char *what, uint64_t seed) {
    fprintf(stderr, "fuzz_sat: %s (seed %llu)\n", what, (unsigned long long)seed);
    exit(1);
}

static CCaDiCaL *other_new(void) {
    CCaDiCaL *c = ccadical_init();
    ccadical_set_option(c, "quiet", 1);
    return c;
}

static enum sat_answer ask(CCaDiCaL *c, uint32_t n, const int *assumed) {
    for (uint32_t i = 0; i < n; i++) ccadical_assume(c, assumed[i]);
    return (enum sat_answer)ccadical_solve(c);
}

/* Only the failed assumptions, asked of CaDiCaL. */
static bool is_core(const sat_solver *s, CCaDiCaL *c, uint32_t n, const int *assumed) {
    for (uint32_t i = 0; i < n; i++)
        if (sat_failed(s, assumed[i])) ccadical_assume(c, assumed[i]);
    return ccadical_solve(c) == 20;
}

/* ---- clauses ---- */

static bool satisfies(const sat_solver *s) {
    uint32_t n;
    const uint32_t *l;
    for (uint32_t i = 0; sat_original(s, i, &n, &l); i++) {
        bool good = false;
        for (uint32_t k = 0; k < n; k++) good |= sat_value(s, (int)(l[k] >> 1)) != (l[k] & 1);
        if (!good) return false;
    }
    return true;
}

static void add_random(sat_solver *s, CCaDiCaL *c, uint32_t variables) {
    int clause[6];
    uint32_t n = pick(8) ? 3 : 1 + pick(5) + (pick(4) > 0);
    for (uint32_t i = 0; i < n; i++) clause[i] = (int)(1 + pick(variables)) * (pick(2) ? 1 : -1);
    sat_clause(s, 0, n, clause);
    for (uint32_t i = 0; i < n; i++) ccadical_add(c, clause[i]);
    ccadical_add(c, 0);
}

static void query_clauses(sat_solver *s, CCaDiCaL *c, uint32_t variables, uint64_t seed) {
    int assumed[8];
    uint32_t n = pick(8);
    for (uint32_t i = 0; i < n; i++) assumed[i] = (int)(1 + pick(variables)) * (pick(2) ? 1 : -1);
    enum sat_answer a = sat_solve(s, n, assumed, &(sat_limits){0});
    if (a != ask(c, n, assumed)) fail("answers differ on clauses", seed);
    if (a == SAT_UNSATISFIABLE && !is_core(s, c, n, assumed)) fail("no core of clauses", seed);
    if (a == SAT_SATISFIABLE && !satisfies(s)) fail("no model of clauses", seed);
    for (uint32_t i = 0; a == SAT_SATISFIABLE && i < n; i++)
        if (sat_value(s, abs(assumed[i])) != (assumed[i] > 0)) fail("assumption broken", seed);
    answers[a == SAT_SATISFIABLE]++;
}

static void clauses(uint64_t seed) {
    sat_solver *s = sat_new();
    CCaDiCaL *c = other_new();
    uint32_t variables = 5 + pick(pick(4) ? 40 : 120);
    for (uint32_t i = 0; i < variables * 4; i++) add_random(s, c, variables);
    for (uint32_t q = 0; q < 20; q++) {
        query_clauses(s, c, variables, seed);
        if (pick(3) == 0) add_random(s, c, variables);
    }
    sat_delete(s);
    ccadical_release(c);
}

/* ---- gates ---- */

typedef struct {
    aig g;
    cnf c;
    CCaDiCaL *other;
    uint32_t told;
    u32_vec literals, guards;     /* guards are inputs */
    u32_vec asserted, guarded_by; /* LIT_TRUE: by none */
    vec(uint8_t) value;
} gates;

static lit any(gates *z) { return z->literals.data[pick(z->literals.size)] ^ pick(2); }

static void add_gate(gates *z) {
    lit x = LIT_TRUE;
    switch (pick(5)) {
    case 0: x = aig_xor(&z->g, any(z), any(z)); break;
    case 1: x = aig_ite(&z->g, any(z), any(z), any(z)); break;
    case 2: x = aig_majority(&z->g, any(z), any(z), any(z)); break;
    default: x = aig_and(&z->g, any(z), any(z)); break;
    }
    if (!lit_is_constant(x)) vec_push(&z->literals, x);
}

static void assert_random(gates *z) {
    lit a = any(z), guard = pick(4) ? z->guards.data[pick(z->guards.size)] : LIT_TRUE;
    for (uint32_t i = pick(4); i; i--) a = aig_or(&z->g, a, any(z));
    vec_push(&z->asserted, a);
    vec_push(&z->guarded_by, guard);
    cnf_assert(&z->c, aig_implies(&z->g, guard, a), 0);
}

/* Values of all nodes, from the inputs of the model. */
static void evaluate(gates *z) {
    vec_resize(&z->value, z->g.nodes.size);
    for (uint32_t i = 0; i < z->g.nodes.size; i++) {
        const aig_node *n = &z->g.nodes.data[i];
        bool v[3] = {0};
        for (int k = 0; n->gate >= GATE_AND && k < (n->gate < GATE_ITE ? 2 : 3); k++)
            v[k] = z->value.data[lit_node(n->in[k])] ^ (n->in[k] & 1);
        switch (n->gate) {
        case GATE_CONSTANT: z->value.data[i] = false; break;
        case GATE_INPUT: z->value.data[i] = cnf_value(&z->c, i * 2); break;
        case GATE_AND: z->value.data[i] = v[0] && v[1]; break;
        case GATE_XOR: z->value.data[i] = v[0] != v[1]; break;
        case GATE_ITE: z->value.data[i] = v[0] ? v[1] : v[2]; break;
        default: z->value.data[i] = v[0] + v[1] + v[2] > 1; break;
        }
    }
}

static bool holds(const gates *z, lit a) { return z->value.data[lit_node(a)] ^ (a & 1); }

static void check_model(gates *z, uint32_t n, const lit *assumed, uint64_t seed) {
    evaluate(z);
    for (uint32_t i = 0; i < z->asserted.size; i++)
        if (holds(z, z->guarded_by.data[i]) && !holds(z, z->asserted.data[i]))
            fail("assertion broken by a model of gates", seed);
    for (uint32_t i = 0; i < n; i++)
        if (!holds(z, assumed[i])) fail("assumption broken by a model of gates", seed);
}

static void tell_other(gates *z) {
    uint32_t n;
    const uint32_t *l;
    for (; sat_original(z->c.sat, z->told, &n, &l); z->told++) {
        for (uint32_t i = 0; i < n; i++) ccadical_add(z->other, sat_signed(l[i]));
        ccadical_add(z->other, 0);
    }
}

static void query_gates(gates *z, uint64_t seed) {
    lit assumed[12];
    int literals[12];
    uint32_t n = 0;
    for (uint32_t i = 0; i < z->guards.size && n < 6; i++)
        if (pick(2)) assumed[n++] = z->guards.data[i];
    for (uint32_t i = pick(6); i; i--) assumed[n++] = any(z);
    for (uint32_t i = 0; i < n; i++) literals[i] = cnf_literal(&z->c, assumed[i]);
    tell_other(z);
    for (uint32_t i = 0; i < n; i++) cnf_assume(&z->c, literals[i]);
    enum sat_answer a = cnf_solve(&z->c, 0);
    if (a != ask(z->other, n, literals)) fail("answers differ on gates", seed);
    if (a == SAT_SATISFIABLE) check_model(z, n, assumed, seed);
    else if (!z->c.by_large && !is_core(z->c.sat, z->other, n, literals))
        fail("no core of gates", seed);
    answers[a == SAT_SATISFIABLE]++;
}

static void graph(uint64_t seed) {
    gates z = {0};
    aig_init(&z.g);
    cnf_init(&z.c, &z.g, 0);
    z.other = other_new();
    for (uint32_t i = 0; i < 6 + pick(20); i++) vec_push(&z.literals, aig_input(&z.g));
    for (uint32_t i = 0; i < 4; i++) vec_push(&z.guards, aig_input(&z.g));
    if (pick(3) == 0) vec_append(&z.literals, z.guards.data, z.guards.size);
    for (uint32_t i = 0; i < 30 + pick(60); i++) add_gate(&z);
    for (uint32_t q = 0; q < 150; q++) {
        if (pick(3) == 0) assert_random(&z);
        if (pick(3) == 0) add_gate(&z);
        query_gates(&z, seed);
    }
    cnf_release(&z.c);
    aig_release(&z.g);
    ccadical_release(z.other);
    vec_release(&z.literals);
    vec_release(&z.guards);
    vec_release(&z.asserted);
    vec_release(&z.guarded_by);
    vec_release(&z.value);
}

int main(int argc, char **argv) {
    uint64_t first = argc > 1 ? strtoull(argv[1], NULL, 0) : 1;
    uint64_t rounds = argc > 2 ? strtoull(argv[2], NULL, 0) : 1000;
    for (uint64_t seed = first; seed < first + rounds; seed++) {
        r.state = hash_mix(seed);
        clauses(seed);
        graph(seed);
    }
    printf("fuzz_sat: %llu unsatisfiable, %llu satisfiable, all as CaDiCaL says\n",
           (unsigned long long)answers[0], (unsigned long long)answers[1]);
    return 0;
}
