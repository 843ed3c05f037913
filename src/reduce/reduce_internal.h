/* What the files of reduce/ share. A `reducer` is one run of the passes: the program being reduced
 * (in place, with the location numbers of the unreduced one until `reduce_compact` at the end), the
 * facts proved so far, and caches. */
#ifndef REDUCE_REDUCE_INTERNAL_H
#define REDUCE_REDUCE_INTERNAL_H

#include "program/liveness.h"
#include "reduce/reduce.h"

typedef struct {
    program *p;
    const reduce_options *options;
    const budget *limits;
    term_vec facts; /* by location; none: true */
    bits useless; /* no error from there, or bypassed: without edges although reached, so no fact is
                     added */
    liveness live;  /* with what terms read; computed where a pass asks for it */
    u64_vec weight; /* by command id; 0: not yet known */
    map swap_of;    /* variable -> the one that holds its old value where values are swapped */
    vec(reduction_bypass) bypasses; /* cut points composed away */
    bool changed;                   /* set by whatever changes the program */
} reducer;

/* ---- weight.c ---- */
uint64_t weight_of(reducer *r, cmd c);    /* cmd_weight with a memo; skip weighs nothing */
bool cmd_blocks(const program *p, cmd c); /* assume false */

/* ---- join.c ---- */
/* The choice of a and b, with common first and last parts taken out, and plain assumptions merged.
 */
cmd cmd_join(program *p, cmd a, cmd b);
cmd cmd_join_n(program *p, uint32_t n, const cmd *parts);

/* ---- passes: each leaves a program with the same runs to its errors ---- */
void reduce_prune(reducer *r);                 /* what no run from the start to an error passes */
void reduce_merge_errors(reducer *r);          /* error sink: one error location a property */
void reduce_slice_variables(reducer *r);       /* variables that no assumption depends on */
void reduce_blocks(reducer *r, bool may_grow); /* sequence and choice rules */
initialized_counts reduce_initialized(reducer *r);
uint32_t reduce_definitions(reducer *r); /* the number of variables that are gone */
void reduce_needed(reducer *r);          /* assignments whose value is never needed */
void reduce_forward(reducer *r);         /* assigned terms into their uses, inside edges */
void reduce_constants(reducer *r);       /* constants and copies across locations */
void reduce_intervals(reducer *r);       /* ranges and known bits */
void reduce_assumptions(reducer *r);     /* facts alone: what loops keep true */

/* ---- compact.c ---- */
/* A program with only the locations, edges and variables that are left; `origin` tells where
 * locations come from. */
program *reduce_compact(reducer *r); /* bypasses then speak of its commands */
/* Assign a fixed value to a variable where it stops being needed (only to those needed at some
 * location beyond the start): the value of a dead variable is then the same in every run, which
 * makes carrying invariants back exact. */
void reduce_forget(reducer *r);
term default_term(terms *t, sort s); /* the fixed value; none for arrays */

void reduce_fact(reducer *r, loc l, term fact);

#endif
