/* Engines on groups of goals: all that remain first; a group that is not decided in its time is split. */
#include "base/fail.h"
#include "engine/board.h"
#include "engine/portfolio/portfolio.h"
#include "goal/deadcode_internal.h"

#include <string.h>

static const double first_slice = 2;

/* One question: is one of these marks passed by some run? */
typedef struct {
    deadcode *d;
    const deadcode_options *o;
    verification v;          /* like d->v, with this program */
    bits marks;
    evidence found;          /* for the last verdict that was accepted */
    bool within_limits;
    double seconds;
} question;

typedef vec(struct group { bits marks; double seconds; }) groups;

/* ---- one question ---- */

static bool accept_run(question *q, engine_result *r) {
    deadcode *d = q->d;
    bits only = {0};
    bits_add(&only, marked_goal_at(q->v.reduced, r->reached));
    program *p = marked_with(&d->marked, &only);
    verification like = q->v;
    evidence_options how = {.load = d->v->from_c && q->o->execute ? &d->v->resolved : NULL, .no_execute = true};
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
    if (r->verdict == VERDICT_TRUE && (q->within_limits || q->d->obstacle[0])) return true; /* it says nothing about the program */
    if (q->found.pool) evidence_release(&q->found);
    evidence_init(&q->found, q->d->v->terms);
    if (r->verdict == VERDICT_FALSE) return accept_run(q, r);
    evidence_options how = {.title = q->o->verify.title};
    bool good = evidence_for(q->v.unreduced, &q->v.reduction, q->v.reduced, r, &how, &q->v.limits, &q->found);
    if (!good) snprintf(q->v.rejected, sizeof q->v.rejected, "%s", r->reason[0] ? r->reason : "evidence");
    return good;
}

