/* Arcs: the edges that matter, each with its incremental solver. The relation is asserted once;
 * lemmas of the source hang on level literals; the cube's literals are assumptions, so that a
 * failed query names those it needed. */
#include "base/time_limits.h"
#include "engine/ic3/literals/calls.h"
#include "base/log.h"
#include "engine/ic3/literals/multi.h"
#include "engine/ic3/literals/predecessor.h"

enum { TERMS_OF_ALL = 1000000, IMAGES_OF_ALL = 400000 };

void solvers_make(literals *s) {
    vec_resize(&s->still, s->k.p->locations.size);
    for (loc l = {0};
         l.id < s->still.size && (s->k.o->ic3_wp_for_inductivity || s->k.o->ic3_block_semantic);
         l.id++)
        if (s->k.out.data[l.id].size) s->still.data[l.id] = arcs_add_still(&s->k, l);
    vec_resize(&s->solvers, s->k.arcs.size);
}

static void forget_calls(arc_solver *x) {
    for (uint32_t i = 0; i < x->calls.size; i++) vec_release(&x->calls.data[i].instead);
    vec_release(&x->calls);
}

void solvers_release(literals *s) {
    for (uint32_t i = 0; i < s->solvers.size; i++) {
        forget_calls(&s->solvers.data[i]);
        map_release(&s->solvers.data[i].image_of);
        if (lit_solver(s, i)) lit_close(s, lit_solver(s, i));
    }
    vec_release(&s->solvers);
    vec_release(&s->still);
}

void lit_close(literals *s, solver *gone) {
    s->solver_seconds += solver_statistics(gone)->seconds;
    solver_delete(gone);
}

enum answer lit_local_check(literals *s, uint32_t n, const term *assumptions) {
    assert_debug(terms_are_there(s->k.t, n, assumptions));
    if (!s->local) return ANSWER_UNKNOWN;
    budget little = time_limited(TIME_LITERALS_IMPROVE, *s->k.limits);
    solver_set_budget(s->local, &little);
    enum answer a = solver_check(s->local, n, assumptions);
    solver_set_budget(s->local, s->k.limits);
    return a;
}

solver *lit_solver(const literals *s, uint32_t a) {
    assert_debug(a < s->solvers.size);
    return s->solvers.data[a].of.solver;
}

solver *lit_asked(const literals *s) { return lit_solver(s, s->asked); }

void lit_restart(ic3 *k, uint32_t a) {
    assert_debug(a < k->arcs.size);
    LOG("ic3cfa", "restart the solver of arc %u", a);
    loc to = k->arcs.data[a].to;
    if (!same_loc(to, NO_LOC)) join_forget((literals *)k, to);
    arc_solver *x = &((literals *)k)->solvers.data[a];
    if (x->of.solver) lit_close((literals *)k, x->of.solver), k->n.rebuilt++;
    x->of.solver = NULL;
    forget_calls(x);
}

/* ---- the solver of an arc ---- */

static bool open_solver(literals *s, uint32_t a) {
    const char *why = NULL;
    arc_solver *x = &s->solvers.data[a];
    x->of =
        (listener){.solver = solver_new(s->k.t, s->k.o->solver,
                                        (solver_options){.seed = (uint32_t)s->k.o->seed}, &why)};
    if (!x->of.solver) return ic3_stop(&s->k, why), false;
    solver_set_budget(x->of.solver, s->k.limits);
    solver_assert(x->of.solver, s->k.arcs.data[a].way.relation.formula);
    x->base_terms = 0;
    return true;
}

/* What one arc may keep of what all may keep. */
static uint64_t share(const literals *s, uint64_t of_all) {
    return of_all / (s->k.arcs.size < 5 ? 5 : s->k.arcs.size);
}

/* Cubes leave their translation behind; a solver that carries too much of it is made again. */
static void renew(literals *s, uint32_t a) {
    const arc_solver *x = &s->solvers.data[a];
    if (x->of.solver &&
        solver_statistics(x->of.solver)->terms >= share(s, TERMS_OF_ALL) + 10 * x->base_terms)
        lit_restart(&s->k, a);
}

