#include "solver/cnf.h"

#include "base/log.h"

#include <inttypes.h>

enum { POSITIVE = 1, NEGATIVE = 2, ASSERTED = 4, DENIED = 8 };

#define CLOCK_CALLS 64u       /* look at the clock every so many calls of the terminator */
#define MEMORY_CALLS 8192u    /* and at the memory */
#define PREFIX_MOST 24u       /* longest clause that is written to spare a variable */
#define SMALL_CONFLICTS 500u  /* a query that needs more is CaDiCaL's */
#define SMALL_VISITS 5000000u /* or more visits of watches */
#define REST_MOST 6u          /* at most 2^6 - 1 queries in a row are not tried */

/* ---- the SAT solver ---- */

static bool time_is_up(cnf *c) {
    if (interrupt_requested || (c->interrupted && *c->interrupted)) return true;
    if (++c->calls % CLOCK_CALLS) return false;
    if (c->deadline > 0 && clock_now() >= c->deadline) return true;
    if (c->budget && c->budget->cpu_deadline && clock_cpu() >= c->budget->cpu_deadline) return true;
    return c->calls % MEMORY_CALLS == 0 && c->budget && budget_over(c->budget);
}

static bool stop(void *state) { return time_is_up(state); }
static int terminate(void *state) { return time_is_up(state); }

void cnf_init(cnf *c, const aig *graph, uint32_t seed) {
    memset(c, 0, sizeof *c);
    c->seed = seed;
    c->graph = graph;
    c->sat = sat_new();
}

static void release_solvers(cnf *c) {
    sat_delete(c->sat);
    if (c->large) ccadical_release(c->large);
    c->large = NULL;
}

void cnf_release(cnf *c) {
    release_solvers(c);
    vec_release(&c->variable);
    vec_release(&c->directions);
    vec_release(&c->todo);
    vec_release(&c->leaves);
    vec_release(&c->flatten);
    vec_release(&c->prefix);
    vec_release(&c->assumed);
}

void cnf_restart(cnf *c) {
    LOG("cnf", "restart");
    release_solvers(c);
    vec_clear(&c->variable);
    vec_clear(&c->directions);
    c->variables = c->handed = c->hard = c->skipped = 0;
    c->sat = sat_new();
}

/* Nothing defines it: it may guard clauses. */
int cnf_variable(cnf *c) {
    int v = (int)++c->variables;
    sat_guard(c->sat, v);
    return v;
}

void cnf_clause(cnf *c, uint32_t n, const int *literals) {
    assert_debug(n >= 1);
    sat_clause(c->sat, c->owner, n, literals);
    c->clauses++;
}

static void clause2(cnf *c, int x, int y) { cnf_clause(c, 2, (int[]){x, y}); }
static void clause3(cnf *c, int x, int y, int z) { cnf_clause(c, 3, (int[]){x, y, z}); }

/* ---- queries ---- */

static void start_large(cnf *c) {
    c->large = ccadical_init();
    if (c->seed) ccadical_set_option(c->large, "seed", (int)(c->seed & 0x3fffffff));
    ccadical_set_option(c->large, "quiet", 1);
    ccadical_set_option(c->large, "lucky",
                        0); /* passes over all clauses: too much for queries of microseconds */
    ccadical_set_option(c->large, "chrono", 0);
    ccadical_set_terminate(c->large, c, terminate);
}

static void hand_clauses(cnf *c) {
    uint32_t n;
    const uint32_t *literals;
    for (; sat_original(c->sat, c->handed, &n, &literals); c->handed++) {
        for (uint32_t i = 0; i < n; i++) ccadical_add(c->large, sat_signed(literals[i]));
        ccadical_add(c->large, 0);
    }
}

static enum sat_answer solve_large(cnf *c, uint64_t conflicts) {
    if (!c->large) start_large(c);
    hand_clauses(c);
    for (uint32_t i = 0; i < c->assumed.size; i++) ccadical_assume(c->large, c->assumed.data[i]);
    if (conflicts)
        ccadical_limit(c->large, "conflicts",
                       conflicts > 2000000000u ? 2000000000 : (int)conflicts);
    c->by_large = true;
    return (enum sat_answer)ccadical_solve(c->large);
}

