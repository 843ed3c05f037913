/* Leaps against the rounds they stand for: random loops that count, over words of few bits. From
 * every state and for every number of rounds up to MOST_ROUNDS a leap that is open must end where
 * that many rounds, one after the other, end on some choice of paths; and where the edge itself was
 * taken out, every round must be a leap of one round.
 *
 *     fuzz_leap [SECONDS [SEED]] */
#include "base/budget.h"
#include "base/random.h"
#include "program/semantics.h"
#include "program/text_form.h"
#include "reduce/accelerate.h"
#include "term/value.h"

#include <stdio.h>
#include <stdlib.h>

enum { VARS = 3, BITS = 3, STATES = 1 << (VARS * BITS), MOST_ROUNDS = 20 };

typedef struct {
    rng r;
    terms *t;
    program *p;
    loc head;
    term vars[VARS];
} maker;

static uint32_t below(maker *m, uint32_t n) { return random_below(&m->r, n); }

/* ---- random loops that count ---- */

static term some_var(maker *m) { return m->vars[below(m, VARS)]; }
static term some_constant(maker *m, uint32_t width) {
    return term_bv(m->t, width, random_u64(&m->r));
}

static term word(maker *m) {
    term x = some_var(m);
    switch (below(m, 6)) {
    case 0: return some_constant(m, BITS);
    case 1: return term_2(m->t, OP_BVADD, x, some_constant(m, BITS));
    case 2: return term_2(m->t, OP_BVMUL, some_constant(m, BITS), x);
    case 3: return term_2(m->t, OP_BVSUB, x, some_var(m));
    default: return x;
    }
}

static term side(maker *m, uint32_t kind) {
    term a = word(m);
    if (kind == 0) return term_zext(m->t, a, BITS + 2);
    if (kind == 1) return term_sext(m->t, a, BITS + 2);
    return kind == 2 ? term_extract(m->t, below(m, 2), 0, a) : a;
}

static term guard(maker *m, uint32_t depth) {
    static const enum op ops[] = {OP_BVULT, OP_BVULE, OP_BVSLT, OP_BVSLE, OP_EQ};
    if (depth && !below(m, 3)) {
        term a = guard(m, depth - 1), b = guard(m, depth - 1);
        return below(m, 2) ? term_and(m->t, a, b) : term_or(m->t, a, b);
    }
    uint32_t kind = below(m, 7);
    term a = side(m, kind), b = below(m, 2) ? some_constant(m, term_width(m->t, a)) : side(m, kind);
    if (term_width(m->t, a) != term_width(m->t, b)) b = some_constant(m, term_width(m->t, a));
    term c = term_2(m->t, ops[below(m, 5)], a, b);
    return below(m, 2) ? c : term_not(m->t, c);
}

static cmd change(maker *m) {
    term x = some_var(m);
    switch (below(m, 8)) {
    case 0: return cmd_assign(m->p, x, some_constant(m, BITS));
    case 1: return cmd_assign(m->p, x, word(m));
    case 2: return cmd_assign(m->p, x, term_2(m->t, OP_BVADD, x, some_var(m)));
    case 3:
        if (!below(m, 3))
            return cmd_havoc(m->p, x, program_add_input(m->p, (input){.origin = ORIGIN_NONDET}));
        return cmd_skip(m->p);
    default: return cmd_assign(m->p, x, term_2(m->t, OP_BVADD, x, some_constant(m, BITS)));
    }
}

static cmd body(maker *m, uint32_t depth) {
    cmd parts[4];
    uint32_t n = 0;
    if (depth && below(m, 2)) {
        term c = guard(m, 0);
        cmd yes[] = {cmd_assume(m->p, c), body(m, depth - 1)},
            no[] = {cmd_assume(m->p, term_not(m->t, c)), body(m, depth - 1)};
        parts[n++] = cmd_choice(m->p, 2, (cmd[]){cmd_seq(m->p, 2, yes), cmd_seq(m->p, 2, no)});
    }
    for (uint32_t i = 1 + below(m, 2); i > 0; i--) parts[n++] = change(m);
    return cmd_seq(m->p, n, parts);
}

static void make(maker *m) {
    m->p = program_new(m->t);
    for (uint32_t i = 0; i < VARS; i++) {
        char name[8];
        snprintf(name, sizeof name, "x%u", i);
        m->vars[i] = term_var(m->t, name, sort_bv(m->t, BITS));
        program_add_variable(m->p, (variable){.var = m->vars[i]});
    }
    m->head = program_add_location(m->p, (position){0});
    program_add_edge(m->p, m->p->start, m->head, cmd_skip(m->p), (position){0});
    cmd parts[] = {cmd_assume(m->p, guard(m, 1)), body(m, 1)};
    program_add_edge(m->p, m->head, m->head, cmd_seq(m->p, 2, parts), (position){0});
    program_mark_cuts(m->p);
}

/* ---- running a path ---- */

typedef struct {
    program *p;
    evaluator *eval;
    model at;
    uint64_t input; /* every input has this value, but the count of rounds */
    term count_var;
    uint64_t rounds;
} runner;

static void put(runner *r, term var, uint64_t bits) {
    model_set(&r->at, var, value_bv(r->p->terms, term_width(r->p->terms, var), bits));
}

static bool run_path(runner *r, cmd c) {
    switch (cmd_kind_of(r->p, c)) {
    case CMD_ASSUME: return term_holds(r->eval, &r->at, cmd_term(r->p, c));
    case CMD_ASSIGN:
        model_set(&r->at, cmd_var(r->p, c), term_eval(r->eval, &r->at, cmd_term(r->p, c)));
        return true;
    case CMD_HAVOC:
        put(r, cmd_var(r->p, c), same(cmd_var(r->p, c), r->count_var) ? r->rounds : r->input);
        return true;
    default:
        for (uint32_t i = 0; i < cmd_size(r->p, c); i++)
            if (!run_path(r, cmd_part(r->p, c, i))) return false;
        return true;
    }
}