static bool prepare(literals *s, uint32_t a) {
    listener *x = &s->solvers.data[a].of;
    loc from = s->k.arcs.data[a].from;
    renew(s, a);
    if (!x->solver && !open_solver(s, a)) return false;
    if (s->calls) calls_hear(s, a);
    if (same_loc(from, s->k.p->start) && !s->solvers.data[a].calls.size) return true;
    if (!same_loc(from, s->k.p->start)) listener_hear(&s->k, from, x);
    listener_link(&s->k, x, s->k.frontier);
    return true;
}

term lit_arc_image(literals *s, uint32_t a, term lit) {
    assert_debug(a < s->k.arcs.size);
    map *image_of = &s->solvers.data[a].image_of;
    uint64_t known;
    if (map_get(image_of, lit.id, &known)) return (term){(uint32_t)known};
    if (image_of->size > 500 + share(s, IMAGES_OF_ALL)) map_clear(image_of);
    term image = transition_apply(&s->k.arcs.data[a].way.relation, s->k.t, &s->scratch, lit);
    subst_clear(&s->scratch);
    map_set(image_of, lit.id, image.id);
    return image;
}

term lit_arc_before(literals *s, const path *x, term lit) {
    assert_debug(term_is_bool(s->k.t, lit));
    if (!x->assigned.size) return lit;
    for (uint32_t i = 0; i < x->assigned.size; i++)
        subst_set(&s->scratch, s->k.t, x->assigned.data[i], x->image.data[i]);
    term before = subst_apply(&s->scratch, s->k.t, lit);
    subst_clear(&s->scratch);
    return before;
}

static void count(literals *s, enum query_kind kind) {
    s->k.queries++;
    switch (kind) {
    case QUERY_BLOCK: s->n.block_queries++; break;
    case QUERY_ERROR: s->n.error_queries++; break;
    case QUERY_GENERALIZE: s->n.generalize_queries++; break;
    case QUERY_PROPAGATE: s->n.propagate_queries++; break;
    case QUERY_INFINITY: s->n.infinity_queries++; break;
    }
}

/* The literals after the arc as assumptions. False where one of them is false: then it alone is the
 * core. */
static bool assume_cube(literals *s, uint32_t a, const cube *c, term_vec *assumptions,
                        term_vec *origin, term_vec *core) {
    for (uint32_t i = 0; c && i < c->size; i++) {
        term image = lit_arc_image(s, a, c->lits[i]);
        if (term_is_true(s->k.t, image)) continue;
        if (term_is_false(s->k.t, image)) {
            if (core) vec_push(core, c->lits[i]);
            return false;
        }
        vec_push(assumptions, image);
        vec_push(origin, c->lits[i]);
    }
    return true;
}

static enum answer ask(literals *s, uint32_t a, const term_vec *assumptions, const term_vec *origin,
                       term_vec *core, enum query_kind kind) {
    arc_solver *x = &s->solvers.data[a];
    count(s, kind);
    *(kind == QUERY_INFINITY ? &s->effort_infinity : &s->effort_else) += assumptions->size;
    budget little = time_limited(TIME_LITERALS_IMPROVE, *s->k.limits);
    bool improves = kind != QUERY_BLOCK && kind != QUERY_ERROR;
    if (improves) solver_set_budget(x->of.solver, &little);
    enum answer answer = solver_check(x->of.solver, assumptions->size, assumptions->data);
    if (improves) solver_set_budget(x->of.solver, s->k.limits);
    s->asked = a;
    if (!x->base_terms) x->base_terms = solver_statistics(x->of.solver)->terms;
    if (answer == ANSWER_UNSAT && core)
        for (uint32_t i = 0; i < origin->size; i++)
            if (solver_in_core(x->of.solver, assumptions->data[i])) vec_push(core, origin->data[i]);
    return answer;
}

/* The literals of c after the arc and `more` as assumptions, in the arc's own solver. */
static enum answer ask_arc(literals *s, uint32_t id, uint32_t level, const cube *c,
                           const term_vec *more, term_vec *core, enum query_kind kind) {
    arc *a = &s->k.arcs.data[id];
    term_vec assumptions = {0}, origin = {0};
    enum answer answer = ANSWER_UNSAT;
    if (!assume_cube(s, id, c, &assumptions, &origin, core)) {
        s->n.answered_static++;
    } else if (prepare(s, id)) {
        bool levels = !same_loc(a->from, s->k.p->start) || s->solvers.data[id].calls.size;
        if (levels && level != LEVEL_INFINITY)
            vec_push(&assumptions, ic3_level_literal(&s->k, level));
        if (s->calls) calls_assume(s, id, level, s->excluded, &assumptions);
        vec_append(&assumptions, more->data, more->size);
        answer = ask(s, id, &assumptions, &origin, core, kind);
    } else {
        answer = ANSWER_UNKNOWN;
    }
    a->failures += answer == ANSWER_SAT;
    vec_release(&assumptions);
    vec_release(&origin);
    return answer;
}

