/* The tree of treeic3, and the queries over one edge of it. */
#ifndef ENGINE_TREEIC3_TREE_H
#define ENGINE_TREEIC3_TREE_H

#include "engine/board.h"
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
    uint32_t facts;     /* of its source that the solver knows */
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
    board_reader reader;
    vec(term_vec) facts;      /* by location: from the board; premises, and a part of the proof */
    vec(term_vec) predicates; /* by location */
    bool abstract;            /* a predecessor is the values of the predicates, not its pre-image */
    uint32_t limit;       /* 1 + property of a limit location that is reached; then TRUE is out of
                             reach, and only violations are looked for */
    stop_reason stop;     /* why to give up */
    term_vec assumptions; /* scratch */
    uint64_t queries, refinements, facts_known;
} tree;

void tree_init(tree *t, program *p, const engine_options *o, const budget *b, board *shared,
               engine_result *result);
void tree_release(tree *t);
uint32_t tree_add(tree *t, uint32_t parent, edge_id e, loc at);
/* Facts that the board has now. What holds along one path is no fact, so nothing is posted. */
void tree_read_board(tree *t);
bool tree_dead(const tree *t, uint32_t node);
solver *tree_solver(tree *t); /* NULL: the engine stops */

/* Can the edge into `node` end in the cube, from the clauses of its parent? After UNSAT `cube`
 * keeps only what the core needs. */
enum answer tree_query(tree *t, uint32_t node, term_vec *cube);
/* After SAT of that query: a cube at the parent all of whose states can take the edge into the
 * cube; when abstract, the model's values of the predicates there. */
void tree_predecessor(tree *t, uint32_t node, const term_vec *cube, term_vec *out);
/* Does everything that satisfies a's clauses satisfy b's? */
bool tree_inside(tree *t, uint32_t a, uint32_t b);

/* Exclude the cube at the node by clauses along its path. False: some state at the root leads
 * there, or the engine stops. */
bool tree_block(tree *t, uint32_t node, term_vec *cube);
/* The negated cube becomes a clause of the node. */
void tree_learn(tree *t, uint32_t node, const term_vec *cube);

/* Cover the node by an earlier one that is not hidden, if there is one. */
bool tree_cover(tree *t, uint32_t node);
/* After new clauses on the path to `last`: which of its nodes are covered now, and what they no
 * longer cover. */
void tree_review(tree *t, uint32_t last);
/* The next node to expand; NO_NODE: all leaves are dead or covered. */
uint32_t tree_next_leaf(tree *t);
bool tree_ends(const tree *t, loc l); /* an error or limit location */

/* predicates.c: the literals of the clauses that a node got beyond `before`, and with `whole` the
 * clauses, are predicates of its location from now on. True if there are such clauses. */
bool tree_take_predicates(tree *t, uint32_t n, uint32_t before, bool whole);

void tree_proved(tree *t); /* TRUE, with the clauses as invariant */
/* trace.c: the path to a node at an error or limit location is real. True: a limit, the search goes
 * on; false: a verdict or t->stop is set. */
bool tree_reached(tree *t, uint32_t n);
/* Nothing more is to be found out about this location. */
static inline bool tree_settled(const tree *t, loc l) {
    return t->limit && program_is_limit(t->program, l);
}

#endif
