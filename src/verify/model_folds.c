/* Folds over arrays: the program with ghosts for sums, maxima and the like (program/fold.h), tried
 * before the plain model where a loop computes one. Only proofs are taken from it. */
#include "base/time_limits.h"
#include "verify/verify.h"
#include "program/fold.h"

enum { FOLD_LOCATIONS = 600 };

static bool with_folds(model_series *s) {
    const verify_options *o = s->options;
    program *p = s->plain->unreduced;
    enum time_limit limit = o->chosen == ENGINE_SUMS ? TIME_FOLDS_CHOSEN : TIME_FOLDS;
    fold_vec folds = {0};
    bool other = o->chosen && o->chosen != ENGINE_SUMS;
    if (o->witness || other || o->keep || p->locations.size > FOLD_LOCATIONS ||
        budget_over(&s->plain->limits))
        return false;
    folds_find(p, &folds);

    bool some = folds.size;
    folds_release(&folds);
    s->model = model_plain(o);
    s->model.kind = MODEL_FOLDS;
    s->model.engine = ENGINE_SUMS;
    s->model.seconds = time_for(limit, &s->plain->limits);
    s->model.patience = 0;
    s->model.proofs_only = true;
    return some;
}

const model_source models_with_folds = {with_folds, NULL};
