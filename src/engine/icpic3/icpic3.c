#include "engine/icpic3/icpic3.h"
#include "engine/icpic3/internal.h"

/* ---- obligations ---- */

static void queue(icpic3 *s, uint32_t id) {
    s->obligations.data[id].queued = true;
    vec_push(&s->queue, id);
}

/* Lowest level first, the newest of these. */
static uint32_t pop(icpic3 *s) {
    uint32_t best = NO_OBLIGATION, at = 0;
    for (uint32_t i = 0; i < s->queue.size; i++) {
        uint32_t level = s->obligations.data[s->queue.data[i]].level;
        if (best == NO_OBLIGATION || level <= s->obligations.data[best].level) best = s->queue.data[i], at = i;
    }
    if (best == NO_OBLIGATION) return best;
    s->queue.data[at] = vec_last(&s->queue);
    s->queue.size--;
    s->obligations.data[best].queued = false;
    return best;
}

/* ---- counterexamples ---- */

/* From the obligation at the start along the parents: any state of its box will do, with the inputs of all. */
static void counterexample(icpic3 *s, uint32_t id) {
    trace *out = &s->result->trace;
    const obligation *first = &s->obligations.data[id];
    for (uint32_t i = 0; i < s->p->variables.size; i++) {
        term var = s->p->variables.data[i].var;
        model_set(&out->initial, var, value_default(s->result->pool, term_sort(s->t, var)));
    }
    for (uint32_t i = 0; i < first->state.size; i++) model_set(&out->initial, first->state.data[i].var, first->state.data[i].value);
    for (; id != NO_OBLIGATION; id = s->obligations.data[id].parent) {
        const obligation *o = &s->obligations.data[id];
        vec_append(&out->inputs.items, o->inputs.items.data, o->inputs.items.size);
        vec_push(&out->edges, s->arcs.data[o->arc].edge);
        s->result->reached = s->arcs.data[o->arc].to;
    }
    s->found = true;
}

/* A run into a limit location is no violation, but no proof is left either: look for a violation only. */
static bool only_a_limit(icpic3 *s) {
    loc at = s->result->reached;
    if (!s->found || !program_is_limit(s->p, at)) return false;
    s->limit_property = s->p->locations.data[at].property;
    for (uint32_t i = 0; i < s->errors.size; i++)
        s->arcs.data[s->errors.data[i]].closed |= program_is_limit(s->p, s->arcs.data[s->errors.data[i]].to);
    s->found = false;
    s->result->reached = NO_LOC;
    vec_clear(&s->result->trace.edges);
    vec_clear(&s->result->trace.inputs.items);
    model_clear(&s->result->trace.initial);
    vec_clear(&s->queue);
    return true;
}

/* ---- blocking ---- */

static void no_answer(icpic3 *s) {
    icpic3_stop(s, budget_over(s->limits) ? budget_reason(s->limits) : "icpic3: a query without an answer");
}

/* Kept off at its level: on to the next. */
static void blocked(icpic3 *s, uint32_t id, uint32_t level) {
    if (level >= s->k) return;
    s->obligations.data[id].level = level + 1;
    queue(s, id);
}

static void examine(icpic3 *s, uint32_t id) {
    box c = {0}, core = {0};
    uint32_t level = s->obligations.data[id].level, failed, before;
    loc at = s->obligations.data[id].at;
    box_copy(&c, &s->obligations.data[id].box);
    enum answer a = box_arcs_query(s, at, level, &c, true, &core, &failed, MUST);
    if (a == ANSWER_UNKNOWN) no_answer(s);
    if (a == ANSWER_SAT && box_obligation_before(s, failed, level - 1, id, &before)) {
        queue(s, id);
        queue(s, before);
    }
    if (a == ANSWER_UNSAT) {
        box_generalize(s, at, &level, &c, &core);
        boxes_add(s, at, level, &core);
        blocked(s, id, level);
    }
    vec_release(&c);
    vec_release(&core);
}

/* Again only when more is known for ever. */
static bool for_ever_due(const icpic3 *s, const obligation *o) { return o->ever != s->n.lemmas_ever + 1; }

static bool for_ever(icpic3 *s, uint32_t id) {
    box c = {0};
    s->obligations.data[id].ever = s->n.lemmas_ever + 1;
    box_copy(&c, &s->obligations.data[id].box);
    bool held = box_block_for_ever(s, s->obligations.data[id].at, &c);
    vec_release(&c);
    return held;
}

static uint64_t lemma_count(const icpic3 *s) { return s->n.lemmas_made; }

