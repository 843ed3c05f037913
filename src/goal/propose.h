/* What generated code says of itself: its step function, how it begins, its inputs and its data
 * model, where the user does not say.
 *
 *     data model  the one that the sources compile for: generated code refuses others by #error
 *     step        the function called ..._step, or the only one that nobody calls
 *     init        ..._initialize, ..._init or ..._reset of the same name
 *     inputs      globals of a type ExtU... or called rtU or ..._U; globals that are read and never
 *                 written, where there are none of these
 *
 * A step function that takes pointers is called by one of ours: each pointer gets an object, and so
 * does each pointer to a record in it (RT_MODEL with its DWork, inputs and outputs), unless the
 * sources have a global of that type, such as a set of parameters. Objects that are inputs by their
 * names or types, or that the function takes as const, are inputs.
 *
 * Everything that is taken is said, in the options that say the same. */
#ifndef GOAL_PROPOSE_H
#define GOAL_PROPOSE_H

#include "frontend/frontend.h"

#define PROPOSED_STEP "__cinch_model_step"
#define PROPOSED_INIT "__cinch_model_init"

typedef struct {
    text said;    /* what was taken, a line each; or what is missing */
    text wrapper; /* C that comes after the source of the step function; empty: none is needed */
    vec(char *) names;
    vec(text) texts; /* by source, with the wrapper (model_texts) */
} model_proposal;

/* Fill in step, init, inputs and data model of the options, as far as they are not given. False:
 * there is no step function to take, and no main; `said` says why. */
bool model_propose(load_options *o, model_proposal *out);
/* For a question that is not about goals: read the sources with the wrapper in the place of the
 * files. Nothing to do where there is no wrapper. */
void model_texts(load_options *o, model_proposal *p);
/* The wrapper as a source of its own, for whoever compiles tests. */
void model_wrapper_print(const load_options *o, const model_proposal *p, text *out);
void model_proposal_release(model_proposal *p);

#endif
