/* The domain of literals: the state of a run of IC3CFA and what its files offer each other.
 *
 * Literals are any Boolean terms over the variables of the program; they come from pre-images along
 * paths, exactly or with states lost. An obligation's states run into the error without any
 * abstraction, so one at the start is a run. */
#ifndef ENGINE_IC3_LITERALS_H
#define ENGINE_IC3_LITERALS_H

#include "engine/candidates/conjuncts.h"
#include "engine/ic3/ic3.h"
#include "solver/cache.h"

/* The solver of an arc, made at the first query: the relation, and the frames of the source. */
typedef struct {
    listener of;
    map image_of;        /* literal id -> id of the literal after the arc */
    uint64_t base_terms; /* translated for the relation and its first query */
    vec(listener) calls; /* on the arc: the frames at the callees' ends (calls.h) */
} arc_solver;

/* All arcs into a location in one solver, for query (18). */
typedef struct {
    solver *solver;
    vec(listener) ears; /* by arc into the location: the frames of its source */
} join_solver;

#define IC3CFA_COUNTERS(X)                                                                         \
    X(block_queries, "queries to block")                                                           \
    X(error_queries, "queries of error edges")                                                     \
    X(generalize_queries, "queries to generalize")                                                 \
    X(joint_queries, "queries over all arcs into a location")                                      \
    X(propagate_queries, "queries to propagate")                                                   \
    X(infinity_queries, "queries for F_infinity")                                                  \
    X(other_queries, "other queries")                                                              \
    X(answered_cache, "queries answered by the cache")                                             \
    X(answered_static, "queries answered by syntax")                                               \
    X(dropped_core, "literals dropped by cores")                                                   \
    X(dropped_static, "literals dropped by syntax")                                                \
    X(answered_predecessor, "queries answered by lemmas of the predecessor")                       \
    X(dropped_predecessor, "literals dropped by lemmas of the predecessor")                        \
    X(dropped_query, "literals dropped by queries")                                                \
    X(paths, "paths of blocks generalized along")                                                  \
    X(weakened, "literals weakened")                                                               \
    X(obligations_skipped, "obligations skipped")                                                  \
    X(lemmas_region, "lemmas of F_infinity that are inductive together only")                      \
    X(context_hits, "generalization contexts hit")                                                 \
    X(projected, "inputs projected by a model")                                                    \
    X(valued, "large literals replaced by values")                                                 \
    X(enriched, "literals that follow from equations")                                             \
    X(conjectures, "conjectures from families of lemmas")                                          \
    X(conjectures_held, "conjectures that held")                                                   \
    X(interpolated, "cubes generalized by interpolants")
typedef struct {
#define X(name, help) uint64_t name;
    IC3CFA_COUNTERS(X)
#undef X
} literals_counters;

enum query_kind { QUERY_BLOCK, QUERY_ERROR, QUERY_GENERALIZE, QUERY_PROPAGATE, QUERY_INFINITY };

typedef struct contexts contexts; /* generalization contexts, Sect. 5.5 */

typedef struct lemma_families lemma_families; /* of lemmas with one shape */

typedef struct calls calls; /* of procedures with summaries (calls.h) */

typedef struct literals {
    ic3 k;
    uint64_t effort_infinity,
        effort_else;           /* assumptions of the queries for F_infinity, and of all others */
    vec(arc_solver) solvers;   /* by arc */
    vec(join_solver) joins;    /* by location */
    vec(u32_vec) alternatives; /* by obligation: of the path along its arc */
    u32_vec still;             /* by location: an arc that does nothing, where one is made */
    uint32_t asked;            /* arc whose solver was asked last: a still one by WEP */
    term_vec core;             /* of the obligation that was found inductive */
    cube latest;               /* of the lemma that was learnt last, for the families */
    contexts *contexts;
    query_cache *cache; /* answers of queries that want neither model nor core */
    lemma_families *families;
    values *pool;
    evaluator *evaluator;
    substitution scratch;
    solver *local;     /* for questions about cubes only */
    u64_vec constants; /* of the program, and their neighbours */
    term_vec widened;  /* sign- and zero-extended variables of the program */
    map activity;      /* literal id -> how often it was in a lemma */
    literals_counters n;
    double solver_seconds; /* of solvers that are gone */
    calls *calls;          /* NULL: there are none */
    const cube *excluded;  /* of the query under way, where calls may be taken not to return it */
    bool relative; /* the negated cube may be assumed before an arc from a location to itself */
} literals;

