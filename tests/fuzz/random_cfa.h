/* Random small programs for differential tests: narrow bit-vectors and Booleans, loops, branches,
 * nested choices, inputs, an error location. The same seed gives the same program.
 *
 * With `deterministic` every branch and choice has complementary guards and every location one way
 * on, so a run is fixed by its initial values and inputs: what the interpreter needs. Without,
 * edges and alternatives may overlap. */
#ifndef TESTS_FUZZ_RANDOM_CFA_H
#define TESTS_FUZZ_RANDOM_CFA_H

#include "base/random.h"
#include "program/program.h"

#include <stdio.h>

typedef struct {
    uint32_t width;     /* of the bit-vectors, 1 .. 64 */
    uint32_t variables; /* bit-vectors; a Boolean comes on top */
    uint32_t locations; /* besides start and error */
    uint32_t inputs;    /* input numbers to draw from; 0: no inputs */
    bool deterministic;
    bool narrow_inputs; /* havoc only Booleans and a 2-bit variable: for engines that enumerate
                           inputs */
    bool limits;        /* add a limit location now and then */
} random_cfa_options;

typedef struct {
    terms *t;
    rng *r;
    const random_cfa_options *o;
    program *p;
    term_vec words; /* bit-vector variables */
    term_vec flags; /* Boolean variables */
    loc error, limit;
} random_cfa_builder;

static inline term random_cfa_pick(random_cfa_builder *b, const term_vec *v) {
    return v->data[random_below(b->r, v->size)];
}

static inline term random_cfa_constant(random_cfa_builder *b) {
    uint64_t small = random_below(b->r, 4), any = random_below(b->r, 2) ? small : random_u64(b->r);
    return term_bv(b->t, b->o->width, any);
}

static inline term random_cfa_condition(random_cfa_builder *b, uint32_t depth);

static inline term random_cfa_word(random_cfa_builder *b, uint32_t depth) {
    static const enum op ops[] = {OP_BVADD,  OP_BVADD,  OP_BVSUB,  OP_BVMUL,  OP_BVAND,
                                  OP_BVOR,   OP_BVXOR,  OP_BVSHL,  OP_BVLSHR, OP_BVASHR,
                                  OP_BVUDIV, OP_BVUREM, OP_BVSDIV, OP_BVSREM};
    uint32_t kind = random_below(b->r, depth ? 10 : 3);
    if (kind < 2) return random_cfa_pick(b, &b->words);
    if (kind == 2) return random_cfa_constant(b);
    if (kind == 3)
        return term_ite(b->t, random_cfa_condition(b, depth - 1), random_cfa_word(b, depth - 1),
                        random_cfa_word(b, depth - 1));
    if (kind == 4)
        return term_1(b->t, random_below(b->r, 2) ? OP_BVNOT : OP_BVNEG,
                      random_cfa_word(b, depth - 1));
    if (kind == 5 && b->o->width > 1) {
        uint32_t half = b->o->width / 2;
        term part = term_extract(b->t, half - 1, 0, random_cfa_word(b, depth - 1));
        return random_below(b->r, 2) ? term_zext(b->t, part, b->o->width)
                                     : term_sext(b->t, part, b->o->width);
    }
    enum op op = ops[random_below(b->r, sizeof ops / sizeof *ops)];
    return term_2(b->t, op, random_cfa_word(b, depth - 1), random_cfa_word(b, depth - 1));
}

static inline term random_cfa_condition(random_cfa_builder *b, uint32_t depth) {
    static const enum op ops[] = {OP_EQ,    OP_EQ,      OP_BVULT,   OP_BVULE,  OP_BVSLT,
                                  OP_BVSLE, OP_BVSADDO, OP_BVUADDO, OP_BVUSUBO};
    uint32_t kind = random_below(b->r, depth ? 8 : 3);
    if (kind == 0) return random_cfa_pick(b, &b->flags);
    if (kind < 5) {
        enum op op = ops[random_below(b->r, sizeof ops / sizeof *ops)];
        uint32_t d = depth ? depth - 1 : 0;
        return term_2(b->t, op, random_cfa_word(b, d), random_cfa_word(b, d));
    }
    if (kind == 5) return term_not(b->t, random_cfa_condition(b, depth - 1));
    return term_2(b->t, kind == 6 ? OP_AND : OP_OR, random_cfa_condition(b, depth - 1),
                  random_cfa_condition(b, depth - 1));
}

static inline cmd random_cfa_assign(random_cfa_builder *b) {
    if (random_below(b->r, 5) == 0)
        return cmd_assign(b->p, random_cfa_pick(b, &b->flags), random_cfa_condition(b, 1));
    return cmd_assign(b->p, random_cfa_pick(b, &b->words),
                      random_cfa_word(b, 1 + random_below(b->r, 2)));
}

static inline cmd random_cfa_havoc(random_cfa_builder *b) {
    if (!b->o->inputs) return cmd_skip(b->p);
    uint32_t in = random_below(b->r, b->o->inputs);
    /* an input has one sort: even numbers are words, odd ones Booleans */
    if (in % 2 || (b->o->narrow_inputs && b->o->width > 2)) {
        in |= 1;
        return in < b->o->inputs ? cmd_havoc(b->p, random_cfa_pick(b, &b->flags), in)
                                 : cmd_skip(b->p);
    }
    return cmd_havoc(b->p, random_cfa_pick(b, &b->words), in);
}

