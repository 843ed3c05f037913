/* Coverage goals: what a test suite must show, or a proof show impossible.
 *
 * A goal stands at a place of the source: a block of statements that is entered, an outcome of a
 * decision, a truth value of a condition where it is evaluated, the independent effect of a
 * condition (MC/DC). Each comes down to marks: points of the program that a run passes or
 * not. The source is compiled with the marks in it (mark.h), so that which mark belongs to which
 * goal is never a question of line numbers; positions are for people only.
 *
 * A decision is the controlling expression of if, while, for, do, ?: or switch, or a tree of && and
 * || anywhere else; its conditions are the leaves of that tree. One that the compiler evaluates has
 * no outcomes to show and is left out. A function that several files include, or a template that is
 * included twice, has each goal once: what holds for one copy must hold for all to be called
 * unreachable, and for one to be called covered. */
#ifndef GOAL_GOAL_H
#define GOAL_GOAL_H

#include "base/bits.h"
#include "base/intern.h"
#include "base/map.h"
#include "base/text.h"

/* What is asked for; each includes those before it. */
enum goal_criterion { CRITERION_STATEMENT, CRITERION_BRANCH, CRITERION_CONDITION, CRITERION_MCDC };

/* When a condition shows its effect: masking, where nothing hides it from the outcome in either of
 * two evaluations; unique cause, where no other condition has different values in the two. */
enum goal_mcdc { MCDC_MASKING, MCDC_UNIQUE_CAUSE };
extern const char *const goal_mcdc_names[2]; /* "masking", "unique-cause" */

enum goal_kind { GOAL_STATEMENT, GOAL_BRANCH, GOAL_CONDITION, GOAL_MCDC, GOAL_KINDS };
extern const char
    *const goal_kind_names[GOAL_KINDS]; /* "statement", "branch", "condition", "mcdc" */

/* Of a decision or a condition. */
enum goal_outcome {
    OUTCOME_NONE, /* of statements and MC/DC */
    OUTCOME_TRUE,
    OUTCOME_FALSE,
    OUTCOME_CASE,
    OUTCOME_DEFAULT,
    OUTCOME_NO_CASE, /* of a switch without default */
    GOAL_OUTCOMES
};
extern const char *const goal_outcome_names[GOAL_OUTCOMES];

enum goal_state {
    STATE_OPEN,        /* neither; `reason` says why */
    STATE_COVERED,     /* a run passes it; the run was replayed */
    STATE_UNREACHABLE, /* no run does; the proof was checked */
    STATE_JUSTIFIED,   /* not covered, and the user says why that is right */
    GOAL_STATES
};
extern const char
    *const goal_state_names[GOAL_STATES]; /* "open", "covered", "unreachable", "justified" */

/* Where in the sources, lines and columns from 1, the end exclusive; column 0: only lines are
 * known. */
typedef struct {
    uint32_t file, line, column, end_line, end_column;
} goal_range;

#define NO_MARK UINT32_MAX
#define NO_TEST UINT32_MAX

/* Two marks that cover an MC/DC goal together: the condition is true where the first is passed. */
typedef struct {
    uint32_t yes, no;
} goal_pair;

typedef struct {
    enum goal_kind kind;
    uint32_t function; /* in names */
    goal_range at;
    uint32_t words; /* in names: the beginning of its source, macros expanded */
    enum goal_outcome outcome;
    uint32_t label;     /* in names: of a case, "case 3" */
    uint32_t decision;  /* number of its decision, from 1; 0: none */
    uint32_t condition; /* number of its condition in the decision, from 1; 0: none */
    uint32_t
        mark; /* passing it covers the goal; of MC/DC: the half where the condition is true ... */
    uint32_t other;             /* ... and where it is false; otherwise NO_MARK */
    uint32_t first_pair, pairs; /* unique cause: any of these instead; 0: those two only */
    uint32_t justification;     /* in names: the user's words; empty: none */
    bool justified_in_source;   /* by a comment */
} goal;

/* What is known of a mark. */
typedef struct {
    enum goal_state state;
    uint32_t test;   /* COVERED: the first test that passes it */
    uint32_t reason; /* OPEN: why; UNREACHABLE: how it is known; in names */
    uint32_t proof;  /* UNREACHABLE: index into the proofs; UINT32_MAX: the compiler or the call
                        graph says so */
    bool executed;   /* COVERED: by the compiled test as well */
    bool refused;    /* OPEN: a run was found, and did not hold */
} mark;

typedef struct {
    enum goal_criterion criterion;
    enum goal_mcdc mcdc;
    intern names;
    vec(goal) items;
    vec(mark) marks;
    vec(goal_pair) pairs;
    uint32_t decisions;
    map by_key;        /* name of a key -> index into items */
    map by_path;       /* name of a real path -> name of the file as it was first called */
    uint32_t constant; /* decisions and conditions that the compiler evaluates */
    vec(struct goal_skipped {
        goal_range at;
        uint32_t what;
    }) skipped; /* decisions that have no goals */
} goals;

void goals_init(goals *g, enum goal_criterion c, enum goal_mcdc m);
void goals_release(goals *g);

/* The marks that decide: of an MC/DC goal the pair that is covered, or else one that still may be;
 * of others the mark only, twice. */
goal_pair goal_pair_of(const goals *g, const goal *x);
/* What follows for a goal from its marks: MC/DC is covered where both of a pair are, and cannot be
 * where one of each pair cannot. */
enum goal_state goal_state_of(const goals *g, const goal *x);
/* The mark that decides about it: the one that is unreachable or open, of two. */
const mark *goal_mark_of(const goals *g, const goal *x);
void goal_marks(const goals *g, const goal *x, bits *out); /* adds all that may decide about it */
/* Adds the marks that some undecided goal depends on. */
void goals_needed(const goals *g, bits *out);
const char *goal_name(const goals *g, uint32_t name);
const char *goal_outcome_of(const goals *g, const goal *x); /* in words */
const char *goal_criterion_of(const goals *g);              /* in words */

typedef struct {
    uint32_t total, by_state[GOAL_STATES];
} goal_count;
void goals_count(const goals *g, enum goal_kind k, goal_count *out);
/* Is every goal covered, unreachable or justified? */
bool goals_complete(const goals *g);

#endif
