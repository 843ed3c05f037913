#include "goal/question.h"
#include "base/fail.h"
#include "engine/board.h"
#include "engine/portfolio/portfolio.h"

#include <string.h>

bool question_accept_run(question *q, engine_result *r) {
    deadcode *d = q->d;
    bits only = {0};
    if (q->found.pool) evidence_release(&q->found);
    evidence_init(&q->found, d->v->terms);
    bits_add(&only, marked_goal_at(q->v.reduced, r->reached));
    program *p = marked_with(&d->marked, &only);
    verification like = q->v;
    evidence_options how = {.load = d->v->from_c && q->o->execute ? &d->v->resolved : NULL,
                            .no_execute = true};
    bool good = evidence_for(p, &q->v.reduction, q->v.reduced, r, &how, &q->v.limits, &q->found);
    like.unreduced = p;
    like.evidence = q->found;
    if (good && verify_guessed(&like)) {
        good = how.load && ctest_run(p, how.load, &q->v.limits, &q->found) == CTEST_REACHED;
        if (good) q->found.level = EVIDENCE_EXECUTED;
        else snprintf(q->v.rejected, sizeof q->v.rejected, "%s", verify_guessed(&like));
    }
    program_delete(p);
    bits_release(&only);
    return good;
}

static bool accept(void *context, engine_result *r) {
    question *q = context;
    if (r->verdict == VERDICT_UNKNOWN) return true;
    if (r->verdict == VERDICT_FALSE && program_is_limit(q->v.reduced, r->reached)) return true;
    if (r->verdict == VERDICT_TRUE && (q->within_limits || q->d->obstacle[0]))
        return true; /* it says nothing about the program */
    if (r->verdict == VERDICT_FALSE) return question_accept_run(q, r);
    if (q->found.pool) evidence_release(&q->found);
    evidence_init(&q->found, q->d->v->terms);
    evidence_options how = {.title = q->o->verify.title};
    bool good = evidence_for(q->v.unreduced, &q->v.reduction, q->v.reduced, r, &how, &q->v.limits,
                             &q->found);
    if (!good)
        snprintf(q->v.rejected, sizeof q->v.rejected, "%s", r->reason[0] ? r->reason : "evidence");
    return good;
}

void question_init(question *q, deadcode *d, const deadcode_options *o, const bits *marks,
                   double seconds) {
    memset(q, 0, sizeof *q);
    q->d = d;
    q->o = o;
    q->seconds = seconds;
    bits_join(&q->marks, marks);
    q->within_limits = d->obstacle[0];
    q->v.terms = d->v->terms;
    q->v.from_c = d->v->from_c;
    q->v.resolved = d->v->resolved;
    q->v.limits = budget_share(d->v->limits, seconds);
    q->v.unreduced = marked_with(&d->marked, marks);
    if (q->within_limits) verify_cut_limits(q->v.unreduced);
    verify_reduce(&o->verify, &q->v);
}

void question_release(question *q) {
    if (q->v.result.pool) engine_result_release(&q->v.result);
    if (q->found.pool) evidence_release(&q->found);
    reduction_release(&q->v.reduction);
    program_delete(q->v.reduced);
    program_delete(q->v.unreduced);
    bits_release(&q->marks);
}

void question_ask(question *q) {
    engine_result *r = &q->v.result;
    engine_options how = q->o->verify.engine;
    const char *name = q->o->verify.engine_name ? q->o->verify.engine_name : "portfolio";
    const engine *e = engine_find(name);
    require(e, "there is no engine %s", name);
    budget share = budget_share(q->v.limits, budget_left(&q->v.limits) *
                                                 0.9); /* the rest is for checking the answer */
    board *known = verify_facts(&q->v);
    engine_result_init(r, q->d->v->terms);
    q->d->groups++;
    if (!strcmp(name, "portfolio"))
        portfolio_decide(q->v.reduced, &how, &share, known, accept, q, r);
    else {
        progress_turn(how.progress, e->name, true);
        e->run(q->v.reduced, &how, &share, known, r);
        progress_turn(how.progress, e->name, false);
        if (!accept(q, r)) engine_unknown(r, "evidence");
    }
    board_delete(known);
    if (!r->engine) r->engine = e->name;
}

/* ---- what follows ---- */

static void say(deadcode *d, const bits *marks, enum goal_state s, const char *why,
                uint32_t proof) {
    uint32_t reason = intern_id(&d->goals.names, why);
    for (uint32_t i = 0; i < d->goals.marks.size; i++) {
        mark *m = &d->goals.marks.data[i];
        if (!bits_has(marks, i) || m->state == STATE_COVERED) continue;
        m->state = s;
        m->reason = reason;
        m->proof = proof;
    }
}

/* Names of engines and solvers may live as long as the question alone. */
const char *question_keep_name(deadcode *d, const char *name) {
    return name ? goal_name(&d->goals, intern_id(&d->goals.names, name)) : NULL;
}

static void keep_proof(question *q) {
    deadcode *d = q->d;
    const engine_result *r = &q->v.result;
    goal_proof p = {.engine = question_keep_name(d, r->engine),
                    .checker = question_keep_name(d, q->found.checker),
                    .level = q->found.level,
                    .queries = q->found.queries,
                    .marks = bits_count(&q->marks),
                    .seconds = q->found.seconds};
    text_bytes(&p.certificate, q->found.certificate.data, q->found.certificate.size);
    vec_push(&d->proofs, p);
    say(d, &q->marks, STATE_UNREACHABLE, "proved", d->proofs.size - 1);
}

static const char *property_name(const program *p, loc l) {
    return program_text(p, p->properties.data[p->locations.data[l.id].property - 1].name);
}

enum outcome question_conclude(question *q) {
    engine_result *r = &q->v.result;
    deadcode *d = q->d;
    if (r->verdict == VERDICT_UNKNOWN) return UNDECIDED;
    if (r->verdict == VERDICT_TRUE && q->within_limits)
        say(d, &q->marks, STATE_OPEN, d->obstacle, UINT32_MAX);
    else if (r->verdict == VERDICT_TRUE) keep_proof(q);
    if (r->verdict == VERDICT_TRUE) return CLOSED;
    if (program_is_limit(q->v.reduced, r->reached))
        snprintf(d->obstacle, sizeof d->obstacle, "%s", property_name(q->v.reduced, r->reached));
    else
        deadcode_keep(d, marked_goal_at(q->v.reduced, r->reached), &q->found,
                      question_keep_name(d, r->engine));
    return FOUND;
}

/* Why it is open, in a few words. */
void question_leave_open(question *q) {
    const verification *v = &q->v;
    char why[200];
    if (v->rejected[0]) snprintf(why, sizeof why, "%s", v->rejected);
    else if (interrupt_requested) snprintf(why, sizeof why, "interrupted");
    else if (budget_over(&v->limits) || !v->result.reason[0] ||
             !strcmp(v->result.reason, "timeout"))
        snprintf(why, sizeof why, "not decided in %.3g s", q->seconds);
    else snprintf(why, sizeof why, "%s", v->result.reason);
    say(q->d, &q->marks, STATE_OPEN, why, UINT32_MAX);
}
