/* The domain of predicates: IC3 with implicit predicate abstraction (paper 002), on control-flow
 * automata: the combination that the paper calls orthogonal and leaves open. A transition system is
 * the case of one location.
 *
 * Every location has a set of predicates that only grows. Cubes and lemmas are over predicates of
 * their location. As frames mention nothing but predicates, the abstract query F(X) & EQ(X,Y) &
 * T(Y,Y') & EQ(Y',X') & c(X') is equisatisfiable with F(Y) & T(Y,Y') & c(Y'); the abstraction lies
 * in what is taken from a model: the values of all predicates, not the state (AbsRelInd). A chain
 * of obligations back to the start is an abstract counterexample (for ic3qe, whose cubes are
 * projections of concrete pre-images, a real one); `simulate` decides it on the concrete automaton,
 * `refine` finds predicates that refute it.
 *
 * Levels count edges from the start. F(0, l) is empty but at the start; nothing is ever blocked at
 * the start. */
#ifndef ENGINE_IC3_PREDICATES_H
#define ENGINE_IC3_PREDICATES_H

#include "engine/ic3/ic3.h"
#include "program/semantics.h"
#include "term/project.h"

typedef vec(cube) vec_cube; /* the arrays of cubes are in ic3ia.cubes */

typedef struct {
    term_vec values;
} spread; /* all values of a variable at a location, in order */

typedef struct {
    term_vec predicates; /* atoms over program variables */
    map known;           /* atom id -> 1 */
    term_vec vars;       /* variables of the predicates */
    map vars_seen;
    term proven;     /* holds in every reachable state, see seed.c and values.c; none: true */
    vec(spread) few; /* of variables with few values */
    map few_of;      /* variable id -> index into few */
    bool is_start, is_error;
} predicate_place;

/* An arc with its solver: the transition asserted once, lemmas of the source guarded by literals of
 * their levels. */
typedef struct {
    edge_id id;
    loc from, to;
    listener of;
    const transition *tr; /* the arc's */
    substitution to_next; /* program variable -> its value after the edge */
    term_vec source_vars; /* program variables that occur in the transition or are assigned */
    uint32_t temporaries; /* activation literals spent since the solver was made */
    vec_cube apart;       /* from the start: cubes that the edge is known not to enter */
    vec_cube entered; /* from the start: values of all predicates of some states that it enters */
} arrow;

/* What the queries along all arcs into a location need. */
typedef struct {
    map needed;     /* literals */
    uint32_t level; /* the highest level at which the cube is blocked by the same proofs */
} blocking;

/* Where the time goes; what is not here is blocking. */
enum phase {
    PHASE_SEED,
    PHASE_SIMULATE,
    PHASE_REFINE,
    PHASE_MINIMIZE,
    PHASE_RELATE,
    PHASE_PROPAGATE,
    PHASE_VALUES,
    PHASE_POLYHEDRA,
    PHASES
};

typedef struct ic3ia {
    ic3 k;
    vec(predicate_place) places; /* by location */
    vec(arrow) arrows;           /* by arc */
    arena cubes;
    blocking proof; /* of the obligation that was found inductive */
    projector project;
    model m;
    bool quantify;  /* ic3qe: predecessors by projection instead of predicates */
    void *strategy; /* of ic3qe and ctigar */
    bool unrefined; /* stopped because a spurious path brought no new predicate */
    struct simulation *sim;
    uint64_t related; /* refinements by relations in the place of bounds */
    uint32_t vain;    /* times since then that relations did not refute the path */
    uint64_t
        completed;   /* refinements where the strategy chosen did not refute the path by itself */
    uint32_t silent; /* times that the interpolator did not answer */
    double seconds[PHASES]; /* of CPU */
    uint64_t refinements, dropped, minimized;
    uint64_t initial; /* predicates that were there before the first query */
} ic3ia;

/* query.c: cubes and queries. */
cube cube_of(ic3ia *e, const term_vec *literals);
term clause_of(ic3 *k, const cube *c);
/* F(level, from) & [not c, where the edge is a loop] & T & c': the answer; core of c in `core` (may
 * be NULL) after UNSAT. */
enum answer edge_query(ic3ia *e, arrow *a, uint32_t level, const cube *c, term_vec *core);
/* The same, with after UNSAT in `reach` the highest level that the same proof serves (ALL_LEVELS:
 * every one). Any cube d between the core and c is blocked too: the fewer literals d has, the more
 * not d says as a premise. After SAT along an edge from the start there need not be a model. */
#define ALL_LEVELS UINT32_MAX
enum answer edge_prove(ic3ia *e, arrow *a, uint32_t level, const cube *c, term_vec *core,
                       uint32_t *reach);
