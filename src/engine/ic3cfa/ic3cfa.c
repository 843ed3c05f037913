/* The outer loop, strengthening and the inner loop: Alg. 1 to 3 of paper 000. */
#include "engine/ic3cfa/ic3cfa.h"
#include "engine/ic3cfa/context.h"

#include "base/fail.h"

enum { CONTEXTS = 4096, QUERIES_CACHED = 20000, LOCAL_TERMS = 100000 };

/* ---- obligations ---- */

/* The values of old models are garbage as soon as their cube is made. */
static void tidy_values(ic3 *s) {
    if (values_memory(s->pool) < (64u << 20)) return;
    evaluator_delete(s->evaluator);
    values_delete(s->pool);
    s->pool = values_new(s->t);
    s->evaluator = evaluator_new(s->t, s->pool);
}

/* So is what the local solver translated for them. */
static void tidy_local(ic3 *s) {
    if (s->local && solver_statistics(s->local)->terms < LOCAL_TERMS) return;
    if (s->local) solver_delete(s->local), s->n.rebuilt++;
    s->local = s->o->ic3_enrich ? solver_new(s->t, s->o->solver, (solver_options){0}, NULL) : NULL;
    if (s->local) solver_set_budget(s->local, s->limits);
}

/* The arc's solver holds a model that leads into `parent` (or into the error): queue the states before. */
static bool add_predecessor(ic3 *s, uint32_t arc_, uint32_t level, uint32_t parent, bool *exact) {
    cube c;
    const cube *post = parent == NO_OBLIGATION ? NULL : &s->obligations.data[parent].cube;
    tidy_values(s);
    tidy_local(s);
    const path *x = ic3_precube(s, arc_, post, &c, exact);
    if (!x) return false;
    ic3_obligation_queue(s, ic3_obligation_new(s, level, s->arcs.data[arc_].from, c, parent, arc_, x));
    return true;
}

static void learn(ic3 *s, uint32_t id, const term_vec *core) {
    const obligation *o = &s->obligations.data[id];
    uint32_t level = o->level;
    loc at = o->at;
    cube g = ic3_generalize(s, at, &level, &o->cube, core);
    cube copy = s->families ? cube_copy(&g) : (cube){0};
    ic3_frame_learn(s, at, level, g);
    if (level == LEVEL_EVER) ic3_obligation_done(s, id);
    else ic3_obligation_blocked(s, id, level);
    if (s->families && level != LEVEL_EVER) ic3_conjecture(s, at, level, &copy);
    cube_release(&copy);
}

static bool blocked(ic3 *s, const obligation *o) {
    if (ic3_frame_blocks(s, o->at, o->level, &o->cube)) return true;
    return s->o->ic3_block_semantic &&
           ic3_arc_query(s, s->still.data[o->at], o->level, &o->cube, NULL, NULL, QUERY_BLOCK) == ANSWER_UNSAT;
}

static void no_answer(ic3 *s, uint32_t arc_) {
    cfa_stop(s, s->arcs.data[arc_].solver ? solver_why(s->arcs.data[arc_].solver) : NULL);
}

/* Sect. 4.3, skipping: all pre-cubes at once. Where each is its arc's whole pre-image, they block the obligation as soon
 * as they are blocked themselves, and the queue sees to that. */
static void expand(ic3 *s, uint32_t id) {
    term_vec core = {0};
    bool any = false, all_exact = true, exact = true;
    const arc_list *arcs = &s->into.data[s->obligations.data[id].at];
    for (uint32_t i = 0; i < arcs->size && !s->stopped; i++) {
        const obligation *o = &s->obligations.data[id];
        enum answer a = ic3_arc_query(s, arcs->data[i], o->level - 1, &o->cube, NULL, &core, QUERY_BLOCK);
        if (a == ANSWER_UNKNOWN) no_answer(s, arcs->data[i]);
        if (a != ANSWER_SAT) continue;
        add_predecessor(s, arcs->data[i], o->level - 1, id, &exact);
        any = true;
        all_exact &= exact;
    }
    if (s->stopped) return;
    s->obligations.data[id].expanded = any && all_exact;
    if (any) ic3_obligation_queue(s, id);
    else learn(s, id, &core);
    vec_release(&core);
}

