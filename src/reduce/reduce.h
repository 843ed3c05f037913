/* Reductions: smaller programs with the same error locations reachable (paper 000, Sect. 6.2).
 *
 * Every pass takes a program and makes it smaller in place. A pass may use facts it proved (x = 5
 * here, this edge is dead); it records them, so that an invariant found on the reduced program
 * becomes one of the unreduced program:
 *
 *     invariant(unreduced, l) = invariant(reduced, l) and facts(l)      at every cut point l
 *
 * Contract of a pass: (1) cut locations stay (or are recorded as unreachable: facts false; or as
 * bypassed); (2) variables are dropped, never renamed or given another meaning; (3) havocs keep
 * their input numbers; (4) every run of the unreduced program to an error has a run in the reduced
 * one; where the converse may fail, over_approximated is set. */
#ifndef REDUCE_REDUCE_H
#define REDUCE_REDUCE_H

#include "base/budget.h"
#include "program/program.h"

/* One line a pass, in the order they run; --reduce LIST and --no-PASS choose. See
 * reduce/passes.def. */
enum reduce_pass {
#define PASS(name, flag, help) REDUCE_##name,
#include "reduce/passes.def"
#undef PASS
    REDUCE_PASSES
};

typedef struct {
    bool enabled[REDUCE_PASSES];
    uint32_t block_weight; /* complexity bound of large-block encoding; 0: default */
    int stop_after;        /* last pass to run, for --stage; -1: all */
} reduce_options;
void reduce_options_default(reduce_options *o);

int reduce_pass_find(const char *name); /* -1: there is none */

typedef struct {
    uint32_t locations, edges, variables;
    double seconds;
} reduction_size;
reduction_size reduction_size_of(const program *p);
typedef struct {
    loc at;
    term fact;
} reduction_lemma;
/* A cut point that was composed away because it is no loop head any more: one of the ways on from
 * there, to a location of the unreduced program. Its invariant is what these ways need (their
 * weakest precondition). */
typedef struct {
    loc at, to;
    cmd command; /* of the reduced program, without havocs */
    term known;  /* the facts at `to` when the way was made; none: true */
} reduction_bypass;

/* What the analysis of initialized variables found. */
typedef struct {
    uint32_t read;    /* variables of which a read may see a value that nothing wrote */
    uint32_t dropped; /* havocs of uninitialized objects whose value no read sees */
} initialized_counts;

typedef struct {
    term_vec facts; /* by location of the unreduced program; none: true */
    /* Facts that hold in every reachable state of the *reduced* program, by its locations, over
     * variables needed there: to seed frames and strengthen induction. They are part of `facts`, so
     * a proof may rest on them. */
    vec(reduction_lemma) lemmas;
    vec(reduction_bypass) bypasses; /* in the order of removal */
    bool forgot;                    /* variables have a fixed value where they are not needed */
    reduction_size before, after[REDUCE_PASSES];
    initialized_counts initialized;
    uint32_t defined; /* variables that their reaching definitions replaced */
} reduction;

/* A reduced copy of `p`. */
program *reduce_program(const program *p, const reduce_options *o, const budget *b, reduction *out);
void reduction_release(reduction *r);
/* The invariant of the reduced program (by its locations) as one of the unreduced program's cut
 * points. Other locations of the result are none. */
void reduction_carry_back(const reduction *r, const program *unreduced, const program *reduced,
                          const term_vec *invariant, term_vec *out);

#endif
