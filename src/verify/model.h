/* Models: readings of the program, each with limits and assumptions of its own.
 *
 * The plain model inlines calls and makes objects up to a limit, so that it has no proof about
 * deeper recursion or longer lists. Others are tried before it, where they promise a proof, and
 * after it, where it was too small. A source makes the models of one kind, each from what the one
 * before said; `verify_run` tries the sources in order until one of their models decides. */
#ifndef VERIFY_MODEL_H
#define VERIFY_MODEL_H

#include "base/budget.h"
#include "engine/engine.h"
#include "frontend/frontend.h"
#include "verify/candidates.h"

enum model_kind {
    MODEL_PLAIN,
    MODEL_SUMMARIES, /* summaries instead of calls: a violation must have been executed */
    MODEL_UNBOUNDED, /* any number of objects: a violation says nothing */
    MODEL_FORGETFUL, /* without most of memory: a violation says nothing */
    MODEL_FOLDS,     /* with ghosts for folds over arrays: proofs only */
    MODEL_LARGER,    /* like the plain one, with larger limits */
    MODEL_GOALS      /* coverage goals instead of errors (goal/question.h) */
};

typedef struct {
    enum model_kind kind;
    load_options load; /* its limits and assumptions */
    bool
        by_course; /* the one path of all runs is followed, and no engine asked (model_deterministic.c) ... */
    budget effort;         /* ... for so long */
    enum engine_id engine; /* ENGINE_NONE: the portfolio */
    double seconds;        /* for all of it; 0: no limit */
    double engine_seconds; /* of these for the engine; 0: as long as there is time */
    double patience; /* seconds for a search inside the limits, where a larger model can still be
                        tried; 0: no limit */
    /* MODEL_GOALS: the program that a violation is checked on, which the caller deletes; NULL: the
     * unreduced one. */
    program *(*subject)(void *context, const engine_result *r);
    void *context;
    struct candidate_set *candidates; /* guessed summaries of procedures; NULL: none */
    bool proofs_only; /* it has more runs than the program: violations are of no use */
} verify_model;

struct verify_options;
struct verification;

/* What a source remembers from one model to the next. */
typedef struct {
    const struct verify_options *options;
    const struct verification *plain; /* the plain model, loaded, or what took its place */
    verify_model model;               /* to be tried next */
    budget share;                     /* for several together */
    double seconds;                   /* for all of them */
    candidate_set candidates;
    int stage; /* of a source with several */
} model_series;

/* False: there is none, or no further one. `last` is the model that was tried, undecided. */
typedef struct {
    bool (*first)(model_series *s);
    bool (*next)(model_series *s, const struct verification *last); /* NULL: one at most */
} model_source;

extern const model_source models_forgetful, models_by_course, models_with_summaries,
    models_unbounded, models_with_folds, models_plain, models_larger;

verify_model model_plain(const struct verify_options *o);
/* Larger limits, where this one is a limit that larger models may not reach, and the user has not
 * chosen it. */
bool model_enlarge(const struct verify_options *o, enum property_id limit, load_options *load);

#endif