/* False: a way from the start was found, or the run stopped. */
static bool block_all(icpic3 *s) {
    for (uint32_t id; (id = pop(s)) != NO_OBLIGATION && !s->stopped;) {
        const obligation *o = &s->obligations.data[id];
        progress_tell(s->o->progress, "frame", s->k, lemma_count(s), s->n.queries);
        if (budget_over(s->limits)) icpic3_stop(s, budget_reason(s->limits));
        else if (o->at == s->p->start) return counterexample(s, id), false;
        else if (boxes_block(s, o->at, o->level, &o->box)) blocked(s, id, o->level);
        else if (for_ever_due(s, o) && for_ever(s, id)) continue;
        else examine(s, id);
    }
    return !s->stopped;
}

/* No state of F(k, l) may enter the error. */
static bool strengthen(icpic3 *s) {
    for (uint32_t i = 0; i < s->errors.size && !s->stopped;) {
        uint32_t id;
        enum answer a = box_arc_query(s, s->errors.data[i], s->k, NULL, NULL, NULL, MUST);
        if (a == ANSWER_UNSAT) i++;
        else if (a == ANSWER_UNKNOWN) no_answer(s);
        else if (box_obligation_before(s, s->errors.data[i], s->k, NO_OBLIGATION, &id)) {
            queue(s, id);
            if (!block_all(s)) return false;
        }
    }
    return !s->stopped;
}

/* ---- verdicts ---- */

static void hand_out(icpic3 *s, uint32_t level) {
    for (loc l = 0; l < s->p->locations.size; l++) {
        term_vec parts = {0};
        bool never = s->p->locations.data[l].property != 0 || !bits_has(&s->reached, l);
        if (never) vec_push(&parts, term_false(s->t));
        for (uint32_t i = 0; i < s->frames.data[l].live.size; i++) {
            const box_lemma *m = &s->lemmas.data[s->frames.data[l].live.data[i]];
            if (m->level > level) vec_push(&parts, box_term(s, &m->box, true));
        }
        vec_push(&s->result->invariant, term_and_n(s->t, parts.size, parts.data));
        vec_release(&parts);
    }
    s->result->verdict = VERDICT_TRUE;
}

static void proved(icpic3 *s, uint32_t level) {
    if (s->limit_property)
        engine_unknown(s->result, "%s", program_text(s->p, s->p->properties.data[s->limit_property - 1].name));
    else hand_out(s, level);
}

/* No error can be entered from the lemmas for ever: they are the proof. */
static bool proved_for_ever(icpic3 *s) {
    for (uint32_t i = 0; i < s->errors.size; i++)
        if (box_arc_query(s, s->errors.data[i], LEVEL_EVER, NULL, NULL, NULL, MAY) != ANSWER_UNSAT) return false;
    return true;
}

static uint32_t propagate(icpic3 *s) {
    for (uint32_t level = 1; level <= s->k && !s->stopped; level++)
        if (boxes_propagate(s, level)) return level;
    return 0;
}

static void prove(icpic3 *s) {
    for (s->k = 1;; s->k++) {
        while (!strengthen(s))
            if (!only_a_limit(s)) {
                if (s->found) s->result->verdict = VERDICT_FALSE;
                return;
            }
        uint32_t fixpoint = proved_for_ever(s) ? LEVEL_EVER - 1 : propagate(s);
        if (fixpoint) proved(s, fixpoint);
        if (fixpoint || s->stopped) return;
    }
}

static void report(icpic3 *s) {
    stats_set(&s->result->stats, "frames", s->k);
#define X(name, help) stats_set(&s->result->stats, help, (double)s->n.name);
    ICPIC3_COUNTERS(X)
#undef X
    s->result->solver = "icp";
    for (uint32_t i = 0; i < s->arcs.size && s->n.others; i++)
        if (s->arcs.data[i].other.solver) s->result->solver = solver_name(s->arcs.data[i].other.solver);
}

static void release(icpic3 *s) {
    for (uint32_t i = 0; i < s->lemmas.size; i++) vec_release(&s->lemmas.data[i].box);
    for (uint32_t i = 0; i < s->frames.size; i++) {
        vec_release(&s->frames.data[i].live);
        vec_release(&s->frames.data[i].log);
    }
    for (uint32_t i = 0; i < s->obligations.size; i++) {
        vec_release(&s->obligations.data[i].box);
        vec_release(&s->obligations.data[i].state);
        vec_release(&s->obligations.data[i].inputs.items);
    }
    vec_release(&s->lemmas);
    vec_release(&s->frames);
    vec_release(&s->obligations);
    vec_release(&s->queue);
    vec_release(&s->constants);
    bits_release(&s->reached);
    subst_release(&s->scratch);
}

void icpic3_run(program *p, const engine_options *o, const budget *b, board *shared, engine_result *result) {
    (void)shared;
    result->engine = "icpic3";
    icpic3 s = {.p = p, .t = p->terms, .o = o, .limits = b, .result = result};
    s.random.state = (uint64_t)o->seed;
    box_arcs_make(&s);
    constants_collect(&s);
    prove(&s);
    report(&s);
    release(&s);
    box_arcs_release(&s);
}
