/* Small incremental queries as IC3 makes them, answered by blast and by z3.
 *
 * A plain IC3 runs over random transition systems of 32-bit words and records what it asks: the
 * transition relation asserted once, frame clauses behind activation literals, cubes of bounds as
 * assumptions, a core after each unsat and the state's values after each sat. The recorded stream
 * is then replayed by each solver, one query at a time, and the times are compared query by query.
 * The same seed gives the same stream.
 *
 *   bench-solver [QUERIES [SEED]] */
#include "base/random.h"
#include "solver/solver.h"
#include "term/value.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { WORDS = 9, INPUTS = 2, LEVELS = 12, WIDTH = 32, QUERIES_A_SYSTEM = 700 };

enum event_kind { ASSERT, CHECK };
typedef struct {
    enum event_kind kind;
    uint32_t first, count;
    enum answer answer;
} event;

typedef struct {
    terms *t;
    values *v;
    rng r;
    term now[WORDS], next[WORDS], input[INPUTS];
    uint32_t words;
    term level[LEVELS]; /* activation literals; level 0 is the initial state */
    term prime;
    /* the stream */
    vec(event) events;
    term_vec pool;
    uint32_t checks;
    solver *s; /* who answers while recording */
} recording;

typedef struct {
    term_vec literals;
    uint64_t state[WORDS];
} cube;
typedef struct {
    cube c;
    uint32_t level;
} obligation;

/* ---- recording ---- */

static void record(recording *k, enum event_kind kind, uint32_t n, const term *bank,
                   enum answer a) {
    vec_push(&k->events, ((event){kind, k->pool.size, n, a}));
    vec_append(&k->pool, bank, n);
    k->checks += kind == CHECK;
}

static void assert_term(recording *k, term a) {
    record(k, ASSERT, 1, &a, ANSWER_UNKNOWN);
    solver_assert(k->s, a);
}

static enum answer check(recording *k, uint32_t n, const term *assumptions) {
    enum answer a = solver_check(k->s, n, assumptions);
    record(k, CHECK, n, assumptions, a);
    return a;
}

/* ---- a random transition system ---- */

static term constant(recording *k) {
    static const uint64_t common[] = {0,  1,  2,   3,   4,   7,    8,     10,
                                      16, 31, 100, 255, 256, 1000, 65535, 0x7fffffff};
    return term_bv(k->t, WIDTH, common[random_below(&k->r, 16)]);
}

static term operand(recording *k) {
    uint32_t i = random_below(&k->r, k->words + INPUTS + 2);
    return i < k->words ? k->now[i] : i < k->words + INPUTS ? k->input[i - k->words] : constant(k);
}

static term update(recording *k, term x) {
    terms *t = k->t;
    term y = operand(k);
    switch (random_below(&k->r, 10)) {
    case 0: return y;
    case 1: return term_2(t, OP_BVSUB, x, term_bv(t, WIDTH, 1));
    case 2: return term_2(t, OP_BVAND, x, constant(k));
    case 3: return term_2(t, OP_BVLSHR, x, term_bv(t, WIDTH, 1));
    case 4: return term_2(t, OP_BVXOR, x, y);
    case 5: return term_2(t, OP_BVADD, x, y);
    case 6: return term_2(t, OP_BVSUB, x, y);
    case 7: return term_2(t, OP_BVMUL, x, term_bv(t, WIDTH, 3));
    default: return term_2(t, OP_BVADD, x, term_bv(t, WIDTH, 1 + random_below(&k->r, 4)));
    }
}

static term guard(recording *k) {
    static const enum op ops[] = {OP_BVULT, OP_BVSLT, OP_BVSLE, OP_BVULE, OP_EQ};
    return term_2(k->t, ops[random_below(&k->r, 5)], k->now[random_below(&k->r, k->words)],
                  operand(k));
}

static term word_variable(recording *k, const char *stem, uint32_t i) {
    char name[32];
    snprintf(name, sizeof name, "%s%u", stem, i);
    return term_var(k->t, name, sort_bv(k->t, WIDTH));
}

static term make_system(recording *k) {
    terms *t = k->t;
    term initial = term_true(t), bad;
    k->words = 4 + random_below(&k->r, WORDS - 3);
    for (uint32_t i = 0; i < k->words; i++)
        k->now[i] = word_variable(k, "x", i), k->next[i] = word_variable(k, "y", i);
    for (uint32_t i = 0; i < INPUTS; i++) k->input[i] = word_variable(k, "i", i);
    for (uint32_t i = 0; i < LEVELS; i++) k->level[i] = term_fresh(t, "level", sort_bool(t));
    for (uint32_t i = 0; i < k->words; i++) {
        term step = term_ite(t, guard(k), update(k, k->now[i]),
                             term_ite(t, guard(k), update(k, k->now[i]), k->now[i]));
        assert_term(k, term_eq(t, k->next[i], step));
        initial = term_and(t, initial, term_eq(t, k->now[i], constant(k)));
    }
    assert_term(k, term_implies(t, k->level[0], initial));
    bad =
        term_2(t, OP_BVULT, term_bv(t, WIDTH, 0xfffffff0u), k->now[random_below(&k->r, k->words)]);
    return term_and(t, bad, guard(k));
}

