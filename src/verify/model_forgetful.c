/* Large programs: most of their memory has nothing to do with the error, so that a model without it
 * (frontend/abstract/abstract.h) is tried before the plain one, which may not even be read in time.
 */
#include "base/time_limits.h"
#include "frontend/sources.h"
#include "verify/verify.h"

#include <sys/stat.h>

enum { LARGE_BYTES = 100000 };

static bool is_large(const load_options *o) {
    sources named = {0};
    input_error ignored = {0};
    uint64_t bytes = 0;
    bool c = sources_expand(o, &named, &ignored);
    for (uint32_t i = 0; c && i < named.items.size; i++) {
        const source *s = &named.items.data[i];
        struct stat file;
        c = s->kind == SOURCE_C || s->kind == SOURCE_IR;
        if (c && !stat(s->file, &file)) bytes += (uint64_t)file.st_size;
    }
    bool errors = (named.checks | CHECK_ASSERT) == (CHECK_UNREACH | CHECK_ASSERT);
    sources_release(&named);
    return c && errors && bytes >= LARGE_BYTES;
}

static bool first(model_series *s) {
    const verify_options *o = s->options;
    bool chosen = o->witness || verify_engine_is_chosen(o) || o->each || o->load.choice.memory ||
                  o->load.function || o->load.choice.heap;
    if (chosen || !is_large(&o->load)) return false;
    s->model = model_plain(o);
    s->model.kind = MODEL_FORGETFUL;
    s->model.load.choice.memory = MEMORY_FORGOTTEN;
    s->model.patience = 0;
    s->model.proofs_only = true;
    s->model.seconds = time_for(TIME_FORGETFUL, &s->plain->limits);
    return true;
}

/* What was read ends where a function is called while it runs. Without knowing who called it, there
 * is no such end, and less is known of what its callers do then. */
static bool next(model_series *s, const verification *before) {
    const program *p = before->unreduced;
    bool recursive = false;
    for (uint32_t i = 0; p && i < p->properties.size; i++)
        recursive |= p->properties.data[i].id == LIMIT_RECURSION;
    if (!recursive || s->model.load.choice.memory == MEMORY_AND_CALLERS_FORGOTTEN ||
        before->end == BUDGET_INTERRUPTED)
        return false;
    s->model.seconds = time_for(TIME_FORGETFUL, &s->plain->limits);
    s->model.load.choice.memory = MEMORY_AND_CALLERS_FORGOTTEN;
    return true;
}

const model_source models_forgetful = {first, next};
