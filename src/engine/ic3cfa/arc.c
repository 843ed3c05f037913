/* Arcs: the edges that matter, each with its incremental solver. The relation is asserted once; lemmas of the source
 * hang on level literals; the cube's literals are assumptions, so that a failed query names those it needed. */
#include "engine/ic3cfa/internal.h"

#include "base/fail.h"

#include <stdio.h>

enum { SPLIT_LIMIT = 64, TERMS_OF_ALL = 1000000, IMAGES_OF_ALL = 400000, SECONDS_TO_IMPROVE = 1 };

void cfa_stop(ic3 *s, const char *why) {
    if (!s->stopped) engine_unknown(s->result, "%s", why && *why ? why : "solver");
    s->stopped = true;
}

bool cfa_is_bad(const ic3 *s, loc l) { return s->p->locations.data[l].property != 0; }

/* ---- making ---- */

static void add_arc(ic3 *s, edge_id e, cmd c) {
    const edge *origin = &s->p->edges.data[e];
    arc a = {.edge = e, .from = origin->from, .to = origin->to, .error = cfa_is_bad(s, origin->to)};
    char stamp[32];
    snprintf(stamp, sizeof stamp, "e%u", s->arcs.size);
    way_init(&a.way, s->p, c, stamp);
    uint32_t id = s->arcs.size;
    vec_push(&s->arcs, a);
    if (a.error) vec_push(&s->errors, id);
    else vec_push(&s->into.data[a.to], id);
    vec_push(&s->out.data[a.from], id);
}

/* Def. 14. Where there are too many paths the edge stays whole and models choose: no path is lost either way. */
static void add_edge(ic3 *s, edge_id e) {
    cmd c = s->p->edges.data[e].command;
    cmd_vec paths = {0};
    if (s->o->ic3_split && cmd_split(s->p, c, SPLIT_LIMIT, &paths))
        for (uint32_t i = 0; i < paths.size; i++) add_arc(s, e, paths.data[i]);
    else add_arc(s, e, c);
    vec_release(&paths);
}

/* An arc that does nothing: its query asks about F(level, l) alone. */
static void add_still(ic3 *s, loc l) {
    arc a = {.edge = UINT32_MAX, .from = l, .to = NO_LOC};
    char stamp[32];
    snprintf(stamp, sizeof stamp, "e%u", s->arcs.size);
    way_init(&a.way, s->p, cmd_skip(s->p), stamp);
    s->still.data[l] = s->arcs.size;
    vec_push(&s->out.data[l], s->arcs.size);
    vec_push(&s->arcs, a);
}

static void mark(const program *p, loc from, bool forwards, bits *seen) {
    u32_vec stack = {0};
    if (!bits_has(seen, from)) vec_push(&stack, from);
    bits_add(seen, from);
    while (stack.size) {
        loc l = vec_pop(&stack);
        const edge_id *e;
        uint32_t n = forwards ? program_out(p, l, &e) : program_in(p, l, &e);
        for (uint32_t i = 0; i < n; i++) {
            loc next = forwards ? p->edges.data[e[i]].to : p->edges.data[e[i]].from;
            if (!bits_has(seen, next)) vec_push(&stack, next);
            bits_add(seen, next);
        }
    }
    vec_release(&stack);
}

void ic3_arcs_make(ic3 *s) {
    program *p = s->p;
    bits useful = {0};
    mark(p, p->start, true, &s->reached);
    for (loc l = 0; l < p->locations.size; l++)
        if (cfa_is_bad(s, l)) mark(p, l, false, &useful);
    vec_resize(&s->frames, p->locations.size);
    vec_resize(&s->into, p->locations.size);
    vec_resize(&s->out, p->locations.size);
    for (edge_id e = 0; e < p->edges.size; e++) {
        const edge *x = &p->edges.data[e];
        if (!x->removed && bits_has(&s->reached, x->from) && bits_has(&useful, x->to)) add_edge(s, e);
    }
    vec_resize(&s->still, p->locations.size);
    for (loc l = 0; l < p->locations.size && (s->o->ic3_wp_for_inductivity || s->o->ic3_block_semantic); l++)
        if (s->out.data[l].size) add_still(s, l);
    bits_release(&useful);
}

