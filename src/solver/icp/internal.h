/* The icp backend: conflict-driven clause learning with interval constraint propagation (paper 003,
 * Sect. II-D).
 *
 * Terms are nodes; each node has a domain that contains its value in every solution of the present
 * box. A node is also the constraint between itself and its arguments: its contractor makes the
 * domains of both sides smaller. Clauses are over literals: truth values, bits, and simple bounds
 * of nodes. Both run until nothing changes (trail.c). Then a literal is decided (decide.c). A
 * contradiction is traced back to the first change that implies it alone, and the clause that says
 * so is learned (learn.c). Why a contractor did something is asked only then: it runs again on
 * larger domains, as long as it still does what is needed (explain.c).
 *
 * Assertions without a scope hold at level 0, for good. Assertions in scopes and assumptions are
 * decisions, one after the other, so whatever is learned stays true. A variable that an assertion
 * equates with a term is that term; if that assertion goes, everything is built again.
 *
 * Directions: domains only over-approximate, so "no solution" is certain. A solution is a point
 * that the evaluator of the term bank accepts. Everything else is unknown. */
#ifndef SOLVER_ICP_INTERNAL_H
#define SOLVER_ICP_INTERNAL_H

#include "base/random.h"
#include "solver/backend.h"
#include "solver/icp/bound.h"
#include "solver/icp/dom.h"
#include "solver/icp/number.h"
#include "term/range.h"

/* Why a domain changed. */
enum reason {
    BY_DECISION,
    BY_CLAUSE,
    BY_CONTRACTOR,
    BY_DOMAIN /* its own parts: intervals and bits of one word */
};
typedef struct {
    uint32_t node, previous; /* the node's change before; NO_NODE: none */
    uint32_t of;             /* CLAUSE: which; CONTRACTOR: of which node */
    uint32_t start;          /* what it follows from stood in the trail before this */
    uint32_t level;
    uint8_t reason;
    dom old;
} icp_change;

typedef struct {
    uint32_t trail, node;
    icp_literal literal;
    uint32_t assumption; /* NO_NODE: a decision of the search, or that nothing was given up */
} icp_level;

typedef struct {
    uint32_t first, size;
    float activity;
    bool learned;
    term worth; /* with a proof: its partial interpolant */
} icp_clause;

/* A watched literal, so that most visits need not look at the clause. */
typedef struct {
    uint64_t value;
    uint32_t clause;
    uint8_t channel;
} icp_watch;
typedef vec(icp_watch) icp_watches;

typedef struct {
    term var;
    uint32_t node;
} icp_variable;
typedef struct {
    term term;
    icp_literal literal;
} icp_assumption;

/* Facts that the conflict under analysis needs of a change, in a list. */
typedef struct {
    icp_literal fact;
    uint32_t next;
} icp_need;

/* An interpolant in the making (interpolant.c). */
typedef struct {
    map only_a, in_b;  /* variables of only one formula */
    uint32_t of_b;     /* the first assumption of b */
    vec(uint8_t) of_a; /* by node: it has a variable that only a has */
    term chain;        /* the partial interpolant of the clause under analysis; 0: none */
} icp_proof;

/* Nodes, arguments first, and what is known of each. */
typedef struct {
    vec(icp_node) nodes;
    u32_vec args;
    vec(u32_vec) users;       /* by node: whose argument it is */
    vec(icp_watches) watches; /* by node: clauses that watch a literal of it */
    vec(dom) doms;
    vec(dom) ground; /* what holds without any decision */
    map node_of;     /* term id -> node */
    map defined;     /* variable -> term that it equals in every solution */
    u32_vec aliases; /* by definition: which assertion it comes from */
    term_vec given;  /* variables and their definitions, from outside */
    map open;        /* terms being built */
    vec(icp_variable) variables;
    term_vec todo;
    u32_vec roots; /* nodes of which something is asserted for good */
} icp_graph;

typedef struct {
    vec(icp_clause) all;
    icp_literals literals; /* of all clauses */
    u32_vec inputs;        /* clauses that were asserted */
    uint32_t learned;
    float bump;
} icp_clauses;

