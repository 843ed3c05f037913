/* Engines: each takes a program and says whether an error location can be reached.
 *
 *     engine_run(program, options, budget, board, result)
 *
 * An engine sees `program`, `term`, `solver`, nothing of C. It works on whatever reduction it is
 * given; the evidence it returns speaks about that program and is carried back and checked
 * elsewhere (evidence/).
 *
 * TRUE: `invariant` has a formula for every location (true where absent), inductive along every
 * edge, false at every error location. FALSE: `trace` is the sequence of edges with the input
 * values used, in order. UNKNOWN: `reason` says why, in a word or two a user understands. */
#ifndef ENGINE_ENGINE_H
#define ENGINE_ENGINE_H

#include "base/budget.h"
#include "base/text.h"
#include "engine/progress.h"
#include "program/fold.h"
#include "program/interpret.h"
#include "program/program.h"
#include "solver/solver.h"

enum verdict { VERDICT_UNKNOWN, VERDICT_TRUE, VERDICT_FALSE };

/* What a TRUE rests on. An unrolling needs no invariant: no run passes k loop heads; or no run goes
 * more than k rounds through a loop each time that it enters one (unwinding). With
 * k-induction the formulas of `invariant` hold at every reachable state (they may be absent), no
 * run of at most k segments (regions between loop heads) reaches an error, and no k segments from
 * states in the invariant end in one. */
/* PROOF_LOOPLESS: invariants of loops, each in the context of what is known before its loop
 * (program/loopless.h); elsewhere none. */
enum proof_kind {
    PROOF_INVARIANT,
    PROOF_UNROLLING,
    PROOF_K_INDUCTION,
    PROOF_UNWINDING,
    PROOF_LOOPLESS,
    PROOF_KINDS
};

/* The engines and their strategies by number, from one table (engine/engines.def). */
enum engine_id {
    ENGINE_NONE,
#define ENGINE(id, name, purpose) ENGINE_##id,
#define STRATEGY(id, engine, name, purpose) ENGINE_##id,
#include "engine/engines.def"
    ENGINE_COUNT
};

/* Engines side by side, in the order of their first turns. Zeroed: nobody. */
typedef struct {
    uint32_t size;
    uint8_t members[ENGINE_COUNT]; /* enum engine_id */
} engine_team;
void team_add(engine_team *t, enum engine_id e); /* unless it is there */

/* Engine options come from one table, engine/options.def: X(name, type, default, low, high, help).
 */
enum { CUBE_ORDER_ASC, CUBE_ORDER_DESC, CUBE_ORDER_RANDOM };
enum { GENERALIZE_NONE, GENERALIZE_MULTI, GENERALIZE_SINGLE, GENERALIZE_JOINT };
enum { MINE_NONE, MINE_PROPERTY, MINE_PROGRAM };
enum { REFINE_CORE, REFINE_WP, REFINE_INTERPOLATION };
enum { CTIGAR_CCL, CTIGAR_CCE, CTIGAR_LCL, CTIGAR_LCE };
typedef struct engine_result engine_result;
typedef struct engine_options {
#define OPT_BOOL(name, flag, value, help) bool name;
#define OPT_INT(name, flag, value, low, high, help) int64_t name;
#define OPT_ENUM(name, flag, value, choices, help) int name;
#define OPT_TEXT(name, flag, value, help) const char *name;
#include "engine/options.def"
#undef OPT_BOOL
#undef OPT_INT
#undef OPT_ENUM
#undef OPT_TEXT
    const fold_vec *folds;            /* that the program has ghosts for; NULL: none */
    const struct native_runs *native; /* NULL: the program exists in this form only */
    engine_team team; /* of a portfolio: only these engines; nobody: those that fit */
    double turn; /* of a portfolio: CPU seconds that each engine has, once; 0: turns that grow */
    progress *progress; /* where the engine says how far it is; NULL: nowhere */
} engine_options;
void engine_options_default(engine_options *o);

typedef struct {
    vec(edge_id) edges;
    input_log inputs; /* values of the havocs along the trace, in order */
    model initial;    /* values of variables at the start, where they matter */
    bool too_long;    /* for a replay by the interpreter, where the compiled program can be run */
} trace;

/* Counters an engine reports; printed by --stats and --json, in order. */
typedef struct {
    vec(struct engine_counter {
        const char *name;
        double value;
    }) items;
} engine_stats;
void stats_set(engine_stats *s, const char *name,
               double value); /* adds or replaces; name is a literal */
