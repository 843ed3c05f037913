/* The SAT solver's own structures. A literal is a variable times two plus its sign; a clause is
 * where its header starts in `arena`. */
#ifndef SOLVER_SAT_INTERNAL_H
#define SOLVER_SAT_INTERNAL_H

#include "base/heap.h"
#include "solver/sat/sat.h"

/* A clause: four words, then its literals. The first two literals are watched. */
enum { CLAUSE_SIZE, CLAUSE_FLAGS, CLAUSE_OWNER, CLAUSE_NEXT, CLAUSE_HEADER };
#define CLAUSE_LBD CLAUSE_OWNER   /* a learned clause has no owner, but a quality */
#define CLAUSE_NUMBER CLAUSE_NEXT /* where resolutions are traced */
#define CLAUSE_USED CLAUSE_NEXT   /* and the query that last used it */
enum { LEARNED = 1, GARBAGE = 2 };
#define NO_CLAUSE 0u
#define NEGLIGIBLE 1e-3    /* activity, of the increment: not met in the last 130 conflicts or so */
#define BINARY 0x80000000u /* in a watch: the blocker is the whole rest */

typedef struct {
    uint32_t clause, blocker;
} sat_watch;
typedef struct {
    sat_watch *data;
    uint32_t size, capacity;
} sat_watches;
enum { MAY_GUARD = 1, USED = 2, ROOT = 4, ATTACHED = 8, FAILED = 16, SEEN = 32, RELEVANT = 64 };
typedef struct {
    uint32_t level, reason;
    uint32_t clauses; /* the first that it owns; NO_CLAUSE: none */
    uint32_t edges;   /* what it depends on: where its batch of edges starts; 0: none */
    uint8_t flags;
    int8_t phase;
} sat_variable;

/* Values of literals. Outside of the domain both literals of a variable satisfy their clauses,
 * which therefore need no other test. */
enum { FALSE_ = -1, OPEN = 0, TRUE_ = 1, OUTSIDE = 2 };

typedef struct {
    u32_vec arena;
    uint32_t wasted;
    u32_vec originals, learned;
    uint32_t learned_most;
} sat_clauses;

/* The variables that the present query is about; clauses of others are not looked at. */
typedef struct {
    /* Batches of edges: how many, where the owner's previous batch starts, the variables. Only
     * the last one grows. */
    u32_vec edges;
    u32_vec inside; /* by variable: number of the last query whose domain it was in */
    u32_vec roots, members;
    uint32_t attached, query;
} sat_domain;

typedef struct {
    vec(double) activity;
    double increment;
    heap heap;
    bool ordered; /* the heap has all open variables of the domain that conflicts met lately */
    uint64_t ordered_at; /* conflicts from which on the heap decides */
} sat_order;

/* The part of a model that satisfies the clauses that matter (justify.c). */
typedef struct {
    u32_vec relevant;   /* variables whose clauses a model must satisfy */
    uint32_t justified; /* so many of them are */
    uint32_t resume;    /* the next one's clauses before this one are satisfied; 0: unknown */
    u32_vec marks;      /* both numbers at each decision */
} sat_justify;

/* The proof, if somebody listens (proof.c). */
typedef struct {
    const sat_tracer *tracer;
    void *tracer_state;
    uint32_t added, refutation;
    u32_vec units;       /* by variable: number of the clause of its literal of level 0 */
    uint32_t units_done; /* literals of the trail that have one */
    u32_vec zeros;       /* variables of level 0 in the clauses resolved so far */
} sat_proof;

/* Scratch of the analysis of conflicts. */
typedef struct {
    u32_vec clause, marked, stack;
    u32_vec stamps; /* by literal, or by level */
    uint32_t stamp;
} sat_analysis;