/* Changes of domains, in order, and the contractors that have to run. */
typedef struct {
    vec(icp_change) changes;
    vec(icp_level) levels;
    u32_vec queue, touched;
    uint32_t queue_head;
    vec(uint8_t) queued, is_touched;
    uint32_t start; /* of the trail, when the contractor that runs now was called */
    bool dry;       /* contractors change domains only: nothing is recorded */
} icp_trail;

/* The contradiction under analysis. */
typedef struct {
    uint32_t failed_clause; /* without an open literal; NO_NODE: none */
    uint32_t conflict;      /* a node without a value; NO_NODE: none */
    uint32_t patience;      /* trials to weaken a bound: few for a clause, more for a core */
    u32_vec mark;           /* by change: 1 + its first need; 0: not needed */
    vec(icp_need) needs;
    u32_vec marked; /* changes that were needed at some time */
    icp_literals learnt, facts, reasons, wanted;
    u32_vec scope;            /* nodes of the contractor under explanation */
    vec(dom) kept;            /* and their domains, meanwhile */
    vec(uint8_t) used;        /* by assumption of the present check */
    vec(icp_need) core_facts; /* what is needed of them; `next` is the index into `assumed` here */
} icp_analysis;

/* Which node to split next. */
typedef struct {
    vec(uint8_t) heat; /* by node: visited by the search for what is open */
    u32_vec pending;
    vec(float) activity; /* by node */
    float node_bump;
    rng random;
} icp_order;

/* Points that the evaluator of the term bank tries. */
typedef struct {
    values *pool;
    evaluator *eval;
    model model;
    map array_of; /* constant array -> index into `arrays` */
    vec(value) arrays;
    vec(dom) box; /* the domains, while a point is tried in their place */
    vec(value) argument;
} icp_points;

typedef struct {
    solver base;
    uint32_t built;    /* assertions without a scope that were translated */
    uint32_t searched; /* assertions that were searched for definitions */
    bool stale;        /* a definition went away: all is built again */
    bool cyclic; /* a definition that needs itself was found, and dropped: all is built again */
    vec(icp_assumption) assumed; /* of the present check: assertions in scopes, then assumptions */
    uint32_t scoped;             /* how many of them are assertions */
    bool refuted;                /* what is asserted without a scope has no solution */
    uint32_t gap;      /* a Boolean: some box was given up; assumed false. NO_NODE: none was */
    bool rests_on_gap; /* the refutation leaves out a box that was given up */
    uint64_t steps, decisions, conflicts, changes;
    double deadline;
    icp_proof *proof; /* NULL: none is asked for */
    icp_graph graph;
    icp_clauses clauses;
    icp_trail trail;
    icp_analysis analysis;
    icp_order order;
    icp_points points;
} icp_solver;

/* ---- domains and literals (dom.c, literal.c; the rest is in dom.h) ---- */
/* The value that a point of dom_is_point has. */
value dom_value(icp_solver *s, term of, const dom *d, uint64_t bits);
/* A comparison of a node with a constant is a bound of it; any other Bool is a node of its own. */
icp_literal literal_of_term(icp_solver *s, term a);

/* ---- nodes (nodes.c) ---- */
/* What was asserted since, and the assumptions, as nodes, roots, clauses. */
void icp_build(icp_solver *s, uint32_t n, const term *assumptions);
void icp_forget(icp_solver *s); /* all nodes and clauses */
uint32_t icp_node_of(icp_solver *s, term a);

/* ---- contraction (contractors.c, word_contractors.c, lookup.c) ---- */
dom icp_forward(icp_solver *s, uint32_t node);
/* All that the node says about itself and its arguments. False: no value is left, s->analysis.conflict is
 * set. */
bool icp_contract(icp_solver *s, uint32_t node);
/* Make a domain smaller, as the contractor of `by`. False: empty. */
bool icp_narrow(icp_solver *s, uint32_t node, const dom *to, uint32_t by);
bool icp_narrow_float(icp_solver *s, uint32_t by, uint32_t arg, span to);
bool icp_backward_ite(icp_solver *s, uint32_t node);
span span_from_word(uint8_t format, const word_dom *w); /* the floats with these bits */
/* An element of a constant array: one of those that the index may point to, where these are few. */
enum { LOOKUPS = 1024 };
dom lookup_forward(icp_solver *s, uint32_t node);
dom word_forward(icp_solver *s, uint32_t node);
bool word_backward(icp_solver *s, uint32_t node);
/* Products, shifts, quotients and remainders. */
bool word_backward_divided(icp_solver *s, uint32_t node);
/* Integers and reals (arithmetic.c). */
dom arithmetic_forward(icp_solver *s, uint32_t node);
bool arithmetic_backward(icp_solver *s, uint32_t node);
range word_range(const icp_solver *s, uint32_t node);
bool word_narrow(icp_solver *s, uint32_t by, uint32_t arg, const range *to);
bool word_fail(icp_solver *s, uint32_t node); /* no value of the node is possible */

