/* Runs of a program with loops, watched at the heads: transitions for loop_rank, and states that
 * come back. */
#ifndef ENGINE_TERMINATION_WATCH_H
#define ENGINE_TERMINATION_WATCH_H

#include "engine/termination/loops.h"

/* What is remembered of the head of a loop during one run. */
typedef struct {
    wide_vec last;     /* features at the last visit ... */
    wide_vec before;   /* ... and at the one before it, */
    bool is_step;      /* from which the run came round the loop */
    bool under_way;    /* ... since which the loop was not left */
    uint32_t entry;    /* 1 + where the rounds since the loop was entered are counted; 0: nowhere */
    uint64_t visits;   /* arrivals so far */
    uint64_t entered;  /* the visit at which the loop was last entered, from 1; 0: it was not */
    uint64_t saved_at; /* the visit of `saved`, from 1 */
    u64_vec saved;     /* a state, by live variable */
} head_watch;

typedef struct {
    loop_set *s;
    vec(head_watch) heads; /* by loop */
    evaluator *eval;       /* over the pool of the run */
    bool refutes;          /* the run does: its last transitions count in any case */
    uint32_t repeated;     /* a loop with a state that came back; UINT32_MAX: none */
    uint64_t repeated_at;  /* the visit, from 1, at which that state was first seen */
    u64_vec now;
    wide_vec numbers;
} loop_watch;

void loop_watch_init(loop_watch *w, loop_set *s);
void loop_watch_release(loop_watch *w);
void loop_watch_begin(loop_watch *w); /* a run */
void loop_watch_end(loop_watch *w);
/* The run took edge `e` of the program, or of one made from it that kept its number. */
void loop_watch_edge(loop_watch *w, edge_id e, const model *state);

/* Rounds of each loop from drawn states at its head. */
void loops_scatter(loop_set *s, const budget *b, uint64_t seed);

/* Runs on drawn inputs, after those of `first` (NULL: none), whose values are in `first_pool`.
 * `wander`: where several edges can be taken, any of them. True: one comes
 * back to a state; `log` has its inputs up to there, whose values are in `pool`. `endless` (NULL: of
 * no use) gets a few long runs. */
typedef struct {
    uint64_t seed;
    bool wander;
    const input_log *first;
    values *first_pool;
    long_run_vec *endless;
} sample_options;
bool loops_sample(loop_set *s, const budget *b, const sample_options *o, values *pool,
                  input_log *log, uint32_t *which, uint64_t *visit);

#endif
