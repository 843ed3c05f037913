/* The state of one run of IC3CFA and what its files offer each other.
 *
 * Invariants (paper 000, Sect. 4.1), for all locations l and levels i:
 *   F(0, start) is true and F(i, start) stays true; F(0, l) is false elsewhere;
 *   F(i, l) implies F(i+1, l): a lemma of level j holds in F(0, l) ... F(j, l), and is stored once (delta encoding);
 *   F(i, l) and T(l -> l') implies F(i+1, l')'.
 * A lemma may be used at every level up to its own, never above.
 * An obligation (i, l, c): every state of c at l can run into the error. Its cube may hold fewer states than the true
 * pre-image (one path of many, one value of an input), so it is examined again until no edge leads into it. */
#ifndef ENGINE_IC3CFA_INTERNAL_H
#define ENGINE_IC3CFA_INTERNAL_H

#include "base/bits.h"
#include "base/random.h"
#include "engine/board.h"
#include "engine/engine.h"
#include "engine/ic3/cube.h"
#include "engine/common/path.h"
#include "solver/cache.h"

#define LEVEL_EVER UINT32_MAX /* of a lemma that holds in every reachable state */
#define NO_OBLIGATION UINT32_MAX

/* ---- frames ---- */
typedef struct {
    cube cube;
    uint32_t level;
    loc at;
    bool dead;              /* subsumed by another */
    uint64_t failed_stamp;  /* when propagation last failed: the source's frame then */
    uint32_t failed_arc, failed_level;
} frame_lemma;
typedef struct { uint32_t lemma, level; } lemma_event;
typedef struct {
    u32_vec live;
    vec(lemma_event) log; /* what solvers have to hear, in order */
    term_vec facts;         /* hold in every reachable state: known from outside, inductive together */
    uint64_t stamp;         /* counts changes */
    u64_vec changed;        /* by level: the stamp when F(level) last became stronger */
} frame_sequence;

/* ---- arcs ---- */
typedef struct {
    edge_id edge;
    loc from, to;
    bool error;             /* leads to an error location */
    bool closed;            /* no longer followed: a limit location that was reached */
    way way;
    map image_of;           /* literal id -> id of the literal after the arc */
    solver *solver;         /* made at the first query; the relation and the lemmas of `from` */
    uint32_t heard, facts;  /* events of the source's log and facts there that the solver knows */
    uint32_t linked;        /* level literals below this one imply the next */
    uint64_t base_terms;    /* translated for the relation and its first query */
    uint64_t failures;      /* queries that were satisfiable, halved now and then: orders the arcs */
} arc;
typedef vec(uint32_t) arc_list;

/* ---- obligations ---- */
typedef struct {
    uint32_t level;
    loc at;
    cube cube;
    uint32_t parent;        /* obligation that the arc leads into; NO_OBLIGATION: the error */
    uint32_t arc;
    u32_vec alternatives;   /* of the path along the arc */
    uint64_t key;           /* order among equals */
    bool used, queued, kept;
    uint64_t ever_stamp;    /* lemmas for ever that were known when it was last tried to be one; 0: not tried */
    bool expanded;          /* its pre-cubes were queued and are all of its pre-image */
} obligation;

#define IC3_COUNTERS(X)                                                                            \
    X(block_queries, "queries to block")                                                           \
    X(error_queries, "queries of error edges")                                                     \
    X(generalize_queries, "queries to generalize")                                                 \
    X(propagate_queries, "queries to propagate")                                                   \
    X(ever_queries, "queries for lemmas for ever")                                                 \
    X(other_queries, "other queries")                                                              \
    X(answered_cache, "queries answered by the cache")                                             \
    X(answered_static, "queries answered by syntax")                                               \
    X(dropped_core, "literals dropped by cores")                                                   \
    X(dropped_static, "literals dropped by syntax")                                                \
    X(dropped_query, "literals dropped by queries")                                                \
    X(weakened, "literals weakened")                                                               \
    X(obligations_made, "obligations")                                                             \
    X(obligations_reused, "obligations reused")                                                    \
    X(obligations_skipped, "obligations skipped")                                                  \
    X(lemmas_made, "lemmas")                                                                       \
    X(lemmas_ever, "lemmas for ever")                                                              \
    X(lemmas_region, "lemmas for ever that hold together only")                                    \
    X(lemmas_subsumed, "lemmas subsumed")                                                          \
    X(lemmas_pushed, "lemmas pushed")                                                              \
    X(context_hits, "generalization contexts hit")                                                 \
    X(projected, "inputs projected by a model")                                                    \
    X(valued, "large literals replaced by values")                                                 \
    X(enriched, "literals that follow from equations")                                             \
    X(conjectures, "conjectures from families of lemmas")                                          \
    X(conjectures_held, "conjectures that held")                                                   \
    X(interpolated, "cubes generalized by interpolants")                                           \
    X(facts_read, "facts from outside")                                                            \
    X(rebuilt, "solvers rebuilt")