/* ---- weakest existential preconditions (Def. 15) ---- */

/* F and `guards` and `before`, the literals of c before the arc: over the variables before only, in
 * the solver of the source that all arcs from there share. */
static enum answer ask_before(literals *s, uint32_t id, uint32_t level, const cube *c,
                              term_vec *pre, const term_vec *more, term_vec *core,
                              enum query_kind kind) {
    arc *a = &s->k.arcs.data[id];
    term_vec used = {0};
    uint32_t guards = pre->size - (c ? c->size : 0);
    cube all = cube_make(pre->data, pre->size);
    enum answer answer =
        ask_arc(s, s->still.data[a->from.id], level, &all, more, core ? &used : NULL, kind);
    cube needed = cube_make(used.data, used.size);
    for (uint32_t i = 0; c && core && answer == ANSWER_UNSAT && i < c->size; i++)
        if (cube_has(&needed, pre->data[guards + i])) vec_push(core, c->lits[i]);
    a->failures += answer == ANSWER_SAT;
    cube_release(&all);
    cube_release(&needed);
    vec_release(&used);
    return answer;
}

/* wep of a command with choices is a disjunction over its paths. The relation says the same with
 * names for what is chosen and for what is joined, so it grows with the command and not with its
 * paths, and a model tells the path. */
static enum answer wep_query(literals *s, uint32_t id, uint32_t level, const cube *c,
                             const term_vec *more, term_vec *core, enum query_kind kind) {
    const way *w = &s->k.arcs.data[id].way;
    term_vec pre = {0};
    if (w->relation.choices.size) vec_push(&pre, w->relation.formula);
    else term_conjuncts(s->k.t, w->relation.formula, &pre);
    for (uint32_t i = 0; c && i < c->size; i++) vec_push(&pre, lit_arc_image(s, id, c->lits[i]));
    enum answer answer = ask_before(s, id, level, c, &pre, more, core, kind);
    vec_release(&pre);
    return answer;
}

static bool by_wep(const literals *s, uint32_t id) {
    return s->k.o->ic3_wp_for_inductivity && !same_loc(s->k.arcs.data[id].to, NO_LOC);
}

static uint64_t cache_scope(const literals *s, uint32_t id, uint32_t level) {
    return hash_mix(hash_mix(hash_mix(id + 1) + level) +
                    s->k.frames.data[s->k.arcs.data[id].from.id].stamp);
}

/* The least recently used cache of Sect. 6.3. */
static enum answer cached_query(literals *s, uint32_t id, uint32_t level, const cube *c,
                                enum query_kind kind) {
    uint64_t scope = cache_scope(s, id, level);
    enum answer answer = cache_find(s->cache, scope, c->size, c->lits);
    if (answer != ANSWER_UNKNOWN) {
        s->n.answered_cache++;
        return answer;
    }
    query_cache *cache = s->cache;
    s->cache = NULL;
    answer = lit_arc_query(s, id, level, c, NULL, NULL, kind);
    s->cache = cache;
    if (answer != ANSWER_UNKNOWN) cache_add(cache, scope, c->size, c->lits, answer);
    return answer;
}

/* Sect. 3.2 of paper 001: every inductivity check of an edge without choices. */
static bool predecessor_answers(literals *s, uint32_t id, uint32_t level, const cube *c,
                                term_vec *core) {
    if (!s->k.o->ic3_predecessor_cubes || !c) return false;
    const path *only = way_only(&s->k.arcs.data[id].way, s->k.p);
    if (!only || !predecessor_blocks(s, id, only, level, c, core)) return false;
    s->n.answered_predecessor++;
    return true;
}