void ic3_arcs_release(ic3 *s) {
    for (uint32_t i = 0; i < s->arcs.size; i++) {
        arc *a = &s->arcs.data[i];
        way_release(&a->way);
        map_release(&a->image_of);
        if (a->solver) solver_delete(a->solver);
    }
    for (uint32_t i = 0; i < s->into.size; i++) {
        vec_release(&s->into.data[i]);
        vec_release(&s->out.data[i]);
    }
    vec_release(&s->arcs);
    vec_release(&s->into);
    vec_release(&s->out);
    vec_release(&s->errors);
    vec_release(&s->still);
}

/* ---- the solver of an arc ---- */

static term level_literal(ic3 *s, uint32_t level) {
    while (s->level_literal.size <= level) {
        char name[32];
        snprintf(name, sizeof name, "ic3cfa.level.%u", s->level_literal.size);
        vec_push(&s->level_literal, term_var(s->t, name, sort_bool(s->t)));
    }
    return s->level_literal.data[level];
}

static bool open_solver(ic3 *s, arc *a) {
    const char *why = NULL;
    a->solver = solver_new(s->t, s->o->solver, (solver_options){.seed = (uint32_t)s->o->seed}, &why);
    if (!a->solver) {
        cfa_stop(s, why);
        return false;
    }
    solver_set_budget(a->solver, s->limits);
    solver_assert(a->solver, a->way.relation.formula);
    a->heard = a->facts = 0;
    a->base_terms = 0;
    return true;
}

/* Assert what became known at the source since the last query. An event whose lemma rose or died since is stale: a
 * later event says more. */
static void hear(ic3 *s, arc *a) {
    const frame_sequence *f = &s->frames.data[a->from];
    for (; a->heard < f->log.size; a->heard++) {
        const lemma_event *e = &f->log.data[a->heard];
        const frame_lemma *m = &s->lemmas.data[e->lemma];
        if (m->dead || m->level != e->level) continue;
        term clause = cube_clause(s->t, &m->cube);
        if (e->level != LEVEL_EVER) clause = term_implies(s->t, level_literal(s, e->level), clause);
        solver_assert(a->solver, clause);
    }
    for (; a->facts < f->facts.size; a->facts++) solver_assert(a->solver, f->facts.data[a->facts]);
}

/* level literal i implies level literal i + 1: one assumption switches on a whole frame. */
static void link_levels(ic3 *s, arc *a) {
    for (; a->linked <= s->top; a->linked++)
        solver_assert(a->solver, term_implies(s->t, level_literal(s, a->linked), level_literal(s, a->linked + 1)));
}

/* What one arc may keep of what all may keep. */
static uint64_t share(const ic3 *s, uint64_t of_all) { return of_all / (s->arcs.size < 5 ? 5 : s->arcs.size); }

/* Cubes leave their translation behind; a solver that carries too much of it is made anew. */
static void renew(ic3 *s, arc *a) {
    if (!a->solver || solver_statistics(a->solver)->terms < share(s, TERMS_OF_ALL) + 10 * a->base_terms) return;
    solver_delete(a->solver);
    a->solver = NULL;
    s->n.rebuilt++;
}

static bool prepare(ic3 *s, arc *a) {
    renew(s, a);
    if (!a->solver) {
        a->linked = 0;
        if (!open_solver(s, a)) return false;
    }
    if (a->from == s->p->start) return true;
    hear(s, a);
    link_levels(s, a);
    return true;
}