/* ---- IC3 ---- */

/* Bounds from both sides: what an engine on words makes of a state. */
static void state_cube(recording *k, cube *c) {
    vec_clear(&c->literals);
    for (uint32_t i = 0; i < k->words; i++) {
        value_u64(k->v, solver_value(k->s, k->v, k->now[i]), &c->state[i]);
        term v = term_bv(k->t, WIDTH, c->state[i]);
        vec_push(&c->literals, term_2(k->t, OP_BVULE, k->now[i], v));
        vec_push(&c->literals, term_2(k->t, OP_BVULE, v, k->now[i]));
    }
}

static term primed(recording *k, term a) {
    substitution s = {0};
    for (uint32_t i = 0; i < k->words; i++) subst_set(&s, k->t, k->now[i], k->next[i]);
    term r = subst_apply(&s, k->t, a);
    subst_release(&s);
    return r;
}

/* F(level) & T & c': the levels' clauses are delta-encoded. */
static enum answer predecessor(recording *k, const cube *c, uint32_t level, term_vec *assumed) {
    vec_clear(assumed);
    for (uint32_t i = level; i < LEVELS; i++)
        if (i > 0 || level == 0) vec_push(assumed, k->level[i]);
    for (uint32_t i = 0; i < c->literals.size; i++)
        vec_push(assumed, primed(k, c->literals.data[i]));
    return check(k, assumed->size, assumed->data);
}

static bool meets_initial(recording *k, const cube *c, term_vec *assumed) {
    vec_clear(assumed);
    vec_push(assumed, k->level[0]);
    vec_append(assumed, c->literals.data, c->literals.size);
    return check(k, assumed->size, assumed->data) != ANSWER_UNSAT;
}

/* Keep the literals whose primed forms are in the core, as long as the rest does not meet the
 * initial states. */
static void shrink_to_core(recording *k, cube *c, term_vec *assumed) {
    cube small = {0};
    for (uint32_t i = 0; i < c->literals.size; i++)
        if (solver_in_core(k->s, primed(k, c->literals.data[i])))
            vec_push(&small.literals, c->literals.data[i]);
    if (small.literals.size && !meets_initial(k, &small, assumed)) {
        vec_clear(&c->literals);
        vec_append(&c->literals, small.literals.data, small.literals.size);
    }
    vec_release(&small.literals);
}

static void drop_literals(recording *k, cube *c, uint32_t level, term_vec *assumed) {
    for (uint32_t i = 0;
         i < c->literals.size && c->literals.size > 1 && k->checks < QUERIES_A_SYSTEM;) {
        cube less = {0};
        for (uint32_t n = 0; n < c->literals.size; n++)
            if (n != i) vec_push(&less.literals, c->literals.data[n]);
        bool dropped = !meets_initial(k, &less, assumed) &&
                       predecessor(k, &less, level, assumed) == ANSWER_UNSAT;
        if (dropped) {
            vec_clear(&c->literals);
            vec_append(&c->literals, less.literals.data, less.literals.size);
        } else {
            i++;
        }
        vec_release(&less.literals);
    }
}

static void block(recording *k, const cube *c, uint32_t level) {
    term all = term_and_n(k->t, c->literals.size, c->literals.data);
    assert_term(k, term_implies(k->t, k->level[level], term_not(k->t, all)));
}

/* Block a state and its predecessors; stop when a level 0 predecessor is found or the queries are
 * used up. */
static bool block_all(recording *k, cube start, uint32_t top, term_vec *assumed) {
    vec(obligation) todo = {0};
    vec_push(&todo, ((obligation){start, top}));
    bool safe = true;
    while (todo.size && safe && k->checks < QUERIES_A_SYSTEM) {
        obligation *o = &vec_last(&todo);
        enum answer a = predecessor(k, &o->c, o->level - 1, assumed);
        if (a == ANSWER_SAT && o->level == 1) {
            safe = false;
        } else if (a == ANSWER_SAT) {
            obligation pre = {.level = o->level - 1};
            state_cube(k, &pre.c);
            vec_push(&todo, pre);
        } else {
            shrink_to_core(k, &o->c, assumed);
            drop_literals(k, &o->c, o->level - 1, assumed);
            block(k, &o->c, o->level);
            vec_release(&o->c.literals);
            todo.size--;
        }
    }
    for (uint32_t i = 0; i < todo.size; i++) vec_release(&todo.data[i].c.literals);
    vec_release(&todo);
    return safe;
}