static void question_init(question *q, deadcode *d, const deadcode_options *o, const bits *marks, double seconds) {
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

static void question_release(question *q) {
    if (q->v.result.pool) engine_result_release(&q->v.result);
    if (q->found.pool) evidence_release(&q->found);
    reduction_release(&q->v.reduction);
    program_delete(q->v.reduced);
    program_delete(q->v.unreduced);
    bits_release(&q->marks);
}

static void ask(question *q) {
    engine_result *r = &q->v.result;
    engine_options how = q->o->verify.engine;
    const char *name = q->o->verify.engine_name ? q->o->verify.engine_name : "portfolio";
    const engine *e = engine_find(name);
    require(e, "there is no engine %s", name);
    budget share = budget_share(q->v.limits, budget_left(&q->v.limits) * 0.9); /* the rest is for checking the answer */
    board *known = verify_facts(&q->v);
    engine_result_init(r, q->d->v->terms);
    q->d->groups++;
    if (!strcmp(name, "portfolio")) portfolio_decide(q->v.reduced, &how, &share, known, accept, q, r);
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

static void say(deadcode *d, const bits *marks, enum goal_state s, const char *why, uint32_t proof) {
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
static const char *kept(deadcode *d, const char *name) { return name ? goal_name(&d->goals, intern_id(&d->goals.names, name)) : NULL; }

static void keep_proof(question *q) {
    deadcode *d = q->d;
    const engine_result *r = &q->v.result;
    goal_proof p = {.engine = kept(d, r->engine), .checker = kept(d, q->found.checker), .level = q->found.level, .queries = q->found.queries,
                    .marks = bits_count(&q->marks), .seconds = q->found.seconds};
    text_bytes(&p.certificate, q->found.certificate.data, q->found.certificate.size);
    vec_push(&d->proofs, p);
    say(d, &q->marks, STATE_UNREACHABLE, "proved", d->proofs.size - 1);
}

static const char *property_name(const program *p, loc l) {
    return program_text(p, p->properties.data[p->locations.data[l].property - 1].name);
}

/* What became of a question. */
enum outcome { UNDECIDED, FOUND /* something; what remains of the group is worth asking about again */, CLOSED };

static enum outcome conclude(question *q) {
    engine_result *r = &q->v.result;
    deadcode *d = q->d;
    if (r->verdict == VERDICT_UNKNOWN) return UNDECIDED;
    if (r->verdict == VERDICT_TRUE && q->within_limits) say(d, &q->marks, STATE_OPEN, d->obstacle, UINT32_MAX);
    else if (r->verdict == VERDICT_TRUE) keep_proof(q);
    if (r->verdict == VERDICT_TRUE) return CLOSED;
    if (program_is_limit(q->v.reduced, r->reached))
        snprintf(d->obstacle, sizeof d->obstacle, "%s", property_name(q->v.reduced, r->reached));
    else deadcode_keep(d, marked_goal_at(q->v.reduced, r->reached), &q->found, kept(d, r->engine));
    return FOUND;
}

/* Why it is open, in a few words. */
static void leave_open(question *q) {
    const verification *v = &q->v;
    char why[200];
    if (v->rejected[0]) snprintf(why, sizeof why, "%s", v->rejected);
    else if (interrupt_requested) snprintf(why, sizeof why, "interrupted");
    else if (budget_over(&v->limits) || !v->result.reason[0] || !strcmp(v->result.reason, "timeout")) snprintf(why, sizeof why, "not decided in %.3g s", q->seconds);
    else snprintf(why, sizeof why, "%s", v->result.reason);
    say(q->d, &q->marks, STATE_OPEN, why, UINT32_MAX);
}

/* ---- groups ---- */

static void push(groups *all, const bits *marks, double seconds) {
    struct group g = {{{0}}, seconds};
    bits_join(&g.marks, marks);
    vec_push(all, g);
}

/* The marks of a group that are still open; false: none. */
static bool still_open(const deadcode *d, bits *marks) {
    for (uint32_t i = 0; i < d->goals.marks.size; i++)
        if (bits_has(marks, i) && d->goals.marks.data[i].state != STATE_OPEN) bits_remove(marks, i);
    return bits_count(marks) > 0;
}

/* Neighbours in the source stay together: they often hang on the same invariant. */
static void split(groups *all, const bits *marks, double seconds) {
    bits half[2] = {0};
    uint32_t n = bits_count(marks), seen = 0;
    for (uint32_t i = 0; seen < n; i++)
        if (bits_has(marks, i)) bits_add(&half[2 * seen++ >= n], i);
    for (int k = 0; k < 2; k++) {
        push(all, &half[k], seconds);
        bits_release(&half[k]);
    }
}

static bool is_at(const program *p, uint32_t mark_) {
    for (loc l = 0; l < p->locations.size; l++) {
        const edge_id *in;
        if (program_is_error(p, l) && marked_goal_at(p, l) == mark_ && program_in(p, l, &in)) return true;
    }
    return false;
}

/* Goals that reductions exclude one by one are proved together, before harder ones can stand in the way. */
static void prove_excluded(deadcode *d, const deadcode_options *o) {
    bits remaining = {0}, excluded = {0};
    question q;
    deadcode_remaining(d, &remaining);
    double left = d->v->limits.deadline ? budget_left(&d->v->limits) : 1e6;
    question_init(&q, d, o, &remaining, left);
    for (uint32_t i = 0; i < d->goals.marks.size; i++)
        if (bits_has(&remaining, i) && !is_at(q.v.reduced, i)) bits_add(&excluded, i);
    question_release(&q);
    if (bits_count(&excluded)) {
        question_init(&q, d, o, &excluded, left);
        ask(&q);
        conclude(&q);
        question_release(&q);
    }
    bits_release(&remaining);
    bits_release(&excluded);
}

static double most_for(const deadcode_options *o) { return o->goal_seconds > 0 ? o->goal_seconds : 1e6; }

/* Ask about a group for its time; what comes of it goes back into the queue. */
static void work(deadcode *d, const deadcode_options *o, struct group g, groups *later) {
    question q;
    deadcode_tell(d, o, true);
    question_init(&q, d, o, &g.marks, g.seconds);
    ask(&q);
    switch (conclude(&q)) {
    case CLOSED: break;
    case FOUND: push(later, &g.marks, g.seconds); break;
    case UNDECIDED:
        if (bits_count(&g.marks) > 1) split(later, &g.marks, g.seconds);
        else if (g.seconds < most_for(o) && !budget_over(&d->v->limits))
            push(later, &g.marks, 2 * g.seconds < most_for(o) ? 2 * g.seconds : most_for(o));
        else leave_open(&q);
    }
    question_release(&q);
}

static const char *first_limit(const program *p) {
    for (loc l = 0; l < p->locations.size; l++)
        if (program_is_limit(p, l)) return property_name(p, l);
    return "a limit of the model";
}

/* Are the limits of the model out of reach? Otherwise nothing can be said of what lies beyond them. */
static void prove_limits(deadcode *d, const deadcode_options *o) {
    question q;
    question_init(&q, d, o, &(bits){0}, d->v->limits.deadline ? budget_left(&d->v->limits) / 4 : most_for(o));
    ask(&q);
    if (conclude(&q) == UNDECIDED) snprintf(d->obstacle, sizeof d->obstacle, "%s", first_limit(d->marked.base));
    question_release(&q);
}

void deadcode_prove(deadcode *d, const deadcode_options *o) {
    groups now = {0}, later = {0};
    bits remaining = {0};
    if (d->marked.has_limits && !d->obstacle[0]) prove_limits(d, o);
    if (!d->obstacle[0]) prove_excluded(d, o);
    deadcode_remaining(d, &remaining);
    push(&now, &remaining, first_slice < most_for(o) ? first_slice : most_for(o));
    while (now.size) {
        for (uint32_t i = 0; i < now.size; i++) {
            struct group g = now.data[i];
            if (still_open(d, &g.marks) && !budget_over(&d->v->limits)) work(d, o, g, &later);
            bits_release(&g.marks);
        }
        vec_release(&now);
        now.data = later.data, now.size = later.size, now.capacity = later.capacity;
        later.data = NULL, later.size = later.capacity = 0;
    }
    vec_release(&now);
    bits_release(&remaining);
}
