/* The state of one run of IC3 over bounds, and what its files offer each other.
 *
 * Invariants, for all locations l and levels i, as in IC3CFA: F(i, start) is true; F(0, l) is false elsewhere; F(i, l)
 * implies F(i+1, l), a lemma of level j holding at all levels up to j; F(i, l) and an edge imply F(i+1, l') afterwards.
 * An obligation (i, l, box): every state of the box at l runs into the error, with the inputs that are kept with it. */
#ifndef ENGINE_ICPIC3_INTERNAL_H
#define ENGINE_ICPIC3_INTERNAL_H

#include "base/bits.h"
#include "base/random.h"
#include "engine/engine.h"
#include "engine/common/path.h"
#include "solver/icp/bound.h"

#define NO_OBLIGATION UINT32_MAX
#define LEVEL_EVER UINT32_MAX /* of a lemma that holds in every reachable state */

/* ---- boxes ---- */
typedef struct { uint32_t var; bound at; } box_literal; /* var: index into program.variables */
typedef vec(box_literal) box;

/* ---- edges ---- */
/* One of two solvers of an arc: icp, and one that answers where icp does not. Both know the relation, and the lemmas of the source
 * behind level literals. */
typedef struct {
    solver *solver;
    uint32_t heard, linked;  /* events of the source's log; level literals below this one imply the next */
    bits defined;            /* variables whose primed copy is defined */
    uint32_t asked;          /* since it was made; each question leaves something behind */
} side;

typedef struct {
    edge_id edge;
    loc from, to;
    bool error, closed;      /* leads to an error location; to a limit location that was reached */
    way way;
    map next_of;             /* variable -> term that stands for its value afterwards */
    side exact, other;
    uint32_t failures;       /* questions that icp left to the other, lately: the more, the sooner it gives up */
    solver *model;           /* who said SAT last */
} arc;

/* ---- frames ---- */
typedef struct { box box; uint32_t level; loc at; bool dead; } box_lemma;
typedef struct { uint32_t lemma, level; } lemma_event;
typedef struct { u32_vec live; vec(lemma_event) log; } frames_of;

/* ---- obligations ---- */
typedef struct { term var; value value; } state_value;
typedef struct {
    uint32_t level;
    loc at;
    box box;
    uint32_t parent, arc;    /* NO_OBLIGATION: the error; the arc leads into it */
    vec(state_value) state;  /* one state of the box */
    input_log inputs;        /* that lead from any state of the box along the arc */
    uint64_t ever;           /* 1 + lemmas for ever when it was last tried to be one; 0: never */
    bool queued;
} obligation;

#define ICPIC3_COUNTERS(X)                                                                         \
    X(queries, "queries")                                                                          \
    X(others, "queries that icp left to another solver")                                           \
    X(rebuilt, "solvers rebuilt")                                                                  \
    X(lifts, "queries to enlarge obligations")                                                     \
    X(obligations_made, "obligations")                                                             \
    X(points, "obligations of one state")                                                          \
    X(lemmas_ever, "lemmas for ever")                                                              \
    X(lemmas_made, "lemmas")                                                                       \
    X(dropped, "bounds dropped")                                                                   \
    X(widened, "bounds moved to a constant or between")                                            \
    X(weakened, "bounds weakened")                                                                 \
    X(pushed, "lemmas pushed")
typedef struct {
#define X(name, help) uint64_t name;
    ICPIC3_COUNTERS(X)
#undef X
} icpic3_counters;

typedef struct {
    program *p;
    terms *t;
    const engine_options *o;
    const budget *limits;
    engine_result *result;
    uint32_t k;               /* frontier */
    vec(arc) arcs;
    vec(u32_vec) into;        /* by location: arcs */
    u32_vec errors;           /* arcs */
    bits reached;
    vec(box_lemma) lemmas;
    vec(frames_of) frames;    /* by location */
    term_vec level_literal;
    vec(obligation) obligations;
    u32_vec queue;
    rng random;
    term_vec constants;       /* of the program, and a few others */
    substitution scratch;
    icpic3_counters n;
    uint32_t limit_property;  /* 1 + index: a limit location was reached */
    bool stopped, found;
} icpic3;

/* box.c */
void box_add(box *b, box_literal l);                     /* what it implies is left out */
void box_join(box *into, const box *from);               /* all bounds of both */
bool box_within(const box *a, const box *b);             /* every literal of b is implied by one of a */
void box_copy(box *to, const box *from);                 /* `to` is empty */
term box_term(icpic3 *s, const box *b, bool negated);    /* the conjunction, or the clause that excludes it */
void box_shuffle(rng *r, box *b);
uint32_t box_difference(const box *a, const box *b, uint32_t *weaker); /* literals of a whose variable b lacks; weaker ones of b */

/* arc.c */
void box_arcs_make(icpic3 *s);
void box_arcs_release(icpic3 *s);
/* MAY: an answer would be welcome; icp alone is asked, for a short time. MUST: the run depends on it. */
enum effort { MAY, MUST };
/* Is some state of F(level, from) outside of `premise` (NULL: any) led into c (NULL: anywhere)? UNSAT: what is needed of c is added to `core` (may be
 * NULL). SAT: the arc's `model` has one. */
enum answer box_arc_query(icpic3 *s, uint32_t a, uint32_t level, const box *c, const box *premise, box *core, enum effort effort);
/* The same along all arcs into l, from level - 1 (LEVEL_EVER: from what holds for ever); SAT: *failed is the arc. */
enum answer box_arcs_query(icpic3 *s, loc l, uint32_t level, const box *c, bool relative, box *core, uint32_t *failed,
                          enum effort effort);
void icpic3_stop(icpic3 *s, const char *why);

/* lift.c: the obligation before an arc whose solver has a model; false: the run stopped. */
bool box_obligation_before(icpic3 *s, uint32_t a, uint32_t level, uint32_t parent, uint32_t *id);

/* generalize.c: c is kept off (l, *level), and `core` is what that needs. The level may rise. */
void box_generalize(icpic3 *s, loc l, uint32_t *level, const box *c, box *core);
/* Learn a lemma for ever that keeps c off; false: none was found. */
bool box_block_for_ever(icpic3 *s, loc l, const box *c);

/* widen.c */
void constants_collect(icpic3 *s);
/* Move the bounds of c, which is kept off (l, level), to constants of the program or between, as long as it stays so. */
void box_widen(icpic3 *s, loc l, uint32_t level, box *c);
bool box_again(icpic3 *s, loc l, uint32_t level, box *c); /* generalize.c: c is kept off; then it becomes what that needs */

/* frame.c */
bool boxes_block(const icpic3 *s, loc l, uint32_t level, const box *c);
void boxes_add(icpic3 *s, loc l, uint32_t level, box *c); /* takes it */
void boxes_raise(icpic3 *s, uint32_t lemma, uint32_t level);
bool boxes_propagate(icpic3 *s, uint32_t level);          /* True: all lemmas of the level rose */

#endif
