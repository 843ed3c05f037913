/* The kernel of IC3 on control-flow automata: frames by location, proof obligations, blocking and
 * propagation (paper 000, Alg. 1 to 3). What a lemma is made of is the matter of a domain: literals
 * of the program (IC3CFA), predicates (IC3IA, IC3QE, CTIGAR), bounds of variables (iSAT3+IC3). A
 * domain's state begins with an `ic3`; its functions get a pointer to that.
 *
 * Invariants, for all locations l and levels i (paper 000, Sect. 4.1):
 *   F(i, start) is true; F(0, l) is false elsewhere;
 *   F(i, l) implies F(i+1, l): a lemma of level j holds in F(0, l) ... F(j, l) and is stored once
 *     (delta encoding);
 *   F(i, l) and T(l -> l') imply F(i+1, l')';
 *   F_infinity, the lemmas of LEVEL_INFINITY and the facts, is inductive: it holds in every
 *     reachable state;
 *   an obligation (i, l, c): every state of c at l runs into the error (with an abstraction: may
 *     run). Its cube may hold fewer states than the pre-image has, so the search examines it
 *     again until no arc leads into it.
 *
 * Debug builds check them: ic3_check. */
#ifndef ENGINE_IC3_IC3_H
#define ENGINE_IC3_IC3_H

#include "base/bits.h"
#include "base/log.h"
#include "base/random.h"
#include "engine/board.h"
#include "engine/common/path.h"
#include "engine/engine.h"
#include "engine/ic3/cube.h"

#define LEVEL_INFINITY UINT32_MAX
#define NO_OBLIGATION UINT32_MAX
#define NO_ARC UINT32_MAX

typedef struct ic3 ic3;

/* ---- frames ---- */
typedef struct {
    cube cube; /* that is excluded */
    uint32_t level;
    loc at;
    bool dead;             /* subsumed by another */
    uint64_t failed_stamp; /* when propagation last failed: the source's frame then */
    uint32_t failed_arc, failed_level;
} lemma;
typedef struct {
    uint32_t lemma, level;
} lemma_event;
typedef struct {
    u32_vec live;         /* lemmas */
    vec(lemma_event) log; /* what solvers have to hear, in order */
    term_vec facts;       /* in F_infinity, from outside: inductive together */
    uint64_t stamp;       /* counts changes */
    u64_vec changed;      /* by level: the stamp when F(level) last became stronger */
} frame_sequence;

/* ---- arcs ---- */
/* A path of the program between two locations, as the engine sees it: an edge, or one of several
 * that an edge is split into. */
typedef struct {
    edge_id edge;
    loc from, to;
    bool error;  /* leads to an error location */
    bool closed; /* not followed any more: a limit location that was reached */
    way way;
    uint64_t failures; /* queries that were satisfiable: orders the arcs */
} arc;
/* A solver that knows the frames of a location, guarded by literals of their levels. */
typedef struct {
    solver *solver;
    uint32_t heard, facts; /* events of the log and facts that it knows */
    uint32_t linked;       /* level literals below this one imply the next */
    term guard;            /* what it hears holds under this condition; none: always */
    const term_vec *about; /* what it hears is about these variables ... */
    term_vec instead;      /* ... and told about these terms; NULL: told as it is */
} listener;

/* ---- obligations ---- */
typedef struct {
    uint32_t level;
    loc at;
    cube cube;
    uint32_t parent; /* obligation that the arc leads into; NO_OBLIGATION: the error */
    uint32_t arc;
    uint64_t key;             /* order among equals: the smallest first */
    uint64_t inductive_stamp; /* 1 + lemmas of F_infinity when it was last tried to be excluded by
                                 one; 0: never */
    bool used, queued, kept;
    bool settled;  /* a run comes from the start into it: nothing is to be done */
    bool expanded; /* its pre-cubes were queued and are all of its pre-image */
} obligation;

/* ---- domains ---- */
/* ARRIVAL_FACT: a run to where the chain of obligations ends, which is no error; they are done. */
enum arrival { ARRIVAL_RUN, ARRIVAL_REFINED, ARRIVAL_FACT, ARRIVAL_STOPPED };