static void skip_examination(ic3 *s, uint32_t id) {
    const obligation *o = &s->obligations.data[id];
    term_vec all = {0};
    vec_append(&all, o->cube.lits, o->cube.size);
    s->n.obligations_skipped++;
    learn(s, id, &all);
    vec_release(&all);
}

static void examine(ic3 *s, uint32_t id) {
    obligation *o = &s->obligations.data[id];
    term_vec core = {0};
    uint32_t failed = 0;
    bool exact;
    enum answer a = ic3_arcs_query(s, o->at, o->level, &o->cube, &core, &failed, QUERY_BLOCK);
    if (a == ANSWER_UNKNOWN) {
        no_answer(s, failed);
    } else if (a == ANSWER_UNSAT) {
        learn(s, id, &core);
    } else {
        ic3_obligation_queue(s, id);
        add_predecessor(s, failed, o->level - 1, id, &exact);
    }
    vec_release(&core);
}

/* Worth trying where it was not tried yet, or lemmas for ever have come since; and as long as it pays. What a query costs
 * grows with its assumptions, and those about lemmas for ever have many. */
enum { EFFORT_AT_FIRST = 4000, EFFORT_FOR_LEMMA = 2000 };

static bool for_ever_due(const ic3 *s, const obligation *o) {
    bool pays = s->effort_ever < EFFORT_AT_FIRST + s->effort_else / 4 + EFFORT_FOR_LEMMA * s->n.lemmas_ever;
    return s->o->ic3_ever && o->ever_stamp != s->n.lemmas_ever + 1 && pays;
}

static bool for_ever_run(ic3 *s, uint32_t id) {
    s->obligations.data[id].ever_stamp = s->n.lemmas_ever + 1;
    return ic3_block_for_ever(s, s->obligations.data[id].at, &s->obligations.data[id].cube);
}

static bool block_one(ic3 *s, uint32_t id) {
    const obligation *o = &s->obligations.data[id];
    if (blocked(s, o)) ic3_obligation_blocked(s, id, o->level);
    else if (for_ever_due(s, o) && for_ever_run(s, id)) ic3_obligation_done(s, id);
    else if (o->expanded) skip_examination(s, id);
    else if (s->o->ic3_skip) expand(s, id);
    else examine(s, id);
    return !s->stopped;
}

static uint64_t all_queries(const ic3 *s) {
    return s->n.block_queries + s->n.error_queries + s->n.generalize_queries + s->n.propagate_queries + s->n.ever_queries +
           s->n.other_queries;
}

static bool out_of_budget(ic3 *s) {
    if (budget_over(s->limits)) cfa_stop(s, budget_reason(s->limits));
    return s->stopped;
}

/* Alg. 3. False: a trace was found, or the run stopped. */
static bool backward_block(ic3 *s) {
    for (uint32_t id; (id = ic3_obligation_pop(s)) != NO_OBLIGATION;) {
        progress_tell(s->o->progress, "frame", s->k, s->n.lemmas_made, all_queries(s));
        if (out_of_budget(s)) return false;
        if (s->obligations.data[id].at == s->p->start) {
            ic3_counterexample(s, id);
            return false;
        }
        if (!block_one(s, id)) return false;
    }
    return true;
}

/* Alg. 2: no state of F(k, l) may enter the error. */
static bool strengthen(ic3 *s) {
    bool exact;
    if (!backward_block(s)) return false;
    for (uint32_t i = 0; i < s->errors.size;) {
        uint32_t e = s->errors.data[i];
        enum answer a = ic3_arc_query(s, e, s->k, NULL, NULL, NULL, QUERY_ERROR);
        if (a == ANSWER_UNSAT) {
            i++;
        } else if (a == ANSWER_UNKNOWN) {
            no_answer(s, e);
            return false;
        } else if (!add_predecessor(s, e, s->k, NO_OBLIGATION, &exact) || !backward_block(s)) {
            return false;
        }
        if (out_of_budget(s)) return false;
    }
    return true;
}