static inline cmd random_cfa_command(random_cfa_builder *b, uint32_t depth);

static inline cmd random_cfa_choice(random_cfa_builder *b, uint32_t depth) {
    term c = random_cfa_condition(b, 1);
    cmd yes[2] = {cmd_assume(b->p, c), random_cfa_command(b, depth)};
    bool overlap = !b->o->deterministic && random_below(b->r, 2);
    cmd no[2] = {overlap ? cmd_skip(b->p) : cmd_assume(b->p, term_not(b->t, c)),
                 random_cfa_command(b, depth)};
    cmd parts[2] = {cmd_seq(b->p, 2, yes), cmd_seq(b->p, 2, no)};
    return cmd_choice(b->p, 2, parts);
}

static inline cmd random_cfa_command(random_cfa_builder *b, uint32_t depth) {
    uint32_t kind = random_below(b->r, 10);
    if (kind < 5 || !depth) return kind == 4 ? random_cfa_havoc(b) : random_cfa_assign(b);
    if (kind == 5) return random_cfa_choice(b, depth - 1);
    if (kind == 6 && random_below(b->r, 4) == 0)
        return cmd_assume(b->p, random_cfa_condition(b, 1));
    cmd parts[4];
    uint32_t n = 1 + random_below(b->r, 3);
    for (uint32_t i = 0; i < n; i++) parts[i] = random_cfa_command(b, depth - 1);
    return cmd_seq(b->p, n, parts);
}

/* Mostly onwards; sometimes back, to a loop head, or to the error. Locations 1 .. n follow the
 * start. */
static inline loc random_cfa_target(random_cfa_builder *b, loc from) {
    uint32_t n = b->o->locations, kind = random_below(b->r, 12);
    if (kind == 0) return b->error;
    if (kind == 1 && !same_loc(b->limit, NO_LOC)) return b->limit;
    if (kind < 4) return (loc){1 + random_below(b->r, n)};
    if (from.id >= n) return random_below(b->r, 3) ? (loc){1 + random_below(b->r, n)} : b->error;
    return (loc){from.id + 1 + random_below(b->r, n - from.id < 2 ? n - from.id : 2)};
}

static inline void random_cfa_guarded(random_cfa_builder *b, loc from, term guard) {
    cmd parts[2] = {cmd_assume(b->p, guard), random_cfa_command(b, 2)};
    program_add_edge(b->p, from, random_cfa_target(b, from), cmd_seq(b->p, 2, parts),
                     (position){0});
}

static inline void random_cfa_leave(random_cfa_builder *b, loc from) {
    uint32_t kind = random_below(b->r, 8);
    if (kind == 0 && from.id > 1) return; /* the end of the run */
    if (kind < 4) {
        loc to = random_below(b->r, 3) || from.id >= b->o->locations ? random_cfa_target(b, from)
                                                                  : (loc){from.id + 1};
        program_add_edge(b->p, from, to, random_cfa_command(b, 2), (position){0});
        return;
    }
    term c = random_cfa_condition(b, 2);
    random_cfa_guarded(b, from, c);
    random_cfa_guarded(b, from,
                       !b->o->deterministic && random_below(b->r, 3) == 0 ? term_true(b->t)
                                                                          : term_not(b->t, c));
}

static inline void random_cfa_variables(random_cfa_builder *b) {
    char name[16];
    for (uint32_t i = 0; i < b->o->variables; i++) {
        snprintf(name, sizeof name, "x%u", i);
        vec_push(&b->words, term_var(b->t, name, sort_bv(b->t, b->o->width)));
        program_add_variable(b->p, (variable){.var = vec_last(&b->words)});
    }
    vec_push(&b->flags, term_var(b->t, "flag", sort_bool(b->t)));
    program_add_variable(b->p, (variable){.var = vec_last(&b->flags)});
    for (uint32_t i = 0; i < b->o->inputs; i++)
        program_add_input(b->p, (input){.origin = ORIGIN_NONDET});
}

/* The names x0, x1, ... and flag must not have another sort in the bank: use a bank for each width.
 */
static inline program *random_cfa(terms *t, rng *r, const random_cfa_options *o) {
    random_cfa_builder b = {.t = t, .r = r, .o = o, .p = program_new(t), .limit = NO_LOC};
    random_cfa_variables(&b);
    for (uint32_t i = 0; i < o->locations; i++) program_add_location(b.p, (position){0});
    b.error = program_add_location(b.p, (position){0});
    program_set_error(b.p, b.error,
                      program_add_property(b.p, PROPERTY_ERROR, "unreach-call", "error"));
    if (o->limits && random_below(r, 4) == 0) {
        b.limit = program_add_location(b.p, (position){0});
        program_set_error(b.p, b.limit,
                          program_add_property(b.p, PROPERTY_LIMIT, "recursion", "limit"));
    }
    program_add_edge(b.p, b.p->start, (loc){1}, random_cfa_command(&b, 2), (position){0});
    for (loc l = {1}; l.id <= o->locations; l.id++) random_cfa_leave(&b, l);
    program_mark_cuts(b.p);
    vec_release(&b.words);
    vec_release(&b.flags);
    return b.p;
}

#endif