typedef struct {
    const char *name;
    /* Cubes. Does every state of `large` lie in `small`? The clause that excludes a cube. NULL
     * `release`: the domain owns cubes. */
    bool (*subsumes)(const cube *small, const cube *large);
    term (*clause)(ic3 *k, const cube *c);
    void (*release)(cube *c);

    /* Can a state of F(level) take the arc into the error? After SAT `predecessor` has the model.
     */
    enum answer (*error)(ic3 *k, uint32_t arc, uint32_t level);
    /* Is the obligation's cube inductive relative to F(level - 1)? SAT: *arc leads in; UNSAT:
     * `generalize` comes next. */
    enum answer (*inductive)(ic3 *k, uint32_t obligation, uint32_t *arc);
    /* After SAT: queue an obligation for states before the arc, at `level`. False: stopped. */
    bool (*predecessor)(ic3 *k, uint32_t arc, uint32_t level, uint32_t parent);
    /* After UNSAT: the cube of a lemma that excludes the obligation's, up to *level, which may
     * rise. False: stopped. */
    bool (*generalize)(ic3 *k, uint32_t obligation, uint32_t *level, cube *out);
    /* May the lemma rise from `level` to the next? UNSAT: it may; *out (zero: as it is) is a weaker
     * cube that may, too. */
    enum answer (*propagate)(ic3 *k, uint32_t lemma, uint32_t level, cube *out, uint32_t *failed);
    /* An obligation at the start: a run (in the result's trace), or an abstraction that was
     * refined. */
    enum arrival (*arrive)(ic3 *k, uint32_t obligation);

    /* From here on NULL where there is nothing to do. */
    bool (*blocked)(ic3 *k,
                    const obligation *o); /* further ways to see that the frames exclude it */
    void (*examine)(ic3 *k, uint32_t obligation);   /* instead of ic3_examine */
    void (*learnt)(ic3 *k, loc at, uint32_t level); /* after the lemma of `generalize` was added */
    void (*added)(ic3 *k, const cube *c);           /* a lemma joined the frames */
    bool (*exclude_due)(const ic3 *k); /* is it worth to look for lemmas of F_infinity? */
    bool (*exclude)(ic3 *k, loc at, const cube *c); /* learn one that excludes c */
    bool (*turn)(ic3 *k); /* between obligations; false: decided, or to begin again */
    bool (*proved)(ic3 *k,
                   uint32_t level); /* before the invariant is handed out; false: it is not */
    void (*forget)(ic3 *k, uint32_t obligation); /* what the domain keeps with an obligation */
    void (*restart)(ic3 *k,
                    uint32_t arc); /* the log of the source begins again: so must its listeners */
} ic3_domain;

#define IC3_COUNTERS(X)                                                                            \
    X(obligations_made, "obligations")                                                             \
    X(obligations_reused, "obligations reused")                                                    \
    X(lemmas_made, "lemmas")                                                                       \
    X(lemmas_inductive, "lemmas of F_infinity")                                                    \
    X(lemmas_subsumed, "lemmas subsumed")                                                          \
    X(lemmas_pushed, "lemmas pushed")                                                              \
    X(facts_known, "facts from outside")                                                           \
    X(rebuilt, "solvers rebuilt")
typedef struct {
#define X(name, help) uint64_t name;
    IC3_COUNTERS(X)
#undef X
} ic3_counters;

/* What the kernel shares with other engines. */
typedef struct {
    board_reader reader;
    uint32_t posted, offered; /* lemmas on the board; lemmas that were looked at for it */
    bool mute;                /* something was not posted, on which later lemmas may rest */
} ic3_exchange;

/* How the domain wants the kernel to work. */
typedef struct {
    bool push_obligations; /* a blocked obligation is examined at the next level at once */
    bool latest_first; /* among obligations of a level the one queued last, not the one made last */
    bool reuse;        /* blocked obligations are kept for the next level (paper 000, Sect. 4.3) */
    bool remember_failures; /* a lemma is not propagated again while the frame that it failed in is
                               the same */
    bool calls;    /* what an arc does depends on frames of other locations than its source, too */
    bool infinity; /* lemmas of F_infinity are looked for */
} ic3_wishes;

/* Numbers of obligations. */
typedef struct {
    u32_vec heap;   /* to be examined, the smallest first */
    u32_vec parked; /* blocked, until the next level */
    u32_vec free;   /* may be used again */
    uint64_t sequence;
} ic3_queue;

