/* Folds over arrays: the program with ghosts for sums, maxima and the like (program/fold.h), tried
 * before the plain model where a loop computes one. Only proofs are taken from it. */
#include "verify/verify.h"
#include "program/fold.h"

/* The engine ends after some CPU seconds by itself. */
enum { FOLD_SECONDS = 100, FOLD_LOCATIONS = 600 };
/* Of the time that is left; most of it if nothing else will be tried. */
static const double fold_share = 0.2, fold_share_chosen = 0.9;

static bool with_folds(model_series *s) {
    const verify_options *o = s->options;
    program *p = s->plain->unreduced;
    double share = o->chosen == ENGINE_SUMS ? fold_share_chosen : fold_share;
    double left = budget_left(&s->plain->limits) * share;
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
    s->model.seconds = left < FOLD_SECONDS ? left : FOLD_SECONDS;
    s->model.patience = 0;
    s->model.proofs_only = true;
    return some;
}

const model_source models_with_folds = {with_folds, NULL};