/* Where queries in a row were too hard, only some of the next are tried. */
static bool worth_trying(cnf *c) {
    uint32_t rest = c->hard < REST_MOST ? (1u << c->hard) - 1 : (1u << REST_MOST) - 1;
    if (c->skipped++ < rest) return false;
    c->skipped = 0;
    return true;
}

static enum sat_answer solve_small(cnf *c, uint64_t conflicts) {
    bool limited = conflicts && conflicts <= SMALL_CONFLICTS;
    sat_limits limits = {limited ? conflicts : SMALL_CONFLICTS, SMALL_VISITS, stop, c};
    c->by_large = false;
    enum sat_answer a = sat_solve(c->sat, c->assumed.size, c->assumed.data, &limits);
    c->hard = a == SAT_UNKNOWN ? c->hard + 1 : 0;
    return a;
}

enum sat_answer cnf_solve(cnf *c, uint64_t conflicts) {
    LOG("cnf", "solve, %" PRIu64 " conflicts at most", conflicts);
    enum sat_answer a = SAT_UNKNOWN;
    if (worth_trying(c)) a = solve_small(c, conflicts);
    if (a == SAT_UNKNOWN && !time_is_up(c)) a = solve_large(c, conflicts);
    c->solved_variables = c->variables;
    vec_clear(&c->assumed);
    return a;
}

void cnf_assume(cnf *c, int literal) {
    assert_debug(literal);
    vec_push(&c->assumed, literal);
}

bool cnf_failed(const cnf *c, int literal) {
    assert_debug(literal);
    return c->by_large ? ccadical_failed(c->large, literal) : sat_failed(c->sat, literal);
}

bool cnf_knows(const cnf *c, lit a) {
    assert_debug(lit_node(a) < c->graph->nodes.size);
    uint32_t node = lit_node(a);
    int v = node < c->variable.size ? c->variable.data[node] : 0;
    if (!v || (uint32_t)v > c->solved_variables) return false;
    return c->by_large || sat_relevant(c->sat, v);
}

bool cnf_value(const cnf *c, lit input) {
    assert_debug(lit_node(input) < c->graph->nodes.size);
    bool value = false;
    if (cnf_knows(c, input)) {
        int v = c->variable.data[lit_node(input)];
        value = c->by_large ? ccadical_val(c->large, v) > 0 : sat_value(c->sat, v);
    }
    return value ^ (input & 1);
}

/* ---- what a node needs ---- */

static void cover(cnf *c, uint32_t node) {
    if (node < c->variable.size) return;
    vec_resize(&c->variable, c->graph->nodes.size);
    vec_resize(&c->directions, c->graph->nodes.size);
}

/* A free input may guard clauses, and then is false without being known; one whose value is checked
 * must be known wherever a clause rests on it. */
static int new_variable(cnf *c, uint32_t node) {
    const aig_node *n = &c->graph->nodes.data[node];
    if (n->gate == GATE_INPUT && n->in[0] == LIT_TRUE && !n->bound) return cnf_variable(c);
    return (int)++c->variables;
}

static int literal_of(cnf *c, lit a) {
    uint32_t node = lit_node(a);
    cover(c, node);
    if (!c->variable.data[node]) c->variable.data[node] = new_variable(c, node);
    return a & 1 ? -c->variable.data[node] : c->variable.data[node];
}

/* `a` occurs where it implies something (POSITIVE: it must be made true by its inputs). */
static int need(cnf *c, lit a, uint8_t directions) {
    int x = literal_of(c, a);
    uint32_t node = lit_node(a);
    if (c->owner) sat_depend(c->sat, c->owner, c->variable.data[node]);
    if (a & 1) directions = (uint8_t)((directions >> 1 | directions << 1) & 3);
    if (directions & ~c->directions.data[node]) vec_push(&c->todo, node * 4 + directions);
    return x;
}