/* arc.c */
void solvers_make(literals *s);
void solvers_release(literals *s);
solver *lit_solver(const literals *s, uint32_t arc_id); /* NULL before the first query */
solver *lit_asked(const literals *s); /* that was asked last: after SAT it holds the model */
/* Does the arc lead from a state of F(level) outside of `premise` (NULL: any) into `c`?
 * UNSAT: `core` (may be NULL) gets literals of c that suffice. SAT: lit_asked holds a model, unless
 * the answer came from the cache, which queries to generalize use that want no core. */
enum answer lit_arc_query(literals *s, uint32_t a, uint32_t level, const cube *c,
                          const cube *premise, term_vec *core, enum query_kind kind);
/* The same along one path of an arc with choices. */
enum answer lit_path_query(literals *s, uint32_t a, const path *x, uint32_t level, const cube *c);
term lit_arc_image(literals *s, uint32_t a, term lit);
term lit_arc_before(literals *s, const path *x,
                    term lit); /* wep of a literal along a path, without its guards */
/* Is c inductive at l relative to F(level - 1) (LEVEL_INFINITY: to F_infinity)? UNSAT along all
 * arcs, with the union of the cores; otherwise *failed is the arc. */
enum answer lit_inductive(literals *s, loc l, uint32_t level, const cube *c, term_vec *core,
                          uint32_t *failed, enum query_kind kind);
void lit_restart(ic3 *k, uint32_t a);
/* The highest level up to which c, blocked at `level`, is now; c shrinks to what that needs. */
uint32_t lit_highest(literals *s, loc l, uint32_t level, cube *c);

/* A question about cubes only, whose answer only improves: UNKNOWN after a while. */
enum answer lit_local_check(literals *s, uint32_t n, const term *assumptions);
/* The end of a solver; its time is kept. */
void lit_close(literals *s, solver *gone);

/* precube.c */
/* The states before `a` from which the path of the solver's model leads into `post` (NULL:
 * anywhere): a cube that holds the model's state. *exact: no state of the pre-image is missing. */
const path *lit_precube(literals *s, uint32_t a, const cube *post, cube *out, bool *exact);
/* The same where `more` holds, too (literals that are true in the model). */
const path *lit_precube_where(literals *s, uint32_t a, const cube *post, const term_vec *more,
                              cube *out, bool *exact);
/* The values of `only` for which the path of the solver's model, with `more`, leads into `post`: a
 * cube over these only that holds `values`. False: stopped. */
bool lit_precube_over(literals *s, uint32_t a, const cube *post, const term_vec *more,
                      const term_vec *only, const term_vec *values, cube *out);
/* project.c: remove `inputs` from the literals; every literal stays true in `m`. False where states
 * were lost. */
bool lit_project(literals *s, const model *m, const term_vec *inputs, term_vec *lits);

/* u as a term without u, from an equation; none where it cannot be read off. */
term lit_solve_for(literals *s, term equation, term u);
/* plain.c: comparisons of sums as bounds of what is summed. False where states were lost. */
bool lit_plain_bounds(literals *s, const model *m, term_vec *lits);
/* enrich.c: add literals that follow from the others by their equations; the states stay the same.
 */
void lit_enrich_cube(literals *s, const model *m, term_vec *lits);

/* generalize.c */
/* Weaken c, whose core along all arcs is `core`, at (l, *level). *level may rise: the result is
 * blocked there. */
cube lit_generalize(literals *s, loc l, uint32_t *level, const cube *c, const term_vec *core);

/* weaken.c */
void lit_constants_collect(literals *s);

/* Drop literals of c, blocked at (l, level), one by one. */
cube lit_drop_literals(literals *s, loc l, uint32_t level, const cube *c);

/* infinity.c: learn a lemma of F_infinity that excludes c; false where none was found. */
bool lit_exclude(ic3 *k, loc l, const cube *c);

/* implied.c: append bounds and orders that c implies at l, given F_infinity; the states stay the
 * same. */
void lit_implied(literals *s, loc l, const cube *c, term_vec *out);
void lit_widened_collect(literals *s);

/* guide.c */
lemma_families *families_new(void);
void families_delete(lemma_families *f);
void lit_conjecture(literals *s, loc l, uint32_t level,
                    const cube *c); /* c is a new lemma's cube */

/* counterexample.c */
enum arrival lit_counterexample(
    ic3 *k, uint32_t at_start); /* the obligation at the start; fills the trace */

#endif
