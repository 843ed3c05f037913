/* The tree of treeic3, and the queries over one edge of it. */
#ifndef ENGINE_TREEIC3_TREE_H
#define ENGINE_TREEIC3_TREE_H

#include "engine/engine.h"
#include "program/semantics.h"
#include "term/project.h"

#define NO_NODE UINT32_MAX

typedef struct {
    uint32_t parent; /* NO_NODE: the root */
    edge_id edge;    /* from the parent */
    loc at;
    term_vec clauses; /* hold in every state that the path to the node reaches; `false` alone: the
                         path is dead */
    uint32_t covered; /* by this earlier node, or NO_NODE */
    bool expanded;
} tree_node;

/* An edge with its solver: the transition is asserted once. */
typedef struct {
    solver *solver; /* NULL: not used yet */
    transition step;
    substitution after; /* program variable -> its value after the edge */
    term_vec variables; /* all variables of the transition */
} tree_edge;

typedef struct {
    program *program;
    terms *terms;
    const engine_options *options;
    const budget *budget;
    engine_result *result;
    vec(tree_node) nodes;
    vec(tree_edge) edges; /* by edge id */
    solver *implication;  /* for covering */
    projector project;
    const char *stop;     /* why to give up; NULL: going on */
    term_vec assumptions; /* scratch */
    uint64_t queries;
} tree;

void tree_init(tree *t, program *p, const engine_options *o, const budget *b,
               engine_result *result);
void tree_release(tree *t);
uint32_t tree_add(tree *t, uint32_t parent, edge_id e, loc at);
bool tree_dead(const tree *t, uint32_t node);

/* Can the edge into `node` end in the cube, from the clauses of its parent? After UNSAT `cube`
 * keeps only what the core needs. */
enum answer tree_query(tree *t, uint32_t node, term_vec *cube);
/* After SAT of that query: a cube at the parent all of whose states can take the edge into the
 * cube. */
void tree_predecessor(tree *t, uint32_t node, const term_vec *cube, term_vec *out);
/* Does everything that satisfies a's clauses satisfy b's? */
bool tree_inside(tree *t, uint32_t a, uint32_t b);

/* Exclude the cube at the node by clauses along its path. False: some state at the root leads
 * there, or the engine stops. */
bool tree_block(tree *t, uint32_t node, term_vec *cube);
/* The negated cube becomes a clause of the node. */
void tree_learn(tree *t, uint32_t node, const term_vec *cube);

/* Covered, or below a covered node. */
bool tree_hidden(tree *t, uint32_t node);
/* Cover the node by an earlier one that is not hidden, if there is one. */
bool tree_cover(tree *t, uint32_t node);
/* After new clauses on the path to `last`: which of its nodes are covered now, and what they no
 * longer cover. */
void tree_review(tree *t, uint32_t last);
/* The next node to expand; NO_NODE: all leaves are dead or covered. */
uint32_t tree_next_leaf(tree *t);
bool tree_ends(const tree *t, loc l); /* an error or limit location */

void tree_proved(tree *t);   /* TRUE, with the clauses as invariant */
void tree_violated(tree *t); /* FALSE, with a trace; or UNKNOWN */

#endif
