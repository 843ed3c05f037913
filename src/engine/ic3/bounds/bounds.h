/* The domain of bounds: the state of a run of iSAT3+IC3 and what its files offer each other.
 *
 * A cube is a box. An obligation (i, l, box): every state of the box at l runs into the error, with
 * the inputs that are kept with it. */
#ifndef ENGINE_IC3_BOUNDS_H
#define ENGINE_IC3_BOUNDS_H

#include "engine/ic3/bounds/suffix.h"
#include "engine/ic3/ic3.h"
#include "solver/icp/bound.h"

/* ---- boxes ---- */
typedef struct box_literal {
    uint32_t var;
    bound at;
} box_literal; /* var: index into program.variables */
typedef vec(box_literal) box;
/* A cube as a box that must not grow, and a box that becomes a cube. */
static inline box box_view(const cube *c) { return (box){c->bounds, c->size, c->size}; }
static inline cube box_cube(box *b) {
    cube c = {.bounds = b->data, .size = b->size};
    *b = (box){0};
    return c;
}

/* ---- arcs ---- */
/* One of two solvers of an arc: icp, and one that answers where icp does not. */
typedef struct {
    listener of;
    bits defined;   /* variables whose primed copy is defined */
    uint32_t asked; /* since it was made; each question leaves something behind */
} side;
typedef struct {
    map next_of; /* variable -> term that stands for its value afterwards */
    side exact, other;
    uint32_t unanswered; /* questions that icp left to the other, lately: the more, the sooner it
                            gives up */
    solver *model;       /* who said SAT last */
} sides;

/* ---- runs ---- */
/* What an obligation knows of the run from its box along its arc. */
typedef struct {
    term var;
    value value;
} state_value;
typedef struct {
    vec(state_value) state; /* one state of the box */
    input_log inputs;       /* that lead from any state of the box along the arc */
} step;

#define ICPIC3_COUNTERS(X)                                                                         \
    X(others, "queries that icp left to another solver")                                           \
    X(lifts, "queries to enlarge obligations")                                                     \
    X(points, "obligations of one state")                                                          \
    X(rotations, "queries of literal rotation")                                                    \
    X(dropped, "bounds dropped")                                                                   \
    X(drops, "queries of literal dropping")                                                        \
    X(returned, "bounds put back against initial states")                                          \
    X(widened, "bounds moved to a constant or between")                                            \
    X(weakened, "bounds weakened")                                                                 \
    X(suffix, "length of the suffix")                                                              \
    X(suffixes_refused, "suffixes refused")                                                        \
    X(aborts, "restarts with a longer suffix")
typedef struct {
#define X(name, help) uint64_t name;
    ICPIC3_COUNTERS(X)
#undef X
} icpic3_counters;

typedef struct {
    ic3 k;
    vec(sides) sides;   /* by arc */
    vec(step) steps;    /* by obligation */
    box core;           /* of the obligation that was found inductive */
    term_vec constants; /* of the program, and a few others */
    suffix suffix;
    uint32_t limit, examined; /* obligations until a restart; examined since the last new frame */
    uint32_t frame;           /* that frame */
    bool abort;               /* the limit was reached */
    substitution scratch;
    icpic3_counters n;
} icpic3;

/* box.c */
void box_add(box *b, box_literal l);         /* what it implies is left out */
bool box_within(const box *a, const box *b); /* every literal of b is implied by one of a */
void box_copy(box *to, const box *from);     /* `to` is empty */
term box_term(icpic3 *s, const box *b,
              bool negated); /* the conjunction, or the clause that excludes it */
void box_shuffle(rng *r, box *b);
/* The last literal becomes the first: after a refutation the one that failed. */
void box_turn(box *b);
bool box_has(const box *b, box_literal l); /* this literal, not a stronger one */
uint32_t box_difference(
    const box *a, const box *b,
    uint32_t *weaker); /* literals of a whose variable b lacks; weaker ones of b */

/* arc.c */
void sides_make(icpic3 *s);
void sides_release(icpic3 *s);
/* MAY: an answer would be welcome; only icp is asked, for a short time. MUST: the run depends on
 * it. */
enum core_demand { MAY, MUST };
/* What is asked of an arc: does it lead from a state of F(level) outside of `premise` (NULL: any)
 * into `kept` and `turned` (NULL: anywhere)? The two are the parts of the assumption list of paper
 * 003, Sect. III-B: `kept` comes first and stays, `turned` loses what the refutation does not need.
 */
typedef struct {
    uint32_t level;
    const box *premise, *kept, *turned;
    bool rotate; /* each bound of `turned` has to be the failed one once (literal rotation) */
    enum core_demand effort;
} arc_query;
/* UNSAT: what is needed of `turned` is put into `core` (may be NULL), empty before. SAT: the arc's
 * `model` has one. */
enum answer box_arc_query(icpic3 *s, uint32_t arc, const arc_query *q, box *core);
/* Is c inductive relative to F(level - 1) (LEVEL_INFINITY: to F_infinity)? SAT: *failed is an arc
 * that leads in. Not `relative`: is it excluded by the frame only, without itself as a premise? */
typedef struct {
    bool relative, rotate;
    enum core_demand effort;
} inductive_how;
enum answer box_inductive(icpic3 *s, loc l, uint32_t level, const box *c, inductive_how how,
                          box *core, uint32_t *failed);

/* lift.c: queue the obligation before an arc whose solver has a model; false: the run stopped. */
bool box_predecessor(ic3 *k, uint32_t a, uint32_t level, uint32_t parent);

/* generalize.c: c is inductive relative to F(*level - 1), and `core` is what that needs. The level
 * may rise. */
void box_generalize(icpic3 *s, loc l, uint32_t *level, const box *c, box *core);
/* Learn a lemma of F_infinity that excludes c; false: none was found. */
bool box_exclude(ic3 *k, loc l, const cube *c);
/* Is c inductive relative to F(level - 1)? Then it becomes what that needs. */
bool box_again(icpic3 *s, loc l, uint32_t level, bool rotate, box *c);

/* widen.c */
void constants_collect(icpic3 *s);
/* Move the bounds of c, which is inductive relative to F(level - 1), to constants of the program or
 * between, as long as it is. */
void box_widen(icpic3 *s, loc l, uint32_t level, box *c);

#endif