typedef struct {
#define X(name, help) uint64_t name;
    IC3_COUNTERS(X)
#undef X
} ic3_counters;

enum query_kind { QUERY_BLOCK, QUERY_ERROR, QUERY_GENERALIZE, QUERY_PROPAGATE, QUERY_EVER };

typedef struct contexts contexts; /* generalization contexts, Sect. 5.5 */

typedef struct families families; /* of lemmas with one shape */

typedef struct ic3 {
    program *p;
    terms *t;
    const engine_options *o;
    const budget *limits;
    engine_result *result;
    board_reader reader;
    uint64_t effort_ever, effort_else; /* assumptions of the queries for lemmas for ever, and of all others */
    uint32_t k, top;                  /* frontier; highest level that a query may switch on */
    vec(frame_lemma) lemmas;
    vec(frame_sequence) frames;       /* by location */
    vec(arc) arcs;
    vec(arc_list) into, out;          /* by location; arcs between locations that matter */
    bits reached;                     /* locations that some path in the graph reaches */
    u32_vec still;                    /* by location: an arc that does nothing, where one is made */
    arc_list errors;                  /* arcs into error locations */
    term_vec level_literal;           /* F(i, .) is switched on by level_literal[i], which implies the next */
    vec(obligation) obligations;
    u32_vec free_obligations, heap, parked;
    uint64_t sequence;
    contexts *contexts;
    query_cache *cache;               /* answers of queries that want neither model nor core */
    families *families;
    values *pool;
    uint32_t pool_uses;
    evaluator *evaluator;
    substitution scratch;
    solver *local;                    /* for questions about cubes alone */
    rng random;
    u64_vec constants;                /* of the program, and their neighbours */
    term_vec widened;                 /* sign- and zero-extended variables of the program */
    map activity;                     /* literal id -> how often it was in a lemma */
    ic3_counters n;
    bool stopped;                     /* out of resources or a solver gave up; result->reason says why */
    bool found;                       /* a trace was found */
    uint32_t limit_property;          /* 1 + index: a limit location was reached, so TRUE is out of reach */
    bool relative;                    /* the negated cube may be assumed before an arc from a location to itself */
} ic3;

/* arc.c */
bool cfa_is_bad(const ic3 *s, loc l); /* an error location, or a limit location: a proof excludes both */
void ic3_arcs_make(ic3 *s);
void ic3_arcs_release(ic3 *s);
/* Is some state of F(level, from) outside of `premise` (NULL: any) led into `c`?
 * UNSAT: `core` (may be NULL) gets literals of c that suffice. SAT: the arc's solver holds a model. */
enum answer ic3_arc_query(ic3 *s, uint32_t a, uint32_t level, const cube *c, const cube *premise, term_vec *core,
                      enum query_kind kind);
term ic3_arc_image(ic3 *s, arc *a, term lit);
term ic3_arc_before(ic3 *s, const path *x, term lit); /* wep of a literal along a path, without its guards */
void cfa_stop(ic3 *s, const char *why);
/* The same along all arcs into l, from level - 1: UNSAT where all are, with the union of the cores; otherwise *failed is the arc. */
enum answer ic3_arcs_query(ic3 *s, loc l, uint32_t level, const cube *c, term_vec *core, uint32_t *failed,
                       enum query_kind kind);

