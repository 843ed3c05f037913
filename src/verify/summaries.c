/* Summaries instead of inlining: functions as procedures (frontend/llvm/procedure.c), whose
 * summaries IC3 finds (engine/ic3/literals/calls.h). */
#include "program/summary.h"
#include "verify/keep.h"
#include "verify/verify_internal.h"

#include <string.h>

/* ---- the model ---- */

/* Where nobody asked for it: contracts and deeper inlining come after it. */
enum { SUMMARY_SECONDS = 6 };

/* Engines that can do it. */
static bool engine_fits(const char *name) {
    return !name || !strcmp(name, "portfolio") || !strcmp(name, "ic3cfa");
}

static bool is_wanted(const model_series *s) {
    const load_options *l = &s->options->load;
    if (s->options->witness || l->forget_memory || l->function) return false;
    if (keep_is_there(s->options, s->plain)) return false; /* what proved it then is asked first */
    if (l->inlining == INLINE_ALL || !engine_fits(model_plain(s->options).engine)) return false;
    return l->inlining == INLINE_NONE || s->plain->unreduced->repeats_calls ||
           program_has_property(s->plain->unreduced, LIMIT_RECURSION);
}

static bool first(model_series *s) {
    const budget *limits = &s->plain->limits;
    if (!is_wanted(s)) return false;
    s->model = model_plain(s->options);
    s->model.kind = MODEL_CONTRACTS;
    s->model.load.summaries = true;
    if (s->plain->unreduced->repeats_calls) s->model.load.inlining = INLINE_NONE;
    s->model.engine = "ic3cfa";
    s->model.patience = 0;
    bool asked = s->options->load.inlining == INLINE_NONE;
    double share = limits->deadline ? budget_left(limits) / (asked ? 2 : 4) : 0;
    s->model.seconds = asked || (share > 0 && share < SUMMARY_SECONDS) ? share : SUMMARY_SECONDS;
    return !limits->deadline || share > 0;
}

const model_source models_with_summaries = {first, NULL};

/* ---- the answer ---- */

static loc end_of(const program *p, const summary *s) {
    for (loc l = {0}; l.id < p->locations.size; l.id++)
        if (p->locations.data[l.id].property == s->property + 1) return l;
    return NO_LOC;
}

/* What holds where the bodies end; nothing does where one never ends. */
static void take_summaries(const program *reduced, engine_result *r, term_vec *out) {
    for (uint32_t i = 0; i < reduced->summaries.size; i++) {
        loc end = end_of(reduced, &reduced->summaries.data[i]);
        bool ends = !same_loc(end, NO_LOC) && end.id < r->invariant.size;
        vec_push(out, ends ? r->invariant.data[end.id] : term_false(reduced->terms));
        if (ends) r->invariant.data[end.id] = term_false(reduced->terms);
    }
}

static void close_reduction(summary_closing *c, program *reduced, reduction *r) {
    for (uint32_t i = 0; i < r->facts.size; i++)
        if (r->facts.data[i].id) r->facts.data[i] = summary_close_term(c, r->facts.data[i]);
    for (uint32_t i = 0; i < r->lemmas.size; i++)
        r->lemmas.data[i].fact = summary_close_term(c, r->lemmas.data[i].fact);
    for (uint32_t i = 0; i < r->bypasses.size; i++)
        r->bypasses.data[i].command =
            summary_close_command(c, reduced, r->bypasses.data[i].command);
}

void verify_close_summaries(verification *v, engine_result *r) {
    if (r->verdict != VERDICT_TRUE || !v->reduced->summaries.size) return;
    term_vec formulas = {0};
    take_summaries(v->reduced, r, &formulas);
    summary_closing c = {.p = v->unreduced, .formulas = formulas.data};
    summaries_close(&c, v->unreduced);
    summaries_close(&c, v->reduced);
    close_reduction(&c, v->reduced, &v->reduction);
    map_release(&c.memo);
    vec_release(&formulas);
}