/* After SAT of the query for c (NULL: true): the cube of the predecessor. Over predicates, their
 * values in the model; for ic3qe a projection of the pre-image. */
void edge_predecessor(ic3ia *e, arrow *a, const cube *c, term_vec *literals);
/* After SAT: literals over the source's variables, all of whose states can take the edge into
 * `targets` (conjoined, already over next values). Under-approximates the pre-image, contains the
 * model. */
void edge_preimage(ic3ia *e, arrow *a, const term_vec *targets, term_vec *literals);
/* A solver that holds the transition relation of `a`; the caller's, like the budget, which must
 * outlive it. NULL: there is none. */
solver *arrow_solver(const ic3ia *e, const arrow *a, const budget *limit);
void arrow_open(ic3ia *e, arrow *a);

/* ic3ia.c: a run around the kernel; the caller sets e's kernel (a domain made from this one), and
 * the rest to zero. */
extern const ic3_domain predicate_domain;
ic3 ic3ia_kernel(const ic3_domain *domain, program *p, const engine_options *o, const budget *b,
                 board *shared, engine_result *result);
void ic3ia_main(ic3ia *e);
/* A chain of obligations from the start is simulated, and refined where it is spurious. */
enum arrival predicates_arrive(ic3 *k, uint32_t obligation);

/* initial.c: after what is known is known. */
void initial_predicates(ic3ia *e);

/* seed.c */
bool seed_due(const ic3ia *e);
void seed_run(ic3ia *e);

/* values.c: after the arrows are made. */
void few_values_run(ic3ia *e);
/* The atom, or one that is the same or its negation under what few_values_run found, of which there are
 * fewer; a constant where it says nothing. */
term values_atom(ic3ia *e, loc at, term atom);

/* polyhedra.c: after few_values_run. */
void polyhedra_run(ic3ia *e);

/* trim.c: of the facts known first, keep what the proof at the fixpoint level needs; the end of all
 * queries. */
void trim_facts(ic3ia *e, uint32_t level);

/* generalize.c */
enum answer predicates_inductive(ic3 *k, uint32_t obligation, uint32_t *arc_id);
bool predicates_generalize(ic3 *k, uint32_t obligation, uint32_t *level, cube *out);
enum answer predicates_propagate(ic3 *k, uint32_t lemma, uint32_t level, cube *out,
                                 uint32_t *failed);
/* An edge along which the cube can be entered at `level`, whose solver then has the model; NO_ARC:
 * none, or stopped. */
uint32_t cube_entry(ic3ia *e, loc at, const cube *c, uint32_t level);
/* Add the lemma of a cube that is blocked at `level`: literals dropped, as high as it holds. The
 * lemma's cube. */
cube cube_learn(ic3ia *e, loc at, const cube *c, uint32_t level);

/* ic3qe_weaken.c: a blocked cube enlarged, by sums of two bounds before literals are dropped, and
 * by moving bounds after. */
typedef struct {
    uint32_t depth;
    uint64_t weakened, counterexamples;
} qe_state; /* e->strategy of ic3qe */
void qe_combine(ic3ia *e, loc at, uint32_t level, term_vec *literals);
void qe_move(ic3ia *e, loc at, uint32_t level, term_vec *literals);

/* minimize.c: is the abstract path infeasible with the candidates as further predicates? UNSAT: it
 * is, and with `minimize` the candidates that this needs are kept; `vars` are the state variables.
 */
typedef struct {
    loc at;
    term atom;
} located_atom;
typedef vec(located_atom) located_atoms;
enum answer predicates_refute(ic3ia *e, const u32_vec *steps, const vec_cube *cubes,
                              const term_vec *vars, located_atoms *candidates, bool minimize);

/* simulate.c: a path on the concrete automaton. */
typedef struct simulation {
    solver *s;
    term_vec vars;        /* state variables: read by some edge before it writes them */
    map steps;            /* arrow << 32 | step -> activation literal's term id */
    vec(substitution) at; /* program variable -> x@i */
} simulation;
simulation *simulation_new(ic3ia *e);
void simulation_delete(ic3ia *e);
enum answer simulate(ic3ia *e, const u32_vec *steps, const vec_cube *cubes);
void report_run(ic3ia *e, const u32_vec *steps); /* after SAT: the verdict and its trace */
term at_step(ic3ia *e, term var, uint32_t step);

/* refine.c: true if the run goes on (new predicates), false if a verdict or stop is set. */
bool concretize(ic3ia *e, uint32_t obligation_id);
bool predicate_add(ic3ia *e, loc at, term atom);

#endif