static uint32_t code(values *pool, const maker *m, const model *at) {
    uint32_t all = 0;
    for (uint32_t i = 0; i < VARS; i++) {
        uint64_t bits = 0;
        value_u64(pool, model_get(at, m->t, m->vars[i]), &bits);
        all |= (uint32_t)bits << (i * BITS);
    }
    return all;
}

/* The state in which the path ends from state `from`; STATES where it blocks. */
static uint32_t follow(program *p, const maker *m, cmd path, uint32_t from, uint64_t drawn,
                       term count_var, uint64_t rounds) {
    values *pool = values_new(m->t);
    runner r = {.p = p,
                .eval = evaluator_new(m->t, pool),
                .input = drawn,
                .count_var = count_var,
                .rounds = rounds};
    model_init(&r.at, pool);
    for (uint32_t i = 0; i < VARS; i++)
        put(&r, m->vars[i], (from >> (i * BITS)) & ((1 << BITS) - 1));
    uint32_t end = run_path(&r, path) ? code(pool, m, &r.at) : STATES;
    model_release(&r.at);
    evaluator_delete(r.eval);
    values_delete(pool);
    return end;
}

/* ---- comparing ---- */

static uint64_t long_leaps, all_leaps;

static void complain(const maker *m, program *fast, const char *what, uint32_t from,
                     uint64_t rounds, uint64_t seed) {
    text out = {0};
    cfa_print(m->p, &out);
    cfa_print(fast, &out);
    fprintf(stderr, "%s\nseed %llu: %s, from state %o, %llu rounds\n", text_string(&out),
            (unsigned long long)seed, what, from, (unsigned long long)rounds);
    exit(1);
}

/* Where one round leads from each state on each path, inputs fixed. */
static void table_of(const maker *m, const cmd_vec *paths, uint64_t drawn, u32_vec *table) {
    vec_clear(table);
    for (uint32_t i = 0; i < paths->size; i++)
        for (uint32_t s = 0; s < STATES; s++)
            vec_push(table, follow(m->p, m, paths->data[i], s, drawn, (term){0}, 0));
}

static bool rounds_lead(const u32_vec *table, uint32_t from, uint64_t rounds, uint32_t to) {
    for (uint32_t path = 0; path * STATES < table->size; path++) {
        uint32_t at = from;
        for (uint64_t i = 0; i < rounds && at < STATES; i++) at = table->data[path * STATES + at];
        if (at == to) return true;
    }
    return false;
}

static void check_leap(const maker *m, program *fast, const acceleration *a, uint32_t which,
                       const u32_vec *table, uint64_t drawn, bool opened[], uint64_t seed,
                       uint32_t spacing) {
    cmd c = fast->edges.data[a->leaps.data[which].edge.id].command;
    for (uint32_t s = 0; s < STATES; s++)
        for (uint64_t rounds = 1; rounds <= (s % spacing ? 2 : MOST_ROUNDS); rounds++) {
            uint32_t end = follow(fast, m, c, s, drawn, a->leaps.data[which].count, rounds - 1);
            if (end == STATES) continue;
            all_leaps++;
            long_leaps += rounds > 1;
            if (rounds == 1) opened[s] = true;
            if (!rounds_lead(table, s, rounds, end))
                complain(m, fast, "a leap that rounds do not make", s, rounds, seed);
        }
}

static void check_removed(const maker *m, program *fast, const u32_vec *table, const bool opened[],
                          uint64_t seed) {
    for (uint32_t i = 0; i < table->size; i++)
        if (table->data[i] < STATES && !opened[i % STATES])
            complain(m, fast, "a round that no leap makes", i % STATES, 1, seed);
}

static uint32_t one(uint64_t seed) {
    maker m = {.r = {seed}, .t = terms_new()};
    make(&m);
    acceleration a;
    program *fast = accelerate(m.p, &a);
    cmd_vec paths = {0};
    u32_vec table = {0};
    edge_id loop = {1};
    if (fast && cmd_split(m.p, m.p->edges.data[loop.id].command, 64, &paths)) {
        uint64_t drawn = below(&m, 1 << BITS);
        bool opened[STATES] = {0};
        table_of(&m, &paths, drawn, &table);
        for (uint32_t i = 0; i < a.leaps.size; i++)
            check_leap(&m, fast, &a, i, &table, drawn, opened, seed, 16);
        if (fast->edges.data[loop.id].removed) check_removed(&m, fast, &table, opened, seed);
    }
    uint32_t leaps = a.leaps.size;
    acceleration_release(&a);
    vec_release(&paths);
    vec_release(&table);
    if (fast) program_delete(fast);
    program_delete(m.p);
    terms_delete(m.t);
    return leaps;
}

int main(int argc, char **argv) {
    double seconds = argc > 1 ? atof(argv[1]) : 10;
    uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 0) : 1;
    uint32_t loops = 0, leaps = 0;
    for (double end = clock_now() + seconds; clock_now() < end; loops++, seed++) leaps += one(seed);
    printf("fuzz_leap: %u loops, %u leap edges, %llu leaps taken, %llu of them over more than one "
           "round\n",
           loops, leaps, (unsigned long long)all_leaps, (unsigned long long)long_leaps);
    return leaps && long_leaps ? 0 : 1;
}
