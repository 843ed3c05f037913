/* What the icp backend consists of: domains, nodes, literals, clauses, the trail of changes, and the
 * solver that owns them all. internal.h says how they work together. */
#ifndef SOLVER_ICP_STATE_H
#define SOLVER_ICP_STATE_H

#include "base/random.h"
#include "solver/backend.h"
#include "solver/icp/bound.h"
#include "solver/icp/number.h"
#include "solver/icp/span.h"
#include "term/range.h"

enum dom_kind { DOM_ANY, DOM_BOOL, DOM_WORD, DOM_FLOAT, DOM_INT, DOM_REAL };

typedef struct {
    uint64_t ulo, uhi;    /* the interval, unsigned */
    int64_t slo, shi;     /* the interval, signed; INT, REAL: of cells, the only part in use */
    uint64_t zeros, ones; /* bits known */
} word_dom;

/* The values that a node can have. */
typedef struct {
    uint8_t kind;
    bool empty;
    bool can_true, can_false; /* BOOL */
    union {
        span f;
        word_dom w;
    };
} dom;

enum { NO_NODE = UINT32_MAX };

typedef struct {
    term term;
    enum op op;
    uint8_t width;  /* WORD */
    uint8_t format; /* FLOAT: enum span_format */
    uint8_t mode;   /* enum span_mode, of operations that round */
    bool leaf;      /* a variable without a definition, or an operation that is not followed */
    uint32_t first_arg, args;
    uint32_t last;   /* its last change: index into the trail; NO_NODE: none */
    uint32_t splits; /* on the present path */
} icp_node;

/* What can be said of one domain, as a bound of its node. A fact is what a domain implies; a
 * literal is what a clause or a decision may say. */
typedef struct {
    uint32_t node;
    uint8_t channel;
    uint64_t value;
} icp_literal;
typedef vec(icp_literal) icp_literals;
enum status { OPEN, HOLDS, FAILS };

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
    assertion_stack stack;
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

#endif