/* Among the statistics: each switch that is on and whose flag begins like this, and --ic3-facts. */
void engine_report_switches(const engine_options *o, const char *prefix, engine_stats *out);

/* A variable of the proof only, with any value that never changes: the invariant holds for all
 * values. At the error location it may be taken to equal `index`, for whatever value the index has
 * there, some choice of the ghost has it too. Several for one ghost and location are alternatives:
 * on an edge into it, the one that counts is what is read on the way. */
struct ghost {
    term var;
    loc error;
    term index;
};

/* The invariant holds for every value of a ghost, so at `at` for the index: what may be assumed
 * where a step begins there. Of PROOF_LOOPLESS: the ghost has the value that the index had where
 * the run entered the loop of the head `at`. */
struct ghost_instance {
    loc at;
    term var;
    term index;
};

/* A predicate that a refinement of an abstraction brought, in order; `steps` edges had the spurious
 * path. */
struct predicate_found {
    uint32_t refinement, steps;
    loc at;
    term atom;
};

struct engine_result {
    enum verdict verdict;
    char reason[160];      /* UNKNOWN */
    enum budget_end end;   /* UNKNOWN: what ran out, where that is the reason */
    uint32_t limit;        /* UNKNOWN: 1 + the property of the limit that stands in the
                              way; 0: none does */
    bool refuted;          /* UNKNOWN: there was a verdict, and its evidence was refuted */
    const char *engine;    /* who decided */
    solver_set used;       /* who answered queries on the way, with those of the lemmas taken in */
    enum proof_kind proof; /* TRUE */
    uint32_t k;          /* PROOF_UNROLLING, PROOF_K_INDUCTION: segments; PROOF_UNWINDING: rounds */
    vec(term) invariant; /* by location */
    vec(struct ghost) ghosts;             /* that the invariant mentions; usually none */
    vec(struct ghost_instance) instances; /* that the steps of the proof need */
    trace trace;
    loc reached; /* the error location of a FALSE */
    engine_stats stats;
    vec(struct predicate_found)
        predicates; /* of engines that refine; lost where the engine ran in another process */
    values *pool;   /* owns the values of the trace */
    struct { /* TRUE: how the certificate was checked in the process of the engine; level 0: it was
                not */
        int level; /* enum evidence_level */
        const char *checker;
        uint32_t queries;
        double seconds;
        text certificate; /* that was checked */
    } checked;
};
void engine_result_init(engine_result *r, terms *t);
void engine_result_release(engine_result *r);
/* Debug builds: a proof speaks of variables of the program, and of its ghosts; a trace is a path
 * from the start to an error. */
void engine_result_check(const program *p, const engine_result *r);
void engine_unknown(engine_result *r, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void engine_stop(engine_result *r, stop_reason why);
/* No violation inside the model, whose limit (a number as in locations) runs go beyond. */
void engine_limited(engine_result *r, const program *p, uint32_t limit);

/* Runs of the compiled program, from whoever knows how it is compiled. `run` looks for a violation
 * within so many CPU seconds; result: FALSE with inputs that were replayed or executed (no edges),
 * or UNKNOWN with a reason. False: it could not be run. */
typedef struct native_runs {
    bool (*run)(const void *context, program *p, uint64_t seed, const u64_vec *constants,
                double seconds, const budget *b, engine_result *result);
    const void *context;
} native_runs;

/* The board: where engines of a portfolio post and read. Implemented in engine/board.c; NULL is a
 * board nobody reads. A posted lemma holds at its location in every reachable state. */
typedef struct board board;

/* An engine decides the program, or says why it does not. NAME_run of each engine of the table, and
 * NAME_STRATEGY_run of each strategy, are such functions. */
typedef void engine_function(program *p, const engine_options *o, const budget *b, board *board,
                             engine_result *result);
#define ENGINE(id, name, purpose) engine_function name##_run;
#define STRATEGY(id, engine, name, purpose) engine_function engine##_##name##_run;
#include "engine/engines.def"

typedef struct {
    enum engine_id id;
    const char *name;
    const char *help;
    engine_function *run;
} engine;
/* Run it, and set result->used. */
void engine_run(const engine *e, program *p, const engine_options *o, const budget *b, board *board,
                engine_result *result);

#endif