enum answer lit_arc_query(literals *s, uint32_t id, uint32_t level, const cube *c,
                          const cube *premise, term_vec *core, enum query_kind kind) {
    assert_debug(id < s->k.arcs.size);
    assert_debug(kind <= QUERY_INFINITY);
    arc *a = &s->k.arcs.data[id];
    term_vec more = {0};
    if (a->closed || (level == 0 && !same_loc(a->from, s->k.p->start)))
        return ANSWER_UNSAT; /* F(0, l) is false */
    if (predecessor_answers(s, id, level, c, core)) return ANSWER_UNSAT;
    if (s->cache && c && !core && !premise && kind == QUERY_GENERALIZE)
        return cached_query(s, id, level, c, kind);
    if (premise) vec_push(&more, cube_clause(s->k.t, premise));
    enum answer answer = (by_wep(s, id) ? wep_query : ask_arc)(s, id, level, c, &more, core, kind);
    vec_release(&more);
    return answer;
}

enum answer lit_path_query(literals *s, uint32_t id, const path *x, uint32_t level, const cube *c) {
    assert_debug(id < s->k.arcs.size);
    const way *w = &s->k.arcs.data[id].way;
    term_vec of_path = {0}, none = {0};
    enum answer answer;
    if (by_wep(s, id)) {
        vec_append(&of_path, x->guards.data, x->guards.size);
        for (uint32_t i = 0; i < c->size; i++) vec_push(&of_path, lit_arc_before(s, x, c->lits[i]));
        answer = ask_before(s, id, level, c, &of_path, &none, NULL, QUERY_GENERALIZE);
    } else {
        for (uint32_t i = 0; i < x->alternatives.size; i++)
            vec_push(&of_path, w->nodes.data[x->alternatives.data[i]].taken);
        answer = ask_arc(s, id, level, c, &of_path, NULL, QUERY_GENERALIZE);
    }
    vec_release(&of_path);
    return answer;
}

static uint32_t first_by_failures(const literals *s, const u32_vec *arcs, const bits *done) {
    uint32_t best = UINT32_MAX;
    for (uint32_t i = 0; i < arcs->size; i++)
        if (!bits_has(done, i) &&
            (best == UINT32_MAX ||
             s->k.arcs.data[arcs->data[i]].failures > s->k.arcs.data[arcs->data[best]].failures))
            best = i;
    return best;
}

/* The arc that failed most often comes first: a cube that is not inductive is found out with few
 * queries. */
enum answer lit_inductive(literals *s, loc l, uint32_t level, const cube *c, term_vec *core,
                          uint32_t *failed, enum query_kind kind) {
    assert_debug(l.id < s->k.p->locations.size);
    assert_debug(level);
    const u32_vec *arcs = &s->k.into.data[l.id];
    bits done = {0};
    enum answer answer = ANSWER_UNSAT;
    for (uint32_t n = 0; n < arcs->size && answer == ANSWER_UNSAT; n++) {
        uint32_t i = first_by_failures(s, arcs, &done);
        bits_add(&done, i);
        bool relative = s->relative && same_loc(s->k.arcs.data[arcs->data[i]].from, l);
        s->excluded = s->relative ? c : NULL;
        answer = lit_arc_query(s, arcs->data[i], level == LEVEL_INFINITY ? level : level - 1, c,
                               relative ? c : NULL, core, kind);
        if (answer != ANSWER_UNSAT && failed) *failed = arcs->data[i];
    }
    s->excluded = NULL;
    bits_release(&done);
    return answer;
}

/* Push the lemma as high as it goes now: it saves finding it again there. */
uint32_t lit_highest(literals *s, loc l, uint32_t level, cube *c) {
    assert_debug(l.id < s->k.p->locations.size);
    assert_debug(level);
    LOG("ic3cfa", "how high is a cube of %u blocked from level %u?", c->size, level);
    term_vec core = {0};
    uint32_t failed;
    while (level <= s->k.frontier && s->k.o->ic3_push_lemmas &&
           (vec_clear(&core),
            lit_inductive(s, l, level + 1, c, &core, &failed, QUERY_PROPAGATE) == ANSWER_UNSAT)) {
        cube smaller = cube_make(core.data, core.size);
        if (s->k.o->ic3_cores) cube_release(c), *c = smaller;
        else cube_release(&smaller);
        level++;
    }
    if (s->k.o->ic3_infinity && level == s->k.frontier + 1) {
        vec_clear(&core);
        if (lit_inductive(s, l, LEVEL_INFINITY, c, NULL, NULL, QUERY_INFINITY) == ANSWER_UNSAT)
            level = LEVEL_INFINITY;
    }
    vec_release(&core);
    return level;
}