term ic3_arc_image(ic3 *s, arc *a, term lit) {
    uint64_t known;
    if (map_get(&a->image_of, lit.id, &known)) return (term){(uint32_t)known};
    if (a->image_of.size > 500 + share(s, IMAGES_OF_ALL)) map_clear(&a->image_of);
    term image = transition_apply(&a->way.relation, s->t, &s->scratch, lit);
    subst_clear(&s->scratch);
    map_set(&a->image_of, lit.id, image.id);
    return image;
}

term ic3_arc_before(ic3 *s, const path *x, term lit) {
    if (!x->assigned.size) return lit;
    for (uint32_t i = 0; i < x->assigned.size; i++)
        subst_set(&s->scratch, s->t, x->assigned.data[i], x->image.data[i]);
    term before = subst_apply(&s->scratch, s->t, lit);
    subst_clear(&s->scratch);
    return before;
}

static void count(ic3 *s, enum query_kind kind) {
    switch (kind) {
    case QUERY_BLOCK: s->n.block_queries++; break;
    case QUERY_ERROR: s->n.error_queries++; break;
    case QUERY_GENERALIZE: s->n.generalize_queries++; break;
    case QUERY_PROPAGATE: s->n.propagate_queries++; break;
    case QUERY_EVER: s->n.ever_queries++; break;
    }
}

/* The literals after the arc as assumptions. False where one of them is false: then it alone is the core. */
static bool assume_cube(ic3 *s, arc *a, const cube *c, term_vec *assumptions, term_vec *origin, term_vec *core) {
    for (uint32_t i = 0; c && i < c->size; i++) {
        term image = ic3_arc_image(s, a, c->lits[i]);
        if (term_is_true(s->t, image)) continue;
        if (term_is_false(s->t, image)) {
            if (core) vec_push(core, c->lits[i]);
            return false;
        }
        vec_push(assumptions, image);
        vec_push(origin, c->lits[i]);
    }
    return true;
}

static enum answer ask(ic3 *s, arc *a, const term_vec *assumptions, const term_vec *origin, term_vec *core,
                       enum query_kind kind) {
    count(s, kind);
    *(kind == QUERY_EVER ? &s->effort_ever : &s->effort_else) += assumptions->size;
    /* A literal that is hard to drop stays: only what decides the verdict may take its time. */
    budget little = budget_effort(*s->limits, SECONDS_TO_IMPROVE);
    bool improves = kind != QUERY_BLOCK && kind != QUERY_ERROR;
    if (improves) solver_set_budget(a->solver, &little);
    enum answer answer = solver_check(a->solver, assumptions->size, assumptions->data);
    if (improves) solver_set_budget(a->solver, s->limits);
    if (!a->base_terms) a->base_terms = solver_statistics(a->solver)->terms;
    if (answer == ANSWER_UNSAT && core)
        for (uint32_t i = 0; i < origin->size; i++)
            if (solver_in_core(a->solver, assumptions->data[i])) vec_push(core, origin->data[i]);
    return answer;
}

/* Def. 15: F and wep(arc, c), over the variables before only. */
static enum answer wep_query(ic3 *s, arc *a, const path *x, uint32_t level, const cube *c, term_vec *core,
                             enum query_kind kind) {
    term_vec pre = {0}, used = {0};
    vec_append(&pre, x->guards.data, x->guards.size);
    for (uint32_t i = 0; i < c->size; i++) vec_push(&pre, ic3_arc_before(s, x, c->lits[i]));
    cube before = cube_make(pre.data, pre.size);
    enum answer answer = ic3_arc_query(s, s->still.data[a->from], level, &before, NULL, &used, kind);
    cube needed = cube_make(used.data, used.size);
    for (uint32_t i = 0; core && answer == ANSWER_UNSAT && i < c->size; i++)
        if (cube_has(&needed, pre.data[x->guards.size + i])) vec_push(core, c->lits[i]);
    cube_release(&before);
    cube_release(&needed);
    vec_release(&pre);
    vec_release(&used);
    return answer;
}