static void run_ic3(recording *k, term bad) {
    term_vec assumed = {0};
    bool safe = true;
    for (uint32_t top = 1; top < LEVELS && safe && k->checks < QUERIES_A_SYSTEM; top++)
        for (;;) {
            vec_clear(&assumed);
            for (uint32_t i = top; i < LEVELS; i++) vec_push(&assumed, k->level[i]);
            vec_push(&assumed, bad);
            if (check(k, assumed.size, assumed.data) != ANSWER_SAT) break;
            cube c = {0};
            state_cube(k, &c);
            safe = block_all(k, c, top, &assumed);
            if (!safe || k->checks >= QUERIES_A_SYSTEM) break;
        }
    vec_release(&assumed);
}

/* ---- replaying ---- */

typedef struct {
    double *of;
    double total;
    uint32_t differ;
} timing;

static timing replay(recording *k, const char *backend) {
    timing t = {calloc(k->checks + 1, sizeof *t.of), 0, 0};
    solver *s = solver_new(k->t, backend, (solver_options){0}, NULL);
    uint32_t n = 0;
    for (uint32_t i = 0; i < k->events.size; i++) {
        const event *e = &k->events.data[i];
        const term *bank = k->pool.data + e->first;
        if (e->kind == ASSERT) {
            solver_assert(s, bank[0]);
            continue;
        }
        double start = clock_cpu(); /* other work on the machine does not count */
        enum answer a = solver_check(s, e->count, bank);
        if (a == ANSWER_UNSAT) solver_core(s);
        for (uint32_t w = 0; a == ANSWER_SAT && w < k->words; w++) solver_value(s, k->v, k->now[w]);
        t.of[n] = clock_cpu() - start;
        t.total += t.of[n++];
        t.differ += a != e->answer;
    }
    solver_delete(s);
    return t;
}

typedef struct {
    uint32_t checks;
    double blast, z3, log_ratio, literals;
    uint32_t differ;
} summary;

static summary compare(recording *k) {
    summary m = {.checks = k->checks};
    timing a = replay(k, "blast"), b = replay(k, "z3");
    for (uint32_t i = 0; i < k->checks; i++) m.log_ratio += log(b.of[i] / a.of[i]);
    for (uint32_t i = 0; i < k->events.size; i++)
        if (k->events.data[i].kind == CHECK) m.literals += k->events.data[i].count;
    m.blast = a.total, m.z3 = b.total, m.differ = a.differ + b.differ;
    free(a.of), free(b.of);
    return m;
}

static void print_line(const char *name, const summary *m) {
    printf("  %-8s %7u %9.1f %12.1f %12.1f %10.1f %8u\n", name, m->checks, m->literals / m->checks,
           1e6 * m->blast / m->checks, 1e6 * m->z3 / m->checks, exp(m->log_ratio / m->checks),
           m->differ);
}

static summary one_system(uint64_t seed) {
    recording k = {.r = {seed}};
    k.t = terms_new();
    k.v = values_new(k.t);
    k.s = solver_new(k.t, "blast", (solver_options){0}, NULL);
    run_ic3(&k, make_system(&k));
    solver_delete(k.s);
    summary m = k.checks >= 50 ? compare(&k) : (summary){0};
    vec_release(&k.events);
    vec_release(&k.pool);
    values_delete(k.v);
    terms_delete(k.t);
    return m;
}

int main(int argc, char **argv) {
    uint32_t wanted = argc > 1 ? (uint32_t)strtoul(argv[1], NULL, 0) : 5000, systems = 0;
    uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 0) : 1;
    summary all = {0};
    printf("IC3 queries on 32-bit words, seed %llu\n", (unsigned long long)seed);
    printf("  system   queries  literals   blast (us)      z3 (us)    speed-up  answers that "
           "differ\n");
    while (all.checks < wanted) {
        summary m = one_system(hash_mix(seed * 1000003 + systems++));
        if (!m.checks) continue; /* safe or unsafe at once: nothing was asked */
        char name[16];
        snprintf(name, sizeof name, "%u", systems);
        print_line(name, &m);
        all.checks += m.checks, all.blast += m.blast, all.z3 += m.z3, all.log_ratio += m.log_ratio;
        all.literals += m.literals, all.differ += m.differ;
    }
    print_line("all", &all);
    double mean = exp(all.log_ratio / all.checks);
    printf("geometric mean of the speed-ups of %u queries: %.1f (total time: %.1f)\n", all.checks,
           mean, all.z3 / all.blast);
    return all.differ || mean < 20;
}
