/* Which goals are covered by which test, which can never be, and which are open.
 *
 *     load once -> sample runs -> goals that reductions exclude
 *         -> engines on all remaining goals, then on fewer and fewer at a time
 *
 * Every run marks every goal that it passes. COVERED needs a run that was replayed on the unreduced
 * program, and where something in it is over-approximated one that was executed. UNREACHABLE needs
 * a proof whose certificate was checked, as for verify; limits of the model (recursion, heap) must
 * be unreachable, too, and nothing may be under-approximated. What the program does not have at all
 * - the compiler left it out, or no call leads there - needs no proof.
 *
 * Sampling and searches draw from the program with all its goals, so they cover many at a time; a
 * proof about several goals at once is one invariant. A group of goals that is not decided in its
 * time is split. */
#ifndef GOAL_DEADCODE_H
#define GOAL_DEADCODE_H

#include "goal/cone.h"
#include "goal/goal.h"
#include "goal/marked.h"
#include "verify/verify.h"

typedef struct {
    verify_options verify;
    enum goal_criterion criterion;
    enum goal_mcdc mcdc;
    double goal_seconds; /* CPU: the most for one goal only; 0: no limit but the total */
    double cpu_seconds;  /* for everything, of all processes; 0: no limit */
    const char *justify; /* a file of justifications; NULL: none */
    const char *store;   /* a file that keeps results as they come; NULL: none */
    bool resume;         /* begin with what it has */
    const char *keep;    /* a directory with such files of earlier programs; NULL: none */
    string_vec excluded; /* files and folders whose goals are left out; borrowed */
    bool execute;        /* run the tests compiled, too */
    bool engine_only;    /* for measuring: each goal by itself, by the engine, and nothing else */
} deadcode_options;

/* Who found a test; the engine: of FOUND_BY_ENGINE, otherwise the word for it. */
enum test_finder { FOUND_BY_SAMPLING, FOUND_BY_RUNNING, FOUND_BY_ENGINE, TEST_FINDERS };
typedef struct {
    enum test_finder kind;
    const char *name;
} test_origin;
test_origin test_found_by(enum test_finder kind); /* not an engine */
test_origin test_found_by_engine(const char *name);

/* The inputs [from, to) of a test are one step, which is made so many more times (leap.h). */
typedef struct {
    uint32_t from, to;
    uint64_t rounds;
} goal_leap;

typedef struct {
    input_log inputs; /* values live in the pool of the deadcode */
    model initial;    /* values at the start that matter */
    bits passed;      /* marks */
    bits executed;    /* of them: passed by the compiled test as well */
    vec(goal_leap) leaps;
    uint32_t last; /* the mark that it was made for: it ends there */
    test_origin by;
    bool chosen;     /* part of the suite */
    uint32_t number; /* in the suite, from 1 */
    enum evidence_level level;
    char why[200]; /* not executed: why */
    text code;     /* as C; empty: it cannot be written */
} goal_test;
void goal_test_release(goal_test *t);

typedef struct {
    const char *engine, *checker;
    solver_set used; /* by the engine */
    enum evidence_level level;
    uint32_t queries, marks;
    double seconds;
    double found_in; /* CPU seconds of the question that it answers */
    text certificate;
    text invariant; /* in words, a line for each loop */
    /* What the certificate can be written from again (kept.h): */
    enum proof_kind kind;
    uint32_t k;       /* segments, where the kind counts them */
    uint32_t near;    /* of its cone; 0: all that the goals depend on */
    bool cut;         /* it is about the cone of its goals, not about the whole program */
    bool can_be_kept; /* the invariant below is all there is to it */
    bits goals;       /* marks that it excludes; for `marks` of them it was made */
    text by_location; /* the invariant: a line for each cut point that has one (kept.h) */
    int64_t row;      /* in the store; 0: none */
} goal_proof;

/* What was known at a moment: the curve of a run. */
typedef struct {
    double cpu, wall;  /* seconds since the start */
    const char *phase; /* a literal */
    uint32_t covered, unreachable, open;
} goal_moment;

typedef struct {
    goals goals;
    verification *v; /* the load; its verdict and detail are those of the whole */
    marked marked;
    cone cone;
    values *pool;
    vec(goal_test) tests; /* those chosen are the suite */
    uint32_t suite;       /* how many are */
    vec(goal_proof) proofs;
    vec(text) texts;            /* the marked sources */
    char obstacle[200];         /* why nothing can be proved unreachable; empty: it can */
    uint64_t runs;              /* of the sampling */
    struct goal_store *store;   /* NULL: nothing is kept */
    uint32_t restored;          /* marks that it knew */
    bool unwritable;            /* it could not be written, and is not open */
    uint32_t refused;           /* tests and proofs of it that did not hold */
    uint32_t excluded;          /* goals that were left out */
    bool interrupted;           /* by the user: what is known is reported anyway */
    struct native_steps *steps; /* the program compiled; NULL: it is not */
    char not_run[120];          /* why not; empty: it is, or was not tried yet */
    uint32_t explored;          /* how often it was run */
    uint32_t depth;             /* no run that passes fewer loop heads covers more; 0: not known */
    uint32_t groups;            /* that engines were asked about */
    vec(struct goal_effort {
        double whole;      /* CPU seconds that each engine had for it alone */
        uint32_t nearness; /* with less of the program there is a run (prove_goals.c) */
    }) effort;             /* by mark */
    double cpu_start;      /* clock_cpu_all() */
    double wall_start;     /* clock_now() */
    double load_seconds;   /* wall time: to read the program, to replay its tests */
    double replay_seconds;
    const char *phase; /* what is being done, a literal */
    vec(goal_moment) curve;
    double seconds;
} deadcode;

/* `v` is the caller's, zeroed. Where loading fails it says so as verify_run does, and there are no
 * goals. */
void deadcode_run(const deadcode_options *o, deadcode *d, verification *v);
void deadcode_release(deadcode *d);

#endif
