/* Inside the decision of termination: one model, its loops, and questions about them. */
#ifndef VERIFY_TERMINATION_INTERNAL_H
#define VERIFY_TERMINATION_INTERNAL_H

#include "engine/termination/loops.h"
#include "verify/termination.h"

typedef struct {
    const verify_options *o;
    verification *v; /* the model; an answer takes its place, ... */
    bool asks_only;  /* ... unless only whether there is one matters */
    bool refuted;    /* the answer is a violation, found in an attempt at a proof */
    loop_set loops;
    values *pool;
    long_run_vec endless; /* that may never end; their values are in `pool` */
} termination;

/* Recursive functions as procedures whose calls return anything. */
verify_model termination_recursion_model(const verify_options *o);
/* Without memory whose address is taken, and with any number of objects. */
verify_model termination_forgetful_model(const verify_options *o);
verify_model termination_lists_model(const verify_options *o);
bool termination_load(const verify_options *o, verification *v);
bool termination_begin(termination *x, const verify_options *o, verification *v);
/* The same, and every loop is asked about, also the one around a step function. */
void termination_begin_all(termination *x, const verify_options *o, verification *v);
void termination_end(termination *x);
/* By runs, measures and engines about this model; x->v has the answer. */
bool termination_decide(termination *x);
/* Transitions for tuples, of runs and of drawn states. True: a state came back. */
bool termination_sample(termination *x);
/* Every loop that is not endless ends; `patience`: seconds for each tuple. */
bool termination_prove(termination *x, double patience);
/* A run that comes to the head of this loop again in the same state. */
bool termination_search(termination *x, uint32_t which, double patience);
/* No run reaches an error of `p`, where signed overflow ends runs; takes it. What a run that does
 * shows of the loops is learned. */
bool termination_holds(termination *x, program *p, double patience);

#endif