/* frame.c */
bool ic3_frame_blocks(ic3 *s, loc l, uint32_t level, const cube *c); /* by one lemma, as syntax */
void ic3_frame_add(ic3 *s, loc l, uint32_t level, cube c);           /* takes the cube */
/* The highest level to which c, kept off at `level`, can be pushed now; c shrinks to what that needs. */
uint32_t ic3_highest(ic3 *s, loc l, uint32_t level, cube *c);
void ic3_frame_learn(ic3 *s, loc l, uint32_t level, cube c); /* add it unless a lemma says as much; takes the cube */
void ic3_frame_raise(ic3 *s, uint32_t lemma_id, uint32_t level);
void ic3_frames_listen(ic3 *s);                                       /* read facts from the board */
void ic3_frames_release(ic3 *s);
void ic3_frames_tidy(ic3 *s, loc l);                                  /* shorten the log once most of it is stale */

/* obligation.c */
uint32_t ic3_obligation_new(ic3 *s, uint32_t level, loc at, cube c, uint32_t parent, uint32_t arc_, const path *x);
void ic3_obligation_queue(ic3 *s, uint32_t id);
uint32_t ic3_obligation_pop(ic3 *s);              /* lowest level first; NO_OBLIGATION where the queue is empty */
void ic3_obligation_blocked(ic3 *s, uint32_t id, uint32_t level); /* keep for a later level, or drop */
void ic3_obligation_done(ic3 *s, uint32_t id);
void ic3_obligations_next_level(ic3 *s);          /* queue what was kept, forget what nothing needs */
void ic3_obligations_clear(ic3 *s);
void ic3_obligations_release(ic3 *s);

/* precube.c */
/* The states before `a` from which the path of the solver's model leads into `post` (NULL: anywhere): a cube that
 * holds the model's state. *exact: no state of the pre-image is missing. */
const path *ic3_precube(ic3 *s, uint32_t a, const cube *post, cube *out, bool *exact);
/* project.c: remove `inputs` from the literals; every literal stays true in `m`. False where states were lost. */
bool ic3_project(ic3 *s, const model *m, const term_vec *inputs, term_vec *lits);

/* u as a term without u, from an equation; none where it cannot be read off. */
term ic3_solve_for(ic3 *s, term equation, term u);
/* plain.c: comparisons of sums as bounds of what is summed. False where states were lost. */
bool ic3_plain_bounds(ic3 *s, const model *m, term_vec *lits);
/* enrich.c: add literals that follow from the others by their equations; the states stay the same. */
void ic3_enrich_cube(ic3 *s, const model *m, term_vec *lits);

/* generalize.c */
/* Weaken c, whose core along all arcs is `core`, at (l, *level). *level may rise: the result is kept off there. */
cube ic3_generalize(ic3 *s, loc l, uint32_t *level, const cube *c, const term_vec *core);

/* weaken.c */
void ic3_constants_collect(ic3 *s);

/* Drop literals of c, kept off at (l, level), one by one. */
cube ic3_drop_literals(ic3 *s, loc l, uint32_t level, const cube *c);

/* infinity.c: learn a lemma of level LEVEL_EVER that excludes c; false where none was found. */
bool ic3_block_for_ever(ic3 *s, loc l, const cube *c);

/* implied.c: append bounds and orders that c implies at l, given facts and lemmas for ever; the states stay the same. */
void ic3_implied(ic3 *s, loc l, const cube *c, term_vec *out);
void ic3_widened_collect(ic3 *s);

/* guide.c */
families *families_new(void);
void families_delete(families *f);
/* Block c at (l, level) and what leads into it, with at most `steps` examinations; false: it did not work out. */
bool ic3_try_block(ic3 *s, loc l, uint32_t level, const cube *c, uint32_t steps);
void ic3_conjecture(ic3 *s, loc l, uint32_t level, const cube *c); /* c is a new lemma's cube */

/* check.c */
bool ic3_invariant_holds(ic3 *s); /* the invariant of the result, decided by z3 */

/* counterexample.c */
void ic3_counterexample(ic3 *s, uint32_t at_start); /* the obligation at the start; fills the trace */

#endif
