/* Unrolling of a program, breadth first: one node a location and depth, all paths that meet there merged.
 *
 * Every model of the definitions asserted into the solver in which a node's `reach` holds stands for exactly one path from
 * a start node to it. The size is linear in depth times edges; values that are constant fold, and nodes
 * whose condition folds to false do not exist. Nodes are never merged across depths. */
#ifndef ENGINE_BMC_UNROLL_H
#define ENGINE_BMC_UNROLL_H

#include "engine/bmc/symbolic.h"
#include "engine/engine.h"

typedef struct {
    loc at;
    uint32_t depth;
    term reach;                   /* a constant or a literal */
    uint32_t arrival, arrivals;   /* its arrivals; none for a start node */
    term *state;                  /* by variable index; NULL once expanded, unless states are kept */
} unroll_node;

typedef struct {
    uint32_t from;                /* node */
    edge_id edge;
    term guard;                   /* a literal; at most one arrival of a node holds in a model */
    uint32_t log_begin, log_end;  /* what happened on the edge */
} unroll_arrival;

typedef struct {
    program *program;
    solver *solver;
    const term_vec *assumed;      /* by location: holds whenever it is reached; NULL or none: nothing known */
    bool keep_states;
    uint32_t depth;               /* of the frontier */
    vec(unroll_node) nodes;
    vec(unroll_arrival) arrivals;
    u32_vec frontier;             /* nodes at `depth` that are no error locations */
    u32_vec errors;               /* nodes at error and limit locations, all depths; the user takes them out */
    symbolic state;
    vec(struct unroll_move { loc to; unroll_arrival by; term *state; }) moves; /* scratch of a step */
} unrolling;

void unroll_init(unrolling *u, program *p, solver *s);
void unroll_release(unrolling *u);
/* A node of depth 0 where the variables stand for themselves; `reach` is asserted exclusive by the caller. */
void unroll_start(unrolling *u, loc at, term reach);
/* Replace the frontier by its successors; new error nodes are appended to `errors`. False: budget used up
 * half way, the unrolling is of no more use. */
bool unroll_advance(unrolling *u, const budget *b);
/* Take a node out of the frontier: shown unreachable. */
void unroll_drop(unrolling *u, uint32_t frontier_index);
/* After a check of u->solver that was SAT with the node's `reach` true: the path to it. */
void unroll_trace(unrolling *u, uint32_t node, engine_result *result);

#endif
