/* Unrolling of a program by segments: a segment is the loop-free region between two stops, a stop a
 * loop head. One node a location and segment, all paths that meet there merged; the depth of a node
 * is the number of stops passed.
 *
 * Every model of the definitions asserted into the solver in which a node's `reach` holds stands
 * for exactly one path from a start node to it. The size is linear in depth times edges; values
 * that are constant fold, and nodes whose condition folds to false do not exist. */
#ifndef ENGINE_COMMON_UNROLL_H
#define ENGINE_COMMON_UNROLL_H

#include "base/bits.h"
#include "base/map.h"
#include "engine/common/symbolic.h"
#include "engine/engine.h"
#include "program/nesting.h"

typedef struct {
    loc at;
    uint32_t depth;
    term reach;                 /* a constant or a literal */
    uint32_t arrival, arrivals; /* its arrivals; none for a start node */
    term *state;                /* by variable index; NULL once expanded, unless states are kept */
} unroll_node;

typedef struct {
    uint32_t from; /* node */
    edge_id edge;
    term guard;                  /* a literal; at most one arrival of a node holds in a model */
    uint32_t log_begin, log_end; /* what happened on the edge */
} unroll_arrival;

typedef struct {
    program *program;
    solver *solver;
    const term_vec
        *assumed; /* by location: holds whenever it is reached; NULL or none: nothing known */
    bool keep_states;
    map fixed;      /* variable -> id of its value at the starts */
    uint32_t depth; /* of the frontier */
    loc_vec order;  /* locations in reverse post-order */
    bits stops;
    vec(unroll_node) nodes;
    vec(unroll_arrival) arrivals;
    u32_vec frontier;  /* nodes of stops at `depth` */
    u32_vec errors;    /* nodes at error and limit locations, all depths; the user takes them out */
    term_vec asserted; /* into the solver, by the unrolling itself */
    symbolic state;
    vec(struct unroll_move {
        loc to;
        unroll_arrival by;
        term *state;
        uint32_t next;
    }) moves;            /* of one segment */
    u32_vec first, last; /* by location: 1 + the first and last move that goes there; 0: none */
} unrolling;

void unroll_init(unrolling *u, program *p, solver *s);
void unroll_release(unrolling *u);
/* Before a start: the variable has this value there, instead of standing for itself. */
void unroll_fix(unrolling *u, uint32_t index, term constant);
/* A node of depth 0 where the variables stand for themselves; `reach` is asserted exclusive by the
 * caller. */
void unroll_start(unrolling *u, loc at, term reach);
/* Start nodes at every stop, at most one of them reached in a model. */
void unroll_start_anywhere(unrolling *u);
/* Replace the frontier by the stops one segment further; new error nodes are appended to `errors`.
 * False: budget used up half way, the unrolling is of no more use. */
bool unroll_advance(unrolling *u, const budget *b);
/* The other way to unroll, loops one after the other: the first location in the order of `n` that
 * runs have come to, as a node where all of them meet; UNROLL_NONE: there is none. A node at an
 * error or limit location is appended to `errors`; any other is to be expanded, or is shown
 * unreachable. */
enum { UNROLL_NONE = UINT32_MAX };
uint32_t unroll_next(unrolling *u, const nesting *n);
void unroll_expand(unrolling *u, uint32_t node);
/* Take a node out of the frontier: shown unreachable. */
void unroll_drop(unrolling *u, uint32_t frontier_index);
/* Is one of `nodes` reached under the assumptions (may be NULL)? After SAT `hit` is one that is. */
enum answer unroll_ask(unrolling *u, const u32_vec *nodes, const term_vec *assumptions,
                       values *pool, uint32_t *hit);
/* Debug builds: nodes, arrivals and the frontier are what the types say. */
void unroll_check(const unrolling *u);
/* After a check of u->solver that was SAT with the node's `reach` true: the path to it. */
void unroll_trace(unrolling *u, uint32_t node, engine_result *result);
/* The same behind what the trace has: the values at its beginning stay. */
void unroll_path(unrolling *u, uint32_t node, engine_result *result);
/* The inputs that a part of the log took in the solver's model, into the trace. */
void unroll_inputs(const symbolic *x, uint32_t begin, uint32_t end, solver *s, engine_result *r);

#endif