/* May a gate be written out where it is used, instead of getting a variable? */
static bool is_inner(const cnf *c, lit a) {
    uint32_t node = lit_node(a);
    const aig_node *n = &c->graph->nodes.data[node];
    return n->gate == GATE_AND && n->fanout < 2 &&
           !(node < c->variable.size && c->variable.data[node]);
}

/* Append the inputs of a conjunction, through conjunctions that have no other user. */
static void collect_leaves(cnf *c, uint32_t node) {
    const aig *g = c->graph;
    vec_push(&c->flatten, node);
    while (c->flatten.size) {
        const aig_node *n = &g->nodes.data[vec_pop(&c->flatten)];
        for (int i = 0; i < 2; i++)
            if (!(n->in[i] & 1) && is_inner(c, n->in[i])) vec_push(&c->flatten, lit_node(n->in[i]));
            else vec_push(&c->leaves, n->in[i]);
    }
}

static void imply(cnf *c, lit a);

/* prefix or all leaves */
static void imply_conjunction(cnf *c, uint32_t node) {
    uint32_t base = c->leaves.size;
    collect_leaves(c, node);
    for (uint32_t i = base; i < c->leaves.size; i++) imply(c, c->leaves.data[i]);
    c->leaves.size = base;
}

/* prefix or some negated leaf; one of them, if it is a conjunction, is written out after the
 * others */
static void imply_disjunction(cnf *c, uint32_t node) {
    uint32_t base = c->leaves.size, prefix = c->prefix.size, deep;
    collect_leaves(c, node);
    for (deep = base; deep + 1 < c->leaves.size && !is_inner(c, c->leaves.data[deep]);) deep++;
    for (uint32_t i = base; i < c->leaves.size; i++)
        if (i != deep) vec_push(&c->prefix, need(c, lit_not(c->leaves.data[i]), POSITIVE));
    imply(c, lit_not(c->leaves.data[deep]));
    c->leaves.size = base;
    c->prefix.size = prefix;
}

/* Clauses of: the prefix, or a. Conjunctions that nobody else uses, and disjunctions with one such
 * inside, need no variable: a comparison with a constant becomes a few clauses over the word's own
 * bits. */
static void imply(cnf *c, lit a) {
    if (is_inner(c, a) && c->prefix.size < PREFIX_MOST) {
        if (a & 1) imply_disjunction(c, lit_node(a));
        else imply_conjunction(c, lit_node(a));
        return;
    }
    vec_push(&c->prefix, need(c, a, POSITIVE));
    cnf_clause(c, c->prefix.size, c->prefix.data);
    c->prefix.size--;
}

static void encode_and(cnf *c, int v, uint32_t node, uint8_t directions) {
    vec_clear(&c->prefix);
    vec_push(&c->prefix, -v);
    if (directions & POSITIVE) imply_conjunction(c, node);
    c->prefix.data[0] = v;
    if (directions & NEGATIVE) imply_disjunction(c, node);
}

static void encode_xor(cnf *c, int v, const lit *in, uint8_t directions) {
    int a = need(c, in[0], POSITIVE | NEGATIVE), b = need(c, in[1], POSITIVE | NEGATIVE);
    if (directions & POSITIVE) clause3(c, -v, a, b), clause3(c, -v, -a, -b);
    if (directions & NEGATIVE) clause3(c, v, -a, b), clause3(c, v, a, -b);
}

static void encode_ite(cnf *c, int v, const lit *in, uint8_t directions) {
    int x = need(c, in[0], POSITIVE | NEGATIVE), a = need(c, in[1], directions),
        b = need(c, in[2], directions);
    if (directions & POSITIVE) clause3(c, -v, -x, a), clause3(c, -v, x, b), clause3(c, -v, a, b);
    if (directions & NEGATIVE) clause3(c, v, -x, -a), clause3(c, v, x, -b), clause3(c, v, -a, -b);
}