struct ic3 {
    const ic3_domain *domain;
    program *p;
    terms *t;
    const engine_options *o;
    const budget *limits;
    engine_result *result;
    ic3_exchange board;
    ic3_wishes wants;
    double begun; /* clock_cpu() then */
    uint32_t frontier;
    uint64_t queries;
    vec(lemma) lemmas;
    vec(frame_sequence) frames; /* by location */
    vec(arc) arcs;
    vec(u32_vec) into, out; /* by location: arcs between locations that matter */
    u32_vec errors;         /* arcs into error and limit locations, which no other list has */
    bits reached;           /* locations that some path in the graph reaches */
    bits asked_about;       /* locations that matter as errors do; usually none */
    term_vec level_literal; /* F(i, .) is switched on by level_literal[i] */
    vec(obligation) obligations;
    ic3_queue queue;
    rng random;
    ic3_counters n;
    uint32_t limit_property; /* 1 + index: a limit location was reached, so TRUE is out of reach */
    bool stopped;            /* out of resources or a solver gave up; result->reason says why */
};

/* ic3.c: the caller sets domain, program, options, budget, result, board and what it wants; the
 * rest is zero. */
void ic3_init(ic3 *k, bool split); /* makes the arcs */
void ic3_run(ic3 *k);              /* the result has the verdict and the kernel's counters */
void ic3_release(ic3 *k);
void ic3_stop(ic3 *k, const char *why);
void ic3_stop_for(ic3 *k, stop_reason why);
void ic3_stop_asking(ic3 *k, const solver *s); /* after UNKNOWN */
bool ic3_out_of_budget(ic3 *k);
void ic3_examine(
    ic3 *k, uint32_t obligation); /* one obligation: a lemma, or one more obligation before it */
void ic3_learn(ic3 *k, uint32_t obligation); /* after UNSAT */

/* arcs.c */
bool ic3_is_bad(const ic3 *k,
                loc l); /* an error location, or a limit location: a proof excludes both */
void arcs_make(ic3 *k, bool split); /* split: one arc for each path through an edge (Def. 14) */
uint32_t arcs_add_still(
    ic3 *k, loc l); /* an arc that does nothing: its queries are about F(level, l) only */
void arcs_release(ic3 *k);
term ic3_level_literal(ic3 *k, uint32_t level);
/* The solver gets what it does not know yet of the frames of `from`; and that each level up to
 * `top` implies the next. */
void listener_hear(ic3 *k, loc from, listener *x);
void listener_link(ic3 *k, listener *x, uint32_t top);

/* frames.c */
bool frames_block(const ic3 *k, loc l, uint32_t level, const cube *c); /* by one lemma, as syntax */
void frames_add(ic3 *k, loc l, uint32_t level, cube c);                /* takes the cube */
void frames_learn(ic3 *k, loc l, uint32_t level,
                  cube c);    /* add it unless a lemma says as much; takes the cube */
void frames_exchange(ic3 *k); /* facts from the board, F_infinity to it */
void frames_post(
    ic3 *k, uint32_t n,
    const board_lemma *l);         /* inductive together with what was posted and read before */
uint32_t frames_propagate(ic3 *k); /* the level of a fixpoint, or 0 */
void frames_invariant(
    ic3 *k, uint32_t level); /* lemmas above the level and facts, by location, into the result */
void frames_release(ic3 *k);

/* obligations.c */
uint32_t obligation_new(ic3 *k, uint32_t level, loc at, cube c, uint32_t parent, uint32_t arc,
                        uint32_t order); /* takes the cube */
void obligation_queue(ic3 *k, uint32_t id);
uint32_t obligation_pop(ic3 *k); /* lowest level first; NO_OBLIGATION where the queue is empty */
void obligation_blocked(ic3 *k, uint32_t id,
                        uint32_t level);   /* up to `level`: on to the next, keep, or drop */
void obligation_done(ic3 *k, uint32_t id); /* excluded by F_infinity */
void obligations_next_level(ic3 *k);       /* queue what was kept, forget what nothing needs */
void obligations_clear(ic3 *k);
void obligations_release(ic3 *k);

/* check.c: the invariants above, as far as syntax shows them; with `queries` also that lemmas are
 * inductive relative to their level, which needs all facts in the frames. What does not hold ends
 * the process. */
#ifdef CINCH_CHECK
void ic3_check(ic3 *k, bool queries);
#else
static inline void ic3_check(ic3 *k, bool queries) { (void)k, (void)queries; }
#endif

#endif
