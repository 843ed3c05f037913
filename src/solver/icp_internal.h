/* The icp backend: interval constraint propagation in a conflict-driven search (paper 003 describes the idea).
 *
 * The terms of a check are nodes; each node has a domain that contains its value in every solution of the present
 * box. A node is also the constraint between itself and its arguments: its contractor makes the domains of both sides
 * smaller until nothing changes (icp_contract.c). Then a domain is split (icp_search.c). A contradiction is
 * traced back along the reasons of all changes to the decisions it needs; the search jumps back to the last of them.
 *
 * Directions: domains only over-approximate, so "no solution" is certain. A solution is a point that the evaluator of
 * the term bank accepts. Everything else is unknown. */
#ifndef SOLVER_ICP_INTERNAL_H
#define SOLVER_ICP_INTERNAL_H

#include "solver/backend.h"
#include "solver/icp_span.h"

enum dom_kind { DOM_ANY, DOM_BOOL, DOM_WORD, DOM_FLOAT };

typedef struct {
    uint64_t ulo, uhi;    /* the interval, unsigned */
    int64_t slo, shi;     /* the interval, signed */
    uint64_t zeros, ones; /* bits known */
} word_dom;

/* The values that a node can have. */
typedef struct {
    uint8_t kind;
    bool empty;
    bool can_true, can_false; /* BOOL */
    union { span f; word_dom w; };
} dom;

enum { NO_NODE = UINT32_MAX };

typedef struct {
    term term;
    enum op op;
    uint8_t width;       /* WORD */
    uint8_t format;      /* FLOAT: enum span_format */
    uint8_t mode;        /* enum span_mode, of operations that round */
    bool leaf;           /* a variable without a definition, or an operation that is not followed */
    uint32_t first_arg, args;
    uint32_t first_user, users;
    uint32_t last;       /* its last change: index into the trail; NO_NODE: none */
    uint32_t splits;     /* on the present path */
} icp_node;

/* Why a domain changed. */
enum { REASON_DECISION = UINT32_MAX - 1, REASON_ROOT = UINT32_MAX - 2 };
typedef struct {
    uint32_t node, previous; /* the node's change before; NO_NODE: none */
    uint32_t reason;         /* the node whose contractor did it, or one of the above */
    uint32_t of;             /* DECISION: its level; ROOT: which root */
    dom old;
} icp_change;

/* A decision: the domain was cut in two. */
typedef struct {
    uint32_t node, trail;
    dom other;          /* the second part */
    bool second;        /* the first part is refuted */
    u32_vec needs;      /* levels that the refutation of the first part needs, ascending */
} icp_level;

typedef struct { uint32_t node; bool to; uint32_t assumption; } icp_root; /* assumption: index, or NO_NODE */

typedef struct { term var; uint32_t node; } icp_variable;

typedef struct {
    solver base;
    assertion_stack stack;
    /* the nodes of the present check, arguments first */
    vec(icp_node) nodes;
    u32_vec args, users;
    vec(dom) doms;
    vec(icp_root) roots;
    map node_of;         /* term id -> node */
    map defined;         /* variable -> term that it equals in every solution */
    map open;            /* terms being built */
    vec(icp_variable) variables;
    term_vec todo;
    /* search */
    vec(icp_change) trail;
    vec(icp_level) levels;
    u32_vec queue;
    uint32_t queue_head;
    vec(uint8_t) queued;
    uint32_t conflict;   /* the node whose contractor failed; NO_NODE: none */
    vec(uint8_t) marks;  /* by change: needed by the conflict under analysis */
    u32_vec cursor;      /* by node: its last change before the one under analysis */
    vec(uint8_t) used;   /* by assumption */
    vec(uint8_t) heat;   /* by node: visited by the search for what is open */
    u32_vec pending;
    bool incomplete;     /* some box was given up */
    uint64_t steps, decisions, conflicts;
    double deadline;
    /* points */
    values *pool;
    evaluator *eval;
    model model;
    map array_of;        /* constant array -> index into `arrays` */
    vec(value) arrays;
    vec(dom) box;        /* the domains, while a point is tried in their place */
    vec(value) argument;
} icp_solver;

/* ---- domains (icp_dom.c) ---- */
dom dom_top(const terms *t, sort s);
dom dom_constant(terms *t, term constant);
dom dom_word_point(uint32_t width, uint64_t bits);
dom dom_bool(bool can_true, bool can_false);
dom dom_float(span f);
dom dom_join(const dom *a, const dom *b);
dom dom_meet(const dom *a, const dom *b, uint32_t width);
bool dom_equal(const dom *a, const dom *b);
bool dom_within(const dom *a, const dom *b);
bool dom_is_point(const dom *a, const icp_node *n, uint64_t *bits); /* its bits, as a value has them */
/* Cut in two; false where there is nothing to cut. */
bool dom_split(const dom *a, const icp_node *n, dom *first, dom *second);
/* Some value in it, as bits: 0 near its middle, others at random. */
uint64_t dom_pick(const dom *a, const icp_node *n, uint32_t which);
/* Is a (a part of b) so much smaller that it is worth telling others? */
bool dom_much_smaller(const dom *a, const dom *b);
bool span_format_of(const terms *t, sort s, uint8_t *format);
double span_of_bits(uint8_t format, uint64_t bits); /* NaN too */
uint64_t span_to_bits(uint8_t format, double x);

/* ---- nodes (icp_build.c) ---- */
/* The nodes and roots of what is asserted and assumed, all domains as large as can be. */
void icp_build(icp_solver *s, uint32_t n, const term *assumptions);

/* ---- contraction (icp_contract.c, icp_word.c) ---- */
dom icp_forward(icp_solver *s, uint32_t node);
/* All that the node says about itself and its arguments. False: no value is left, s->conflict is set. */
bool icp_contract(icp_solver *s, uint32_t node);
/* Make a domain smaller (reason: a node, or REASON_...). False: empty. */
bool icp_narrow(icp_solver *s, uint32_t node, const dom *to, uint32_t reason, uint32_t of);
bool icp_narrow_bool(icp_solver *s, uint32_t by, uint32_t arg, bool to);
bool icp_narrow_float(icp_solver *s, uint32_t by, uint32_t arg, span to);
bool icp_backward_ite(icp_solver *s, uint32_t node);
span span_from_word(uint8_t format, const word_dom *w); /* the floats with these bits */
/* An element of a constant array: one of those that the index may point to, where these are few. */
enum { LOOKUPS = 1024 };
dom lookup_forward(icp_solver *s, uint32_t node);
dom word_forward(icp_solver *s, uint32_t node);
bool word_backward(icp_solver *s, uint32_t node);

/* ---- search (icp_search.c) ---- */
enum answer icp_search(icp_solver *s);

static inline const dom *arg_dom(const icp_solver *s, const icp_node *n, uint32_t i) {
    return &s->doms.data[s->args.data[n->first_arg + i]];
}
static inline uint32_t arg_of(const icp_solver *s, const icp_node *n, uint32_t i) {
    return s->args.data[n->first_arg + i];
}

#endif