static void encode_majority(cnf *c, int v, const lit *in, uint8_t directions) {
    int x = need(c, in[0], directions), y = need(c, in[1], directions),
        z = need(c, in[2], directions);
    if (directions & POSITIVE) clause3(c, -v, x, y), clause3(c, -v, x, z), clause3(c, -v, y, z);
    if (directions & NEGATIVE) clause3(c, v, -x, -y), clause3(c, v, -x, -z), clause3(c, v, -y, -z);
}

static void encode_constraint(cnf *c, lit constraint) {
    if (lit_is_constant(constraint)) return;
    int x = need(c, constraint, POSITIVE);
    cnf_clause(c, 1, &x);
}

static void encode(cnf *c, uint32_t node, uint8_t directions) {
    const aig_node *n = &c->graph->nodes.data[node];
    int v = c->owner = c->variable.data[node];
    if (n->fact) encode_constraint(c, (lit)map_find(&c->graph->facts, node, LIT_TRUE));
    switch (n->gate) {
    case GATE_AND: encode_and(c, v, node, directions); break;
    case GATE_XOR: encode_xor(c, v, n->in, directions); break;
    case GATE_ITE: encode_ite(c, v, n->in, directions); break;
    case GATE_MAJORITY: encode_majority(c, v, n->in, directions); break;
    case GATE_INPUT: encode_constraint(c, n->in[0]); break;
    default: break;
    }
    c->owner = 0;
}

static void settle(cnf *c) {
    while (c->todo.size) {
        uint32_t entry = vec_pop(&c->todo), node = entry / 4;
        uint8_t missing = (uint8_t)(entry & 3 & ~c->directions.data[node]);
        if (!missing) continue;
        /* An input has no directions of its own: its constraint is told once. */
        if (c->graph->nodes.data[node].gate == GATE_INPUT) {
            bool told = c->directions.data[node] & 3;
            c->directions.data[node] |= 3;
            if (told) continue;
        }
        c->directions.data[node] |= missing;
        encode(c, node, missing);
    }
}

void cnf_heed(cnf *c, lit a) {
    assert_debug(lit_node(a) < c->graph->nodes.size);
    int x = cnf_literal(c, a);
    sat_root(c->sat, x < 0 ? -x : x);
}

int cnf_literal(cnf *c, lit a) {
    assert_debug(lit_node(a) < c->graph->nodes.size);
    int x = need(c, a, POSITIVE);
    settle(c);
    return x;
}

/* A disjunction becomes clauses, a conjunction one assertion each: no variable for the top. */
static void assert_clause(cnf *c, lit a, int guard) {
    vec_clear(&c->prefix);
    if (guard) vec_push(&c->prefix, -guard);
    imply_disjunction(c, lit_node(a));
    settle(c);
}

static void assert_literal(cnf *c, lit a, int guard) {
    if (guard) clause2(c, -guard, cnf_literal(c, a));
    else cnf_clause(c, 1, (int[]){cnf_literal(c, a)});
}

static bool told_already(cnf *c, lit a) {
    uint8_t mark = a & 1 ? DENIED : ASSERTED;
    cover(c, lit_node(a));
    bool told = c->directions.data[lit_node(a)] & mark;
    c->directions.data[lit_node(a)] |= mark;
    return told;
}

void cnf_assert(cnf *c, lit a, int guard) {
    assert_debug(lit_node(a) < c->graph->nodes.size);
    u32_vec parts = {0};
    vec_push(&parts, a);
    while (parts.size) {
        lit x = vec_pop(&parts);
        const aig_node *n = &c->graph->nodes.data[lit_node(x)];
        if (x == LIT_TRUE || (!guard && told_already(c, x))) continue;
        if (x == LIT_FALSE) cnf_clause(c, guard ? 1 : 0, (int[]){-guard});
        else if (n->gate == GATE_AND && !(x & 1)) vec_append(&parts, n->in, 2);
        else if (n->gate == GATE_AND) assert_clause(c, x, guard);
        else assert_literal(c, x, guard);
    }
    vec_release(&parts);
}