/* ---- propagation ---- */

/* F(level) at the arc's source is what it was when the lemma last failed there: it would fail again. */
static bool still_fails(const ic3 *s, const frame_lemma *m) {
    if (!m->failed_stamp || m->failed_level != m->level) return false;
    const frame_sequence *f = &s->frames.data[s->arcs.data[m->failed_arc].from];
    return m->level >= f->changed.size || f->changed.data[m->level] < m->failed_stamp;
}

static void propagate_lemma(ic3 *s, uint32_t id, uint32_t level) {
    frame_lemma *m = &s->lemmas.data[id];
    term_vec core = {0};
    uint32_t failed;
    if (ic3_arcs_query(s, m->at, level + 1, &m->cube, &core, &failed, QUERY_PROPAGATE) != ANSWER_UNSAT) {
        m->failed_arc = failed;
        m->failed_level = level;
        m->failed_stamp = s->frames.data[s->arcs.data[failed].from].stamp + 1;
    } else if (s->o->ic3_cores && core.size < m->cube.size) {
        ic3_frame_add(s, m->at, level + 1, cube_make(core.data, core.size));
    } else {
        ic3_frame_raise(s, id, level + 1);
    }
    vec_release(&core);
}

/* Try every lemma of this level at the next. True: none is left at any location, F(level) = F(level + 1). */
static bool propagate_level(ic3 *s, uint32_t level) {
    bool empty = true;
    for (loc l = 0; l < s->frames.size; l++) {
        u32_vec todo = {0};
        for (uint32_t i = 0; i < s->frames.data[l].live.size; i++)
            if (s->lemmas.data[s->frames.data[l].live.data[i]].level == level)
                vec_push(&todo, s->frames.data[l].live.data[i]);
        for (uint32_t i = 0; i < todo.size && !out_of_budget(s); i++) {
            frame_lemma *m = &s->lemmas.data[todo.data[i]];
            if (!m->dead && !still_fails(s, m)) propagate_lemma(s, todo.data[i], level);
            m = &s->lemmas.data[todo.data[i]];
            empty &= m->dead || m->level > level;
        }
        vec_release(&todo);
    }
    return empty && !s->stopped;
}

/* The level of a fixpoint, or 0. */
static uint32_t propagate(ic3 *s) {
    for (uint32_t level = 1; level <= s->k && !s->stopped; level++)
        if (propagate_level(s, level)) return level;
    return 0;
}

/* No error can be entered from the lemmas for ever: they are the proof. */
static bool proved_for_ever(ic3 *s) {
    for (uint32_t i = 0; i < s->errors.size; i++)
        if (ic3_arc_query(s, s->errors.data[i], LEVEL_EVER, NULL, NULL, NULL, QUERY_ERROR) != ANSWER_UNSAT) return false;
    return true;
}

/* ---- verdicts ---- */

/* Lemmas above the fixpoint's level, by location; false where nothing arrives. */
static void hand_out(ic3 *s, uint32_t level) {
    program *p = s->p;
    for (loc l = 0; l < p->locations.size; l++) {
        term_vec parts = {0};
        bool dead_end = cfa_is_bad(s, l) || !bits_has(&s->reached, l);
        if (dead_end) vec_push(&parts, term_false(s->t));
        for (uint32_t i = 0; i < s->frames.data[l].live.size; i++) {
            const frame_lemma *m = &s->lemmas.data[s->frames.data[l].live.data[i]];
            if (m->level > level) vec_push(&parts, cube_clause(s->t, &m->cube));
        }
        vec_append(&parts, s->frames.data[l].facts.data, s->frames.data[l].facts.size);
        vec_push(&s->result->invariant, term_and_n(s->t, parts.size, parts.data));
        vec_release(&parts);
    }
    s->result->verdict = VERDICT_TRUE;
}

