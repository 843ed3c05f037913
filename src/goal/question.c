#include "goal/question.h"
#include "base/log.h"
#include "goal/kept.h"
#include "goal/store.h"

#include <string.h>

/* A run is checked on the program where the goal that it reaches is the only one. */
static program *goal_alone(void *context, const engine_result *r) {
    const question *q = context;
    bits only = {0};
    bits_add(&only, marked_goal_at(q->v.reduced, r->reached));
    program *p = marked_with(&q->d->marked, &only);
    bits_release(&only);
    return p;
}

/* A run of the cone that is none of the program: the next one is looked for in the whole. */
static bool any_refused(const deadcode *d, const bits *marks) {
    for (uint32_t i = 0; i < d->goals.marks.size; i++)
        if (bits_has(marks, i) && d->goals.marks.data[i].refused) return true;
    return false;
}

void question_init(question *q, deadcode *d, const deadcode_options *o, const bits *marks,
                   uint32_t near, bool stops, double seconds) {
    assert_debug(seconds >= 0);
    memset(q, 0, sizeof *q);
    q->d = d;
    q->o = o;
    q->seconds = seconds;
    bits_join(&q->marks, marks);
    verification_share(&q->v, d->v, marked_with(&d->marked, marks));
    q->v.model.kind = MODEL_GOALS;
    q->v.model.subject = goal_alone;
    q->v.model.context = q;
    q->v.from_c &= o->execute;
    q->v.limits = budget_share(d->v->limits, seconds);
    q->v.within_limits = d->obstacle[0];
    if (q->v.within_limits) verify_cut_limits(q->v.unreduced);
    deadcode_stop(d, q->v.unreduced, stops ? marks : &(bits){0});
    q->near = near;
    q->whole = true;
    q->cut = near || !any_refused(d, marks);
    if (q->cut) q->whole = cone_cut(&d->cone, q->v.unreduced, near);
    q->v.model.proofs_only = near && !q->whole;
    verify_reduce(&o->verify, &q->v);
}

void question_release(question *q) {
    verification_release(&q->v);
    bits_release(&q->marks);
}

void question_ask(question *q) {
    LOG("goal", "ask a question");
    verify_options how = q->o->verify;
    if (q->team && !verify_engine_is_chosen(&how)) how.engine.team = *q->team;
    how.engine.turn = q->turn;
    q->d->groups++;
    q->cpu_start = clock_cpu_all();
    /* The portfolio gives turns; an engine only runs in this process. */
    if (how.chosen && q->turn > 0) q->v.limits = budget_effort(q->v.limits, q->turn);
    verify_ask(&how, &q->v, q->v.reduced, 0);
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

/* Names of engines may live as long as the question only. */
static const char *question_keep_name(deadcode *d, const char *name) {
    return name ? goal_name(&d->goals, intern_id(&d->goals.names, name)) : NULL;
}

void question_keep_proof(question *q, const evidence *by, const bits *excluded, uint32_t near,
                         bool cut) {
    deadcode *d = q->d;
    const engine_result *r = &q->v.result;
    goal_proof p = {.engine = question_keep_name(d, r->engine),
                    .checker = question_keep_name(d, by->checker),
                    .used = r->used,
                    .kind = r->proof,
                    .k = r->k,
                    .near = near,
                    .cut = cut,
                    .can_be_kept = !r->ghosts.size && !r->instances.size,
                    .level = by->level,
                    .queries = by->queries,
                    .marks = bits_count(&q->marks),
                    .seconds = by->seconds,
                    .found_in = clock_cpu_all() - q->cpu_start};
    text_bytes(&p.certificate, by->certificate.data, by->certificate.size);
    invariant_print(q->v.unreduced, &q->v.evidence, &p.invariant);
    if (p.invariant.size) text_string(&p.invariant); /* ends with a NUL */
    bits_join(&p.goals, excluded);
    kept_invariant_print(q->v.unreduced, &q->v.evidence.invariant, &p.by_location);
    vec_push(&d->proofs, p);
    say(d, &q->marks, STATE_UNREACHABLE, "proved", d->proofs.size - 1);
    store_proof(d->store, d, d->proofs.size - 1);
}

/* Either the proof was not accepted, or the run was one of the cone alone: what is asked about next
 * is the whole program. */
static void note_refusal(question *q) {
    for (uint32_t i = 0; q->v.rejected.why[0] && !q->near && i < q->d->goals.marks.size; i++)
        if (bits_has(&q->marks, i) && bits_count(&q->marks) == 1)
            q->d->goals.marks.data[i].refused = true;
}

enum outcome question_conclude(question *q) {
    engine_result *r = &q->v.result;
    deadcode *d = q->d;
    if (r->verdict == VERDICT_UNKNOWN) {
        note_refusal(q);
        return UNDECIDED;
    }
    if (r->verdict == VERDICT_FALSE && q->v.model.proofs_only) return REFUTED;
    if (r->verdict == VERDICT_TRUE && q->v.within_limits)
        say(d, &q->marks, STATE_OPEN, d->obstacle, UINT32_MAX);
    else if (r->verdict == VERDICT_TRUE)
        question_keep_proof(q, &q->v.evidence, &q->marks, q->near, q->cut);
    if (r->verdict == VERDICT_TRUE) return CLOSED;
    if (program_is_limit(q->v.reduced, r->reached))
        snprintf(d->obstacle, sizeof d->obstacle, "%s",
                 program_text(q->v.reduced, program_property_at(q->v.reduced, r->reached)->name));
    else if (deadcode_keep(d, marked_goal_at(q->v.reduced, r->reached), &q->v.evidence,
                           test_found_by_engine(question_keep_name(d, r->engine))))
        deadcode_prolong(d, q->o);
    else return UNDECIDED;
    return FOUND;
}

/* Why it is open, in a few words. */
void question_leave_open(question *q) {
    const verification *v = &q->v;
    char why[200];
    if (v->rejected.why[0]) snprintf(why, sizeof why, "%s", v->rejected.why);
    else if (interrupt_requested)
        snprintf(why, sizeof why, "%s", stop_by(BUDGET_INTERRUPTED).words);
    else if (budget_over(&v->limits) || !v->result.reason[0] || v->result.end == BUDGET_TIME)
        snprintf(why, sizeof why, "not decided in %.3g s", q->seconds);
    else snprintf(why, sizeof why, "%s", v->result.reason);
    say(q->d, &q->marks, STATE_OPEN, why, UINT32_MAX);
}
