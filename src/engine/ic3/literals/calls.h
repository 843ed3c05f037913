/* Calls in IC3CFA: programs with open summaries (program/summary.h), without inlining.
 *
 * The end of a procedure's body is a location like others, over variables that stand for the parts
 * of a point; its frames are the summaries by level: F(i, end) holds of all calls that return
 * within i steps, steps of the calls in it counted. An arc with calls is a step from two places and
 * more: the frames of the source, and for each call those of the callee's end, at the point of the
 * call. Recursion is nothing special.
 *
 * Obligations cross calls both ways. Where an arc leads into an obligation by a call whose point is
 * not known to be returned, there is an obligation at the end of the callee first: blocked, it is a
 * lemma of the summary, for all calls. When it is traced back to the start of the body, a point is
 * known that calls do return: a fact, the reachable part of the summary. Where all calls of the
 * path have such points, the obligation goes on before the arc (Komuravelli, Gurfinkel, Chaki,
 * SMT-based Model Checking for Recursive Programs, CAV 2014). */
#ifndef ENGINE_IC3_LITERALS_CALLS_H
#define ENGINE_IC3_LITERALS_CALLS_H

#include "engine/ic3/literals/literals.h"

/* A call on an edge: `made` says whether the path has it, `point` are variables that it assigns. */
typedef struct {
    uint32_t callee;
    term made;
    term_vec point;
} call_site;
typedef vec(call_site) call_sites;

/* A point that calls return, and how. */
typedef struct {
    term_vec point;   /* constants */
    input_log inputs; /* in the order in which such a call draws them, calls in it included */
    uint32_t depth;   /* of calls below, this one included */
} call_fact;

typedef struct {
    loc end;
    term_vec parts;
    vec(call_fact) facts;
} callee;

typedef struct calls {
    program *p; /* a copy, in which calls are assignments to the variables of their sites */
    vec(callee) callees;
    vec(call_sites) on; /* by edge */
    vec(u32_vec) used;  /* by obligation: for each call on its arc the fact, or NO_FACT */
    uint32_t depth;     /* of calls in the violation */
    uint64_t questions, points;
} calls;
#define NO_FACT UINT32_MAX

/* NULL: the program is not of the form that summary.h describes. */
calls *calls_open(const program *p);
void calls_close(calls *c);
void calls_ask_about(literals *s); /* before there are arcs: the ends of callees matter */
void calls_link(literals *s);      /* when there are: their frames matter to arcs with calls */
void calls_hear(literals *s, uint32_t arc); /* the arc's solver hears of all callees */
/* What a query at this level assumes of calls: none returned at level 0; and, where the cube
 * `excluded` is to be excluded at the arc's end, that calls in it did not return it. */
void calls_assume(literals *s, uint32_t arc, uint32_t level, const cube *excluded,
                  term_vec *assumptions);
/* After SAT: all calls of the model's path return their points; these are in `facts`, and in
 * `equations` over the state before. False: an obligation for one of them was queued (or stopped).
 */
bool calls_settle(literals *s, uint32_t arc, uint32_t level, const cube *post, u32_vec *facts,
                  term_vec *equations);
void calls_used(calls *c, uint32_t obligation, u32_vec *facts); /* takes them */
/* The same equations for an obligation, along its path. */
void calls_equations(literals *s, uint32_t obligation, const path *x, term_vec *out);
uint32_t calls_depth(const literals *s, uint32_t obligation); /* of the facts that it uses */
/* The inputs that the path of an obligation draws, calls in it included, after those before; their
 * values are those of the state. */
void calls_inputs(literals *s, uint32_t obligation, const path *x, const model *state,
                  input_log *out);
/* The end of a callee was reached in this state, with these inputs (taken). */
void calls_learn(literals *s, loc end, const model *state, values *pool, input_log *inputs,
                 uint32_t depth);

#endif
