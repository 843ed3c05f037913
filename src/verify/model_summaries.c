/* Summaries instead of inlining: functions as procedures (frontend/llvm/procedure.c), whose
 * summaries are guessed (candidates.h), or found by IC3 (engine/ic3/literals/calls.h) from what of
 * the guesses is inductive. */
#include "base/time_limits.h"
#include "program/summary.h"
#include "base/log.h"
#include "verify/kept_proof.h"
#include "verify/verify_internal.h"

/* ---- the models ---- */

/* Guesses about many inputs as summaries, a short search by IC3; guesses about single inputs, too;
 * then a longer search. */
enum { GUESSES, QUICK_SEARCH, SINGLES, SEARCH };

/* Candidates are settled without an engine: where the user names one, it answers and nothing else.
 */
static bool may_guess(const model_series *s) {
    const verify_options *o = s->options;
    return !verify_engine_is_chosen(o) && !o->witness && !o->load.choice.memory &&
           o->load.choice.inlining != INLINE_ALL &&
           program_has_property(s->plain->unreduced, LIMIT_RECURSION);
}

/* Engines that can do it, themselves or by one of their members. */
static bool engine_fits(const verify_options *o) {
    return o->engine.team.size == 0 && (o->chosen == ENGINE_NONE || o->chosen == ENGINE_PORTFOLIO ||
                                        o->chosen == ENGINE_IC3CFA);
}

static bool is_wanted(const model_series *s) {
    const load_options *l = &s->options->load;
    if (s->options->witness || l->choice.memory || l->function) return false;
    if (keep_is_there(s->options, s->plain)) return false; /* what proved it then is asked first */
    if (l->choice.inlining == INLINE_ALL || !engine_fits(s->options)) return false;
    return l->choice.inlining == INLINE_NONE || s->plain->unreduced->repeats_calls ||
           program_has_property(s->plain->unreduced, LIMIT_RECURSION);
}

static void begin(model_series *s) {
    s->model = model_plain(s->options);
    s->model.kind = MODEL_SUMMARIES;
    s->model.load.choice.calls = CALLS_SUMMARIZED;
    s->model.load.choice.guesses = may_guess(s) ? GUESS_SUMMARIES : GUESS_NOTHING;
    s->model.candidates = may_guess(s) ? &s->candidates : NULL;
    s->model.patience = 0;
}

static bool begin_guesses(model_series *s, bool singles) {
    double most = time_for(singles ? TIME_SUMMARIES_SINGLE : TIME_SUMMARIES, &s->plain->limits);
    begin(s);
    s->model.load.choice.guesses = GUESSED_ONLY;
    s->stage = singles ? SINGLES : GUESSES;
    s->candidates.use = CANDIDATES_CLOSE;
    s->candidates.singles = singles;
    s->candidates.seconds = most / 2;
    s->model.seconds = most;
    return most > 0;
}

static bool begin_search(model_series *s, bool quick) {
    const budget *limits = &s->plain->limits;
    if (!is_wanted(s)) return false;
    begin(s);
    if (s->plain->unreduced->repeats_calls) s->model.load.choice.inlining = INLINE_NONE;
    s->model.engine = ENGINE_IC3CFA;
    s->stage = quick ? QUICK_SEARCH : SEARCH;
    s->candidates.use = CANDIDATES_HELP;
    s->model.engine_seconds = quick ? time_most(TIME_SUMMARIES_QUICK) : 0;
    bool asked = s->options->load.choice.inlining == INLINE_NONE;
    if (!asked) s->model.seconds = time_for(TIME_SUMMARIES_SEARCH, limits);
    else s->model.seconds = limits->deadline ? budget_left(limits) / 2 : 0;
    return !limits->deadline || s->model.seconds > 0;
}

static bool first(model_series *s) {
    return may_guess(s) ? begin_guesses(s, false) : begin_search(s, false);
}

static bool next(model_series *s, const verification *last) {
    const candidate_set *c = &s->candidates;
    bool singles = c->few < c->all;
    (void)last;
    if (!may_guess(s) || s->stage == SEARCH) return false;
    if (s->stage == GUESSES && singles && begin_search(s, true)) return true;
    if (s->stage < SINGLES && singles) return begin_guesses(s, true);
    return begin_search(s, false);
}

const model_source models_with_summaries = {first, next};

/* ---- guesses ---- */

bool verify_use_candidates(verification *v) {
    candidate_set *c = v->model.candidates;
    if (c->use == CANDIDATES_HELP) return true;
    if (!candidates_settle(c, v->unreduced, &v->limits)) return false;
    if (c->outcome == CANDIDATES_FAIL && !c->singles) return false;
    candidates_close(c, v->unreduced);
    return true;
}

static loc end_of(const program *p, const summary *s) {
    for (loc l = {0}; l.id < p->locations.size; l.id++)
        if (p->locations.data[l.id].property == s->property + 1) return l;
    return NO_LOC;
}

/* What is inductive are facts about the summaries that IC3 finds. */
static void know_guessed(verification *v) {
    const candidate_set *c = v->model.candidates;
    term_vec formulas = {0};
    if (c->inductive) candidates_formulas(c, v->reduced, &formulas);
    for (uint32_t i = 0; i < formulas.size; i++) {
        loc end = end_of(v->reduced, &v->reduced->summaries.data[i]);
        if (!same_loc(end, NO_LOC) && !term_is_true(v->terms, formulas.data[i]))
            vec_push(&v->kept.lemmas, ((reduction_lemma){end, formulas.data[i]}));
    }
    vec_release(&formulas);
}

/* What is left of the guesses is inductive with what it says where bodies start. */
static void take_proof(const candidate_set *c, const program *reduced, engine_result *r) {
    vec_resize(&r->invariant, reduced->locations.size);
    for (uint32_t i = 0; i < r->invariant.size; i++)
        for (uint32_t k = 0; k < c->given.size; k++)
            if (same_loc(reduced->locations.data[i].origin, c->given.data[k].at))
                r->invariant.data[i] = c->given.data[k].fact;
    r->verdict = VERDICT_TRUE;
    r->proof = PROOF_INVARIANT;
    r->engine = "summaries";
    r->used = c->used;
}

bool verify_by_candidates(const verify_options *o, verification *v) {
    LOG("verify", "by candidate summaries");
    const candidate_set *c = v->model.candidates;
    if (c && c->use == CANDIDATES_HELP) know_guessed(v);
    if (!c || c->use == CANDIDATES_HELP || c->outcome != CANDIDATES_PROVE) return false;
    engine_result_init(&v->result, v->terms);
    take_proof(c, v->reduced, &v->result);
    return verify_check(o, v, v->reduced, &v->result);
}

/* ---- the answer ---- */

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
    vec_clear(&v->summaries);
    take_summaries(v->reduced, r, &v->summaries);
    summary_closing c = {.p = v->unreduced, .formulas = v->summaries.data};
    summaries_close(&c, v->unreduced);
    summaries_close(&c, v->reduced);
    close_reduction(&c, v->reduced, &v->reduction);
    map_release(&c.memo);
}
