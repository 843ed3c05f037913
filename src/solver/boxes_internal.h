/* The boxes backend's object: terms as nodes, and for each node a set that contains its value in every
 * solution of the present box. */
#ifndef SOLVER_BOXES_INTERNAL_H
#define SOLVER_BOXES_INTERNAL_H

#include "solver/backend.h"
#include "solver/boxes_word.h"

enum { NO_NODE = UINT32_MAX, NO_MODE = 255 /* not a constant */ };
enum box_kind { OTHER /* any value */, TRUTH, FLOAT, WORD /* of at most 64 bits */ };

/* The values that a term can have. Floats are compared as numbers: both zeros are one. */
typedef struct {
    bool can_true, can_false; /* TRUTH */
    bool nan, number;         /* FLOAT: may be NaN; may be a number, from lo to hi */
    double lo, hi;
    word_set word; /* WORD */
    uint64_t why;  /* the decisions that it depends on, one bit each; the last bit is shared */
} value_set;

typedef struct {
    term term;
    enum op op;
    uint8_t kind, mode;
    uint8_t width;            /* WORD; FLOAT: 32 or 64 */
    uint8_t low, high;        /* of an extract */
    uint32_t first_arg, args; /* without the rounding mode */
    uint32_t table,
        entries;         /* an element of a constant array: what it has where; args: the index */
    bool whole;          /* the table has no other elements where an index is listed */
    value_set otherwise; /* the table's other elements */
} box_term;

typedef struct {
    uint64_t index;
    value_set value;
} table_entry;

typedef struct {
    uint32_t node;
    value_set old;
} box_change;

/* A choice between two parts of a node's set. */
typedef struct {
    uint32_t node, trail;
    value_set second;
    bool turned;      /* the first part is refuted */
    uint64_t because; /* by these decisions */
} box_level;

typedef struct {
    solver base;
    vec(box_term) nodes;
    u32_vec args;
    vec(value_set) cells;
    vec(table_entry) tables;
    map node_of;
    u32_vec roots; /* what is asserted */
    term_vec todo;
    u32_vec first_parent, parents; /* who has a node as an argument */
    u32_vec queue;                 /* nodes to be looked at again */
    uint32_t queue_start;
    u32_vec queued; /* by node */
    vec(box_change) trail;
    vec(box_level) levels;
    uint64_t conflict; /* the decisions that made a set empty */
    u32_vec cone;      /* scratch: the nodes below one, nearest first */
    u32_vec stamp;
    vec(double) sizes; /* of the sets at the start of the search */
    uint32_t stamps;
} boxes_solver;

/* ---- sets (boxes_set.c) ---- */
value_set set_truth(bool can_true, bool can_false);
value_set set_words(word_set w);
value_set set_any(const box_term *x);
bool set_is_empty(const value_set *a, const box_term *x);
bool set_is_one(const value_set *a, const box_term *x);
bool set_same(const value_set *a, const value_set *b, const box_term *x);
value_set set_meet(const value_set *a, const value_set *b, const box_term *x);
value_set set_hull(const value_set *a, const value_set *b, const box_term *x);
/* Two parts of a set with more than one value; false: it has no two that can be distinguished. */
bool set_cut(const value_set *a, const box_term *x, value_set *first, value_set *second);
double set_size(const value_set *a, const box_term *x); /* how much there is to cut */

/* ---- floats (boxes_float.c) ---- */
value_set float_numbers(double lo, double hi, bool nan);
value_set float_any(void);
value_set float_of_bits(uint64_t bits, bool single);
double float_at(int64_t place, bool single); /* the numbers in their order; 0 at 0 */
int64_t float_place(double d, bool single);
/* An operation or predicate on one or two floats of the format of `from`. */
value_set float_apply(const box_term *x, const box_term *from, const value_set *a,
                      const value_set *b, bool square);
value_set float_of_words(const box_term *x, const value_set *a);
word_set words_of_float(const box_term *x, const value_set *a);

/* ---- operations (boxes_apply.c) ---- */
/* What the node can be by its arguments. */
value_set box_evaluate(const boxes_solver *m, const box_term *x);
/* Make the set of a node smaller; false: it is empty, and m->conflict says why. */
bool box_narrow(boxes_solver *m, uint32_t node, const value_set *to, uint64_t why);
/* What the arguments can be by the node. */
bool box_invert(boxes_solver *m, uint32_t node);

/* ---- search (boxes_search.c) ---- */
/* UNSAT, or UNKNOWN with the reason. All nodes are made. */
enum answer box_search(boxes_solver *m, double deadline);

static inline const value_set *box_arg(const boxes_solver *m, const box_term *x, uint32_t i) {
    return &m->cells.data[m->args.data[x->first_arg + i]];
}
static inline const box_term *box_arg_term(const boxes_solver *m, const box_term *x, uint32_t i) {
    return &m->nodes.data[m->args.data[x->first_arg + i]];
}

#endif
