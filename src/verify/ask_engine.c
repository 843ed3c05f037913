/* Asking the engine, and checking what it answers before anybody believes it. */
#include "base/log.h"
#include "engine/board.h"
#include "engine/portfolio/engines.h"
#include "engine/portfolio/portfolio.h"
#include "verify/kept_proof.h"
#include "verify/sampling.h"
#include "verify/verify_internal.h"

#include <stdio.h>

/* ---- check ---- */

static bool at_limit(const program *p, const engine_result *r) {
    return r->verdict == VERDICT_FALSE && program_is_limit(p, r->reached);
}

/* A run that refutes a guessed contract: no violation. */
static bool verify_at_contract(const program *p, const engine_result *r) {
    return r->verdict == VERDICT_FALSE &&
           program_property_at(p, r->reached)->id == PROPERTY_CONTRACT;
}

/* An answer at a limit is no verdict yet: it ends the search, and verify_decide goes on from there.
 * Neither is a proof that there is no violation inside the limits: it says nothing about the
 * program, and no certificate of it could hold. */
static bool needs_evidence(const verify_options *o, const verification *v, const program *p,
                           const engine_result *r) {
    bool inside = v->within_limits && r->verdict == VERDICT_TRUE;
    return o->evidence && r->verdict != VERDICT_UNKNOWN && !inside && !at_limit(p, r) &&
           !verify_at_contract(p, r);
}

/* Where a test could not see the violation, or hardly any run of the model is one of the program:
 * invariants of a witness are no calls; without results for single arguments hardly any call
 * returns what it does in the program. A goal is executed only where something is guessed. */
static bool is_replayed_only(const verification *v) {
    const candidate_set *c = v->model.candidates;
    bool invariants = v->witness.status != WITNESS_NONE && !v->witness.violation;
    bool guessed = c && c->use == CANDIDATES_CLOSE && !c->singles;
    return invariants || guessed || v->model.kind == MODEL_GOALS;
}

/* A goal that is reached by a guess counts where the compiled program reaches it, too. */
static bool confirm_goal(verification *v, program *subject, engine_result *r) {
    const char *guess = verify_guessed(subject, &v->evidence);
    if (!guess) return true;
    if (v->from_c && ctest_run(subject, &v->resolved, &v->limits, &v->evidence) == CTEST_REACHED) {
        v->evidence.level = EVIDENCE_EXECUTED;
        return true;
    }
    engine_unknown(r, "%s", guess);
    return false;
}

/* Whether the program that a certificate is about is what loading it gives, so that its queries can
 * be derived again: not with a witness or goals in it, with summaries but for measures, or for some
 * checks. */
static bool can_be_derived(const verify_options *o, const verification *v) {
    const load_options *l = &v->model.load;
    bool summaries = l->choice.calls && !v->measures;
    return v->witness.status == WITNESS_NONE && !v->model.candidates && !summaries &&
           v->model.kind != MODEL_GOALS && !o->each && (v->measures || !v->borrowed);
}

/* A certificate names its program. */
static const char *title_of(const verify_options *o, const verification *v, text *names) {
    const string_vec *files = &v->model.load.files;
    for (uint32_t i = 0; i < files->size; i++)
        text_print(names, "%s%s", i ? " " : "", files->data[i]);
    return o->title ? o->title : text_string(names);
}

static bool check_on(const verify_options *o, verification *v, program *subject, program *p,
                     engine_result *r) {
    text names = {0};
    evidence_options how = {.load = v->from_c ? &v->resolved : NULL,
                            .title = title_of(o, v, &names),
                            .model = can_be_derived(o, v) ? &v->model.load : NULL,
                            .measures = v->measures,
                            .summaries = &v->summaries,
                            .keep_failed = verify_failed_directory(o),
                            .quiet = r->verdict == VERDICT_FALSE &&
                                     map_get(&v->rejected.at, r->reached.id, NULL),
                            .no_execute = is_replayed_only(v)};
    bool violation = r->verdict == VERDICT_FALSE;
    bool good = evidence_for(subject, &v->reduction, p, r, &how, &v->limits, &v->evidence);
    if (good && violation && v->model.kind == MODEL_GOALS) good = confirm_goal(v, subject, r);
    text_release(&names);
    return good;
}