struct sat_solver {
    vec(sat_variable) variables;
    vec(int8_t) value;        /* by literal */
    vec(sat_watches) watches; /* by literal: clauses to look at when it becomes false */
    u32_vec trail, control;   /* control: the trail's size at each decision */
    uint32_t head;            /* literals of the trail that are propagated */
    uint32_t settled;         /* those of level 0 that are propagated outside of the domain too */
    u32_vec assumed;
    bool broken;   /* the clauses are unsatisfiable */
    bool answered; /* the trail is a model */
    uint64_t restart_at, restart_round, stop_calls;
    struct {
        uint64_t conflicts, visits; /* so far: limits, restarts and ages count by them */
    } stats;
    sat_clauses clauses;
    sat_domain domain;
    sat_order order;
    sat_justify justify;
    sat_proof proof;
    sat_analysis analysis;
};

static inline uint32_t sat_literal(int x) { return x < 0 ? (uint32_t)-x * 2 + 1 : (uint32_t)x * 2; }
static inline uint32_t *clause_literals(const sat_solver *s, uint32_t clause) {
    return s->clauses.arena.data + clause + CLAUSE_HEADER;
}
static inline uint32_t clause_size(const sat_solver *s, uint32_t clause) {
    return s->clauses.arena.data[clause + CLAUSE_SIZE];
}
static inline sat_variable *variable_of(const sat_solver *s, uint32_t literal) {
    return &s->variables.data[literal >> 1];
}
static inline uint32_t decision_level(const sat_solver *s) { return s->control.size; }

/* ---- the trail (trail.c) ---- */
static inline void trail_assign(sat_solver *s, uint32_t literal, uint32_t reason) {
    sat_variable *v = variable_of(s, literal);
    s->value.data[literal] = TRUE_;
    s->value.data[literal ^ 1] = FALSE_;
    v->level = decision_level(s);
    v->reason = reason;
    s->trail.data[s->trail.size++] = literal; /* sat_cover made room for all */
}
void trail_level(sat_solver *s); /* a decision follows */
void trail_backtrack(sat_solver *s, uint32_t level);
/* The clause that became false, or NO_CLAUSE. */
uint32_t trail_propagate(sat_solver *s);
/* Level 0, inside and outside of the domain alike; false where the clauses are unsatisfiable. */
bool trail_settle(sat_solver *s);

/* ---- clauses (clause.c) ---- */
void sat_cover(sat_solver *s, uint32_t variable); /* make it exist */
uint32_t clause_new(sat_solver *s, uint32_t n, const uint32_t *literals, uint32_t flags);
void clause_attach(sat_solver *s, uint32_t clause); /* at level 0 */
void clause_watch(sat_solver *s, uint32_t clause);  /* its first two literals */
void clause_discard(sat_solver *s, uint32_t clause);
/* Take down the watches of garbage, and of what belongs to variables that are not attached. */
void clauses_sweep(sat_solver *s);
void clauses_compact(sat_solver *s); /* at level 0, after a sweep */

/* ---- the domain (domain.c) ---- */
void domain_open(sat_solver *s); /* of s->assumed and the roots */
void domain_detach_stale(sat_solver *s);

/* ---- search ---- */
/* A literal that would satisfy a clause of a relevant variable, or 0 where all are. */
uint32_t justify_next(sat_solver *s);
void justify_restart(sat_solver *s); /* nothing is relevant yet */
bool decide_next(sat_solver *s);     /* false where nothing is open */
void bump_variable(sat_solver *s, uint32_t variable);
void bump_decay(sat_solver *s);
/* Learn from a false clause at a level above 0, and return to where the learned clause is unit. */
void analyze_conflict(sat_solver *s, uint32_t clause);
/* The assumptions that make this literal, itself assumed, false: FAILED in their variables. */
void analyze_assumption(sat_solver *s, uint32_t literal);
void reduce_learned(sat_solver *s); /* at level 0 */

/* ---- proofs (proof.c); nothing without a tracer ---- */
void proof_start(sat_solver *s, uint32_t clause);
void proof_resolve(sat_solver *s, uint32_t clause, uint32_t pivot);
void proof_learned(sat_solver *s, uint32_t clause, uint32_t unit); /* NO_CLAUSE: the unit */
/* The clauses are unsatisfiable: this one is false. */
void sat_break(sat_solver *s, uint32_t clause);

/* ---- the checker (debug builds) ---- */
void sat_check(const sat_solver *s);

#endif