/* ---- changes (trail.c) ---- */
bool icp_set(icp_solver *s, icp_literal l, enum reason reason,
             uint32_t of); /* False: no value is left */
void icp_change_to(icp_solver *s, uint32_t node, const dom *to, enum reason reason, uint32_t of,
                   uint32_t start);
bool icp_propagate(icp_solver *s); /* False: a contradiction, in failed_clause or conflict */
void icp_enqueue(icp_solver *s, uint32_t node);
void icp_undo(icp_solver *s, uint32_t level); /* to the end of that level */
void icp_decide(icp_solver *s, icp_literal l, uint32_t assumption);

/* ---- clauses (clause.c) ---- */
/* At least one literal; what is false now must stand after what is not. Returns its number. */
uint32_t clause_add(icp_solver *s, uint32_t n, const icp_literal *literals, bool learned);
bool clauses_visit(icp_solver *s, uint32_t node); /* the node changed; False: a clause failed */
void clauses_reduce(icp_solver *s); /* without any decision: forget what was of little use */
static inline icp_literal *clause_literals(icp_solver *s, uint32_t clause) {
    return s->clauses.literals.data + s->clauses.all.data[clause].first;
}

/* ---- reasons (explain.c) ---- */
/* Facts from before a change that make its contractor (clause) establish the n facts wanted of it,
 * or, where n is 0, leave no value; appended to s->analysis.reasons. */
void icp_explain(icp_solver *s, uint32_t change, uint32_t n, const icp_literal *wanted);
void icp_explain_clause(icp_solver *s, uint32_t clause, uint32_t first,
                        uint32_t before); /* its literals from the first on are false */
/* The first change that made the fact true; NO_NODE: it holds without any. It holds before
 * `before`. */
uint32_t change_of(const icp_solver *s, icp_literal fact, uint32_t before);

/* ---- learning (learn.c) ---- */
bool icp_learn(icp_solver *s); /* from the present contradiction; False: there is no solution
                                  without any decision */
void icp_blame(icp_solver *s,
               uint32_t assumption); /* it is false now: which assumptions make it so */
void node_bump(icp_solver *s, uint32_t node);

/* ---- interpolants (interpolant.c); nothing happens without s->proof ---- */
bool icp_interpolate(solver *s, term a, term b, term *result);
/* The contradiction in the last change, whose reasons are in s->analysis.reasons. */
void interpolant_begin(icp_solver *s, uint32_t change);
/* With the reason of a change, for the facts in s->analysis.wanted. */
void interpolant_resolve(icp_solver *s, uint32_t change);
void interpolant_axiom(icp_solver *s, uint32_t node); /* facts of one node contradict each other */
void interpolant_assumption(icp_solver *s,
                            uint32_t assumption); /* with one, for s->analysis.wanted */

/* ---- decisions (decide.c), points (point.c), search (search.c) ---- */
bool icp_choose(icp_solver *s, icp_literal *out); /* False: nothing is open */
bool icp_try_point(icp_solver *s, uint32_t which);
enum { POINTS = 6 };
enum answer icp_search(icp_solver *s);

static inline const dom *arg_dom(const icp_solver *s, const icp_node *n, uint32_t i) {
    return &s->graph.doms.data[s->graph.args.data[n->first_arg + i]];
}
static inline uint32_t arg_of(const icp_solver *s, const icp_node *n, uint32_t i) {
    return s->graph.args.data[n->first_arg + i];
}

enum { PATIENCE_CLAUSE = 5, PATIENCE_CORE = 64 };

/* ---- the invariants, in debug builds (invariants.c) ---- */
#ifdef CINCH_CHECK
void icp_trail_check(const icp_solver *s);
#else
static inline void icp_trail_check(const icp_solver *s) { (void)s; }
#endif

#endif