/* Where a test did not show the violation twice, it hardly does the third time: sanitizers see some
 * errors never. */
enum { MOST_UNCONFIRMED = 2 };

static bool is_hopeless(const verification *v, const engine_result *r) {
    return r->verdict == VERDICT_FALSE &&
           map_find(&v->rejected.at, r->reached.id, 0) >= MOST_UNCONFIRMED;
}

static void reject(verification *v, loc reached, const engine_result *r) {
    snprintf(v->rejected.why, sizeof v->rejected.why, "%s", r->reason[0] ? r->reason : "evidence");
    v->rejected.end = r->end;
    if (v->evidence.unconfirmed)
        map_set(&v->rejected.at, reached.id, map_find(&v->rejected.at, reached.id, 0) + 1);
}

bool verify_check(const verify_options *o, verification *v, program *p, engine_result *r) {
    assert_debug(p->terms == v->unreduced->terms);
    LOG("verify", "check verdict %d", (int)r->verdict);
    /* It says nothing about the program, but no proof is to be had either: the question is over. */
    if (v->model.proofs_only && r->verdict == VERDICT_FALSE) return true;
    if (!needs_evidence(o, v, p, r)) return true;
    if (is_hopeless(v, r)) return engine_unknown(r, "%s", v->rejected.why), false;
    double start = clock_now();
    loc reached = r->reached;
    bool own = v->model.subject && r->verdict == VERDICT_FALSE;
    program *subject = own ? v->model.subject(v->model.context, r) : v->unreduced;
    v->stage = STAGE_EVIDENCE;
    if (v->evidence.pool) evidence_release(&v->evidence);
    evidence_init(&v->evidence, v->terms);
    if (v->kept.checker[0]) v->evidence.likely.checker = v->kept.checker;
    v->evidence.likely.seconds = v->kept.check_seconds;
    bool good = check_on(o, v, subject, p, r);
    if (!good) reject(v, reached, r);
    if (own) program_delete(subject);
    v->seconds[STAGE_EVIDENCE] += clock_now() - start;
    v->stage = STAGE_ENGINE;
    return good;
}

/* ---- ask ---- */

typedef struct {
    const verify_options *options;
    verification *v;
    program *program;
} engine_question;

static bool check_answer(void *context, engine_result *r) {
    engine_question *q = context;
    return verify_check(q->options, q->v, q->program, r);
}

/* Seconds to end and report in. An answer that needs a check is checked in what is left after it,
 * so nothing is set aside for a check before there is an answer. */
static double closing_seconds(double left) {
    const double share = 0.02, least = 0.1, most = 1;
    return left * share < least ? least : left * share > most ? most : left * share;
}

/* What the engine may use. */
static budget engine_share(const verify_options *o, const verification *v, double patience) {
    budget share = v->limits;
    double left = budget_left(&share);
    if (share.deadline && o->evidence) share = budget_share(share, left - closing_seconds(left));
    return patience > 0 ? budget_share(share, patience) : share;
}

/* What is left of an earlier proof is inductive together. */
static void post_kept(const verification *v, board *b) {
    vec(board_lemma) all = {0};
    for (uint32_t i = 0; i < v->kept.lemmas.size; i++)
        vec_push(&all, ((board_lemma){v->kept.lemmas.data[i].at, v->kept.lemmas.data[i].fact}));
    if (all.size) board_post(b, v->terms, all.size, all.data);
    vec_release(&all);
}