/* SAT answers of WEP queries leave no model of the relation: a query to block needs one, so it is asked there. */
static const path *wep_applies(ic3 *s, arc *a, const cube *c, enum query_kind kind) {
    if (!s->o->ic3_wp_for_inductivity || kind == QUERY_BLOCK || !c || a->from == s->p->start || a->to == NO_LOC)
        return NULL;
    return way_only(&a->way, s->p);
}

static uint64_t cache_scope(const ic3 *s, uint32_t id, uint32_t level) {
    return hash_mix(hash_mix(hash_mix(id + 1) + level) + s->frames.data[s->arcs.data[id].from].stamp);
}

/* The least recently used cache of Sect. 6.3. */
static enum answer cached_query(ic3 *s, uint32_t id, uint32_t level, const cube *c, enum query_kind kind) {
    uint64_t scope = cache_scope(s, id, level);
    enum answer answer = cache_find(s->cache, scope, c->size, c->lits);
    if (answer != ANSWER_UNKNOWN) {
        s->n.answered_cache++;
        return answer;
    }
    query_cache *cache = s->cache;
    s->cache = NULL;
    answer = ic3_arc_query(s, id, level, c, NULL, NULL, kind);
    s->cache = cache;
    if (answer != ANSWER_UNKNOWN) cache_add(cache, scope, c->size, c->lits, answer);
    return answer;
}

enum answer ic3_arc_query(ic3 *s, uint32_t id, uint32_t level, const cube *c, const cube *premise, term_vec *core,
                      enum query_kind kind) {
    arc *a = &s->arcs.data[id];
    if (a->closed || (level == 0 && a->from != s->p->start)) return ANSWER_UNSAT; /* F(0, l) is false */
    if (s->cache && c && !core && !premise && kind == QUERY_GENERALIZE) return cached_query(s, id, level, c, kind);
    const path *only = premise ? NULL : wep_applies(s, a, c, kind);
    if (only) return wep_query(s, a, only, level, c, core, kind);
    term_vec assumptions = {0}, origin = {0};
    enum answer answer = ANSWER_UNSAT;
    if (!assume_cube(s, a, c, &assumptions, &origin, core)) {
        s->n.answered_static++;
    } else if (prepare(s, a)) {
        if (a->from != s->p->start && level != LEVEL_EVER) vec_push(&assumptions, level_literal(s, level));
        if (premise) vec_push(&assumptions, cube_clause(s->t, premise));
        answer = ask(s, a, &assumptions, &origin, core, kind);
    } else {
        answer = ANSWER_UNKNOWN;
    }
    a->failures += answer == ANSWER_SAT;
    vec_release(&assumptions);
    vec_release(&origin);
    return answer;
}

static uint32_t first_by_failures(const ic3 *s, const arc_list *arcs, const bits *done) {
    uint32_t best = UINT32_MAX;
    for (uint32_t i = 0; i < arcs->size; i++)
        if (!bits_has(done, i) &&
            (best == UINT32_MAX ||
             s->arcs.data[arcs->data[i]].failures > s->arcs.data[arcs->data[best]].failures))
            best = i;
    return best;
}

/* The arc that failed most often comes first: a cube that cannot be kept off is found out with few queries. */
enum answer ic3_arcs_query(ic3 *s, loc l, uint32_t level, const cube *c, term_vec *core, uint32_t *failed,
                       enum query_kind kind) {
    const arc_list *arcs = &s->into.data[l];
    bits done = {0};
    enum answer answer = ANSWER_UNSAT;
    for (uint32_t n = 0; n < arcs->size && answer == ANSWER_UNSAT; n++) {
        uint32_t i = first_by_failures(s, arcs, &done);
        bits_add(&done, i);
        bool relative = s->relative && s->arcs.data[arcs->data[i]].from == l;
        answer = ic3_arc_query(s, arcs->data[i], level == LEVEL_EVER ? level : level - 1, c, relative ? c : NULL, core, kind);
        if (answer != ANSWER_UNSAT && failed) *failed = arcs->data[i];
    }
    bits_release(&done);
    return answer;
}