static void proved(ic3 *s, uint32_t level) {
    if (s->limit_property)
        engine_unknown(s->result, "%s", program_text(s->p, s->p->properties.data[s->limit_property - 1].name));
    else hand_out(s, level);
    if (s->o->ic3_check && s->result->verdict == VERDICT_TRUE && !ic3_invariant_holds(s))
        engine_unknown(s->result, "internal: the invariant does not hold");
}

/* A run into a limit location is no violation, but no proof is left either: go on looking for a violation only. */
static bool only_a_limit(ic3 *s) {
    loc reached = s->result->reached;
    if (!s->found || !program_is_limit(s->p, reached)) return false;
    s->limit_property = s->p->locations.data[reached].property;
    for (uint32_t i = 0; i < s->errors.size; i++)
        s->arcs.data[s->errors.data[i]].closed |= program_is_limit(s->p, s->arcs.data[s->errors.data[i]].to);
    s->found = false;
    s->result->reached = NO_LOC;
    vec_clear(&s->result->trace.edges);
    vec_clear(&s->result->trace.inputs.items);
    model_clear(&s->result->trace.initial);
    ic3_obligations_clear(s);
    return true;
}

/* Alg. 1. */
static void prove(ic3 *s) {
    for (s->k = 1;; s->k++) {
        if (s->top < s->k) s->top = s->k;
        ic3_frames_listen(s);
        ic3_obligations_next_level(s);
        while (!strengthen(s))
            if (!only_a_limit(s)) {
                if (s->found) s->result->verdict = VERDICT_FALSE;
                return;
            }
        uint32_t fixpoint = s->o->ic3_ever && proved_for_ever(s) ? LEVEL_EVER - 1 : propagate(s);
        if (fixpoint) {
            proved(s, fixpoint);
            return;
        }
        if (s->stopped) return;
    }
}

static void report(ic3 *s) {
    engine_stats *out = &s->result->stats;
    stats_set(out, "frames", s->k);
    stats_set(out, "queries", (double)all_queries(s));
#define X(name, help) stats_set(out, help, (double)s->n.name);
    IC3_COUNTERS(X)
#undef X
}

/* Whoever answered some query has a part in the proof; the longest name is that of an arc that moved over. */
static void name_solver(ic3 *s) {
    s->result->solver = s->o->solver;
    for (uint32_t i = 0, longest = 0; i < s->arcs.size; i++) {
        solver *of = s->arcs.data[i].solver;
        if (!of || strlen(solver_name(of)) <= longest) continue;
        s->result->solver = solver_name(of);
        longest = (uint32_t)strlen(solver_name(of));
    }
}

void ic3cfa_run(program *p, const engine_options *o, const budget *b, board *shared, engine_result *result) {
    result->engine = "ic3cfa";
    ic3 s = {.p = p, .t = p->terms, .o = o, .limits = b, .result = result, .reader = {.board = shared},
             .relative = o->ic3_relative};
    s.random.state = (uint64_t)o->seed;
    s.pool = values_new(p->terms);
    s.evaluator = evaluator_new(p->terms, s.pool);
    if (o->ic3_guide) s.families = families_new();
    if (!o->ic3_cores) s.cache = cache_new(QUERIES_CACHED);
    if (o->ic3_caching) s.contexts = contexts_new(CONTEXTS);
    ic3_arcs_make(&s);
    ic3_constants_collect(&s);
    ic3_widened_collect(&s);
    prove(&s);
    report(&s);
    name_solver(&s);
    ic3_obligations_release(&s);
    ic3_frames_release(&s);
    ic3_arcs_release(&s);
    contexts_delete(s.contexts);
    if (s.cache) cache_delete(s.cache);
    if (s.local) solver_delete(s.local);
    families_delete(s.families);
    board_reader_release(&s.reader);
    bits_release(&s.reached);
    vec_release(&s.level_literal);
    vec_release(&s.constants);
    vec_release(&s.widened);
    map_release(&s.activity);
    subst_release(&s.scratch);
    evaluator_delete(s.evaluator);
    values_delete(s.pool);
}