/* What the reductions proved, for the engines to start from. */
static board *known_facts(const verification *v) {
    board *b = board_new();
    for (uint32_t i = 0; b && i < v->reduction.lemmas.size; i++)
        board_post(
            b, v->terms, 1,
            &(board_lemma){v->reduction.lemmas.data[i].at, v->reduction.lemmas.data[i].fact});
    if (b) post_kept(v, b);
    return b;
}

static void run_engine(const engine *e, const engine_options *how, const budget *share,
                       engine_question *q) {
    engine_result *r = &q->v->result;
    board *known = known_facts(q->v);
    if (e->id == ENGINE_PORTFOLIO) {
        portfolio_decide(q->program, how, share, known, check_answer, q, r);
    } else {
        progress_turn(how->progress, e->name, true);
        engine_run(e, q->program, how, share, known, r);
        progress_turn(how->progress, e->name, false);
        verify_close_summaries(q->v, r);
        check_answer(q, r);
    }
    if (known) board_delete(known);
    if (!r->engine) r->engine = e->name;
}

static void ask_engine(const verify_options *o, verification *v, program *p, enum engine_id id,
                       budget share) {
    assert(v->unreduced && v->reduced);
    const engine *e = engine_of(id);
    engine_options how = o->engine;
    how.folds = &v->folds;
    native_program compiled = {v->unreduced, &v->resolved};
    native_runs native = {sampling_run, &compiled};
    bool own_errors = v->witness.status == WITNESS_NONE && v->model.kind != MODEL_GOALS;
    if (v->from_c && own_errors) how.native = &native;
    v->stage = STAGE_ENGINE;
    if (v->result.pool) engine_result_release(&v->result);
    engine_result_init(&v->result, v->terms);
    run_engine(e, &how, &share, &(engine_question){o, v, p});
}

void verify_ask(const verify_options *o, verification *v, program *p, double patience) {
    assert_debug(patience >= 0);
    ask_engine(o, v, p, v->model.engine ? v->model.engine : ENGINE_PORTFOLIO,
               engine_share(o, v, patience));
}

/* ---- decide ---- */

void verify_cut_limits(program *p) {
    for (edge_id e = {0}; e.id < p->edges.size; e.id++)
        if (!p->edges.data[e.id].removed && program_is_limit(p, p->edges.data[e.id].to))
            program_remove_edge(p, e);
}

/* The program is larger than its model. A violation within the model is one anyway; a proof
 * is not. */
static void search_within_limits(const verify_options *o, verification *v) {
    uint32_t limit = v->reduced->locations.data[v->result.reached.id].property;
    program *inside = program_clone(v->reduced);
    verify_cut_limits(inside);
    v->within_limits = true;
    verify_ask(o, v, inside, v->model.patience);
    program_delete(inside);
    if (v->result.verdict != VERDICT_FALSE) engine_limited(&v->result, v->reduced, limit);
}

/* By what is kept of an earlier run. */
static bool decide_as_before(const verify_options *o, verification *v) {
    if (!o->keep) return false;
    if (keep_try(o, v)) return true;
    if (!v->kept.engine) return false;
    budget share =
        budget_effort(engine_share(o, v, budget_left(&v->limits) / 4), 1 + v->kept.seconds);
    ask_engine(o, v, v->reduced, v->kept.engine, share);
    return v->result.verdict != VERDICT_UNKNOWN;
}

void verify_decide(const verify_options *o, verification *v) {
    assert_debug(v->reduced);
    LOG("verify", "decide");
    double start = clock_now();
    if (!verify_by_candidates(o, v) && !decide_as_before(o, v))
        verify_ask(o, v, v->reduced, v->model.engine_seconds);
    if (at_limit(v->reduced, &v->result)) search_within_limits(o, v);
    v->seconds[STAGE_ENGINE] = clock_now() - start - v->seconds[STAGE_EVIDENCE];
    const candidate_set *c = v->model.candidates;
    if (c && c->use == CANDIDATES_CLOSE) v->seconds[STAGE_ENGINE] += c->spent;
}
