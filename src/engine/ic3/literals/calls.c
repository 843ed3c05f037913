#include "engine/ic3/literals/calls.h"
#include "base/log.h"
#include "base/fail.h"
#include "program/summary.h"

/* ---- calls as assignments ---- */

typedef struct {
    calls *c;
    program *p;
    call_sites *sites; /* of the edge */
    bool odd;          /* a summary occurs in a way that is not understood */
} call_rewriting;

static term any_variable(call_rewriting *w, const char *name, sort s) {
    term var = term_fresh(w->p->terms, name, s);
    program_add_variable(w->p, (variable){.var = var});
    return var;
}

static void assign_point(call_rewriting *w, const term_vec *vars, const term_vec *point,
                         cmd_vec *out) {
    for (uint32_t i = 0; i < vars->size; i++)
        vec_push(out, cmd_assign(w->p, vars->data[i], point->data[i]));
}

static void add_call(call_rewriting *w, uint32_t which, const term_vec *point, cmd_vec *out) {
    terms *t = w->p->terms;
    call_site s = {.callee = which, .made = any_variable(w, "called", sort_bool(t))};
    for (uint32_t i = 0; i < point->size; i++)
        vec_push(&s.point, any_variable(w, "point", term_sort(t, point->data[i])));
    assign_point(w, &s.point, point, out);
    vec_push(out, cmd_assign(w->p, s.made, term_true(t)));
    vec_push(w->sites, s);
}

static void add_condition(call_rewriting *w, term a, cmd_vec *out) {
    terms *t = w->p->terms;
    uint32_t which;
    term_vec point = {0};
    bool negated = term_op(t, a) == OP_NOT;
    if (!summary_is_mentioned(w->p, a)) vec_push(out, cmd_assume(w->p, a));
    else if (!summary_is_member(w->p, negated ? term_arg(t, a, 0) : a, &which, &point))
        w->odd = true;
    else if (negated) assign_point(w, &w->c->callees.data[which].parts, &point, out);
    else add_call(w, which, &point, out);
    vec_release(&point);
}

static void add_conditions(call_rewriting *w, term a, cmd_vec *out) {
    term_vec all = {0};
    term_conjuncts(w->p->terms, a, &all);
    for (uint32_t i = 0; i < all.size; i++) add_condition(w, all.data[i], out);
    vec_release(&all);
}

static cmd rewrite(call_rewriting *w, cmd c) {
    program *p = w->p;
    cmd_vec parts = {0};
    enum cmd_kind kind = cmd_kind_of(p, c);
    if (kind == CMD_ASSIGN) w->odd |= summary_is_mentioned(p, cmd_term(p, c));
    if (kind != CMD_ASSUME && kind != CMD_SEQ && kind != CMD_CHOICE) return c;
    if (kind == CMD_ASSUME) add_conditions(w, cmd_term(p, c), &parts);
    for (uint32_t i = 0; i < cmd_size(p, c); i++) vec_push(&parts, rewrite(w, cmd_part(p, c, i)));
    cmd all = (kind == CMD_CHOICE ? cmd_choice : cmd_seq)(p, parts.size, parts.data);
    vec_release(&parts);
    return all;
}

/* Calls of an earlier step are not calls of this one. */
static cmd begin_without_calls(call_rewriting *w, cmd c) {
    cmd_vec parts = {0};
    for (uint32_t i = 0; i < w->sites->size; i++)
        vec_push(&parts, cmd_assign(w->p, w->sites->data[i].made, term_false(w->p->terms)));
    vec_push(&parts, c);
    cmd all = cmd_seq(w->p, parts.size, parts.data);
    vec_release(&parts);
    return all;
}

static bool rewrite_edges(calls *c) {
    call_rewriting w = {.c = c, .p = c->p};
    vec_resize(&c->on, c->p->edges.size);
    for (uint32_t i = 0; i < c->p->edges.size; i++) {
        if (c->p->edges.data[i].removed) continue;
        w.sites = &c->on.data[i];
        cmd plain = rewrite(&w, c->p->edges.data[i].command);
        c->p->edges.data[i].command = begin_without_calls(&w, plain);
    }
    program_changed(c->p);
    return !w.odd;
}

static void add_callee(calls *c, const summary *s) {
    callee x = {.end = NO_LOC};
    vec_append(&x.parts, s->parts.data, s->parts.size);
    for (loc l = {0}; l.id < c->p->locations.size; l.id++) {
        location *at = &c->p->locations.data[l.id];
        if (at->property != s->property + 1) continue;
        x.end = l;
        at->property = 0;
    }
    vec_push(&c->callees, x);
}

/* Reductions leave one error location a property. */
static bool ends_once(const program *p) {
    bits seen = {0};
    bool once = true;
    for (uint32_t i = 0; i < p->locations.size; i++) {
        uint32_t which = p->locations.data[i].property;
        for (uint32_t k = 0; which && k < p->summaries.size; k++) {
            if (p->summaries.data[k].property + 1 != which) continue;
            once &= !bits_has(&seen, k);
            bits_add(&seen, k);
        }
    }
    bits_release(&seen);
    return once;
}

calls *calls_open(const program *p) {
    if (!ends_once(p)) return NULL;
    calls *c = mem_zero(sizeof *c);
    c->p = program_clone(p);
    for (uint32_t i = 0; i < p->summaries.size; i++) add_callee(c, &p->summaries.data[i]);
    if (rewrite_edges(c)) return c;
    calls_close(c);
    return NULL;
}

static void release_fact(call_fact *f) {
    vec_release(&f->point);
    vec_release(&f->inputs.items);
}

static void release_callee(callee *x) {
    vec_release_each(&x->facts, release_fact);
    vec_release(&x->parts);
}

static void release_sites(call_sites *sites) {
    for (uint32_t i = 0; i < sites->size; i++) vec_release(&sites->data[i].point);
    vec_release(sites);
}

void calls_close(calls *c) {
    if (!c) return;
    for (uint32_t i = 0; i < c->callees.size; i++) release_callee(&c->callees.data[i]);
    for (uint32_t i = 0; i < c->on.size; i++) release_sites(&c->on.data[i]);
    for (uint32_t i = 0; i < c->used.size; i++) vec_release(&c->used.data[i]);
    vec_release(&c->callees);
    vec_release(&c->on);
    vec_release(&c->used);
    program_delete(c->p);
    mem_free(c);
}

void calls_ask_about(literals *s) {
    for (uint32_t i = 0; i < s->calls->callees.size; i++) {
        loc end = s->calls->callees.data[i].end;
        if (!same_loc(end, NO_LOC)) bits_add(&s->k.asked_about, end.id);
    }
}

void calls_link(literals *s) {
    for (uint32_t i = 0; i < s->k.arcs.size; i++) {
        const call_sites *sites = &s->calls->on.data[s->k.arcs.data[i].edge.id];
        for (uint32_t k = 0; k < sites->size; k++) {
            loc end = s->calls->callees.data[sites->data[k].callee].end;
            if (!same_loc(end, NO_LOC)) vec_push(&s->k.out.data[end.id], i);
        }
    }
}

/* ---- queries ---- */

static const call_sites *sites_of(const literals *s, uint32_t arc_id) {
    assert_debug(arc_id < s->k.arcs.size);
    static const call_sites none = {0};
    edge_id e = s->k.arcs.data[arc_id].edge;
    return same_edge(e, NO_EDGE) ? &none : &s->calls->on.data[e.id];
}

static const callee *callee_of(const literals *s, const call_site *x) {
    return &s->calls->callees.data[x->callee];
}

/* Nothing that a callee with no way to its end returns. */
static void hear_site(literals *s, uint32_t arc_id, uint32_t number, const call_site *x) {
    assert_debug(arc_id < s->k.arcs.size);
    listener *ear = &s->solvers.data[arc_id].calls.data[number];
    const callee *of = callee_of(s, x);
    if (!ear->solver) {
        ear->solver = lit_solver(s, arc_id);
        ear->guard = lit_arc_image(s, arc_id, x->made);
        ear->about = &of->parts;
        for (uint32_t i = 0; i < x->point.size; i++)
            vec_push(&ear->instead, lit_arc_image(s, arc_id, x->point.data[i]));
        if (same_loc(of->end, NO_LOC)) solver_assert(ear->solver, term_not(s->k.t, ear->guard));
    }
    if (!same_loc(of->end, NO_LOC)) listener_hear(&s->k, of->end, ear);
}

void calls_hear(literals *s, uint32_t arc_id) {
    assert_debug(arc_id < s->k.arcs.size);
    const call_sites *sites = sites_of(s, arc_id);
    arc_solver *x = &s->solvers.data[arc_id];
    if (x->calls.size < sites->size) vec_resize(&x->calls, sites->size);
    for (uint32_t i = 0; i < sites->size; i++) hear_site(s, arc_id, i, &sites->data[i]);
}

static term clause_at(literals *s, uint32_t arc_id, const call_site *x, const cube *excluded) {
    assert_debug(arc_id < s->k.arcs.size);
    const callee *of = callee_of(s, x);
    substitution at = {0};
    for (uint32_t i = 0; i < x->point.size; i++)
        subst_set(&at, s->k.t, of->parts.data[i], lit_arc_image(s, arc_id, x->point.data[i]));
    term clause = subst_apply(&at, s->k.t, cube_clause(s->k.t, excluded));
    subst_release(&at);
    return clause;
}

void calls_assume(literals *s, uint32_t arc_id, uint32_t level, const cube *excluded,
                  term_vec *assumptions) {
    assert_debug(arc_id < s->k.arcs.size);
    const call_sites *sites = sites_of(s, arc_id);
    loc to = s->k.arcs.data[arc_id].to;
    for (uint32_t i = 0; i < sites->size; i++) {
        const call_site *x = &sites->data[i];
        term made = lit_arc_image(s, arc_id, x->made);
        if (!level) vec_push(assumptions, term_not(s->k.t, made));
        else if (excluded && same_loc(callee_of(s, x)->end, to))
            vec_push(assumptions, term_implies(s->k.t, made, clause_at(s, arc_id, x, excluded)));
    }
}

/* ---- points ---- */

static bool is_made(const literals *s, const path *x, const call_site *site) {
    return term_is_true(s->k.t, path_image(x, site->made));
}

/* What the call on the path returns in the solver's model, as constants. */
static void read_point(literals *s, const path *x, const call_site *site, term_vec *out) {
    for (uint32_t i = 0; i < site->point.size; i++) {
        value v = solver_value(lit_asked(s), s->pool, path_image(x, site->point.data[i]));
        vec_push(out, value_to_term(s->pool, v));
    }
}

static uint32_t find_fact(const callee *of, const term_vec *point) {
    for (uint32_t i = 0; i < of->facts.size; i++)
        if (!memcmp(of->facts.data[i].point.data, point->data, point->size * sizeof *point->data))
            return i;
    return NO_FACT;
}

static void equate(literals *s, const path *x, const call_site *site, const term_vec *point,
                   term_vec *out) {
    for (uint32_t i = 0; i < point->size; i++) {
        term is = term_eq(s->k.t, path_image(x, site->point.data[i]), point->data[i]);
        if (!term_is_true(s->k.t, is)) vec_push(out, is);
    }
}

static bool has_fact(literals *s, const callee *of, const cube *c) {
    bool found = false;
    for (uint32_t i = 0; i < of->facts.size && !found; i++) {
        substitution at = {0};
        for (uint32_t k = 0; k < of->parts.size; k++)
            subst_set(&at, s->k.t, of->parts.data[k], of->facts.data[i].point.data[k]);
        found = true;
        for (uint32_t k = 0; k < c->size && found; k++)
            found = term_is_true(s->k.t, subst_apply(&at, s->k.t, c->lits[k]));
        subst_release(&at);
    }
    return found;
}

static cube point_cube(literals *s, const callee *of, const term_vec *point) {
    term_vec lits = {0};
    for (uint32_t i = 0; i < point->size; i++)
        vec_push(&lits, term_eq(s->k.t, of->parts.data[i], point->data[i]));
    cube c = cube_make(lits.data, lits.size);
    vec_release(&lits);
    return c;
}

/* Which points would lead on, as far as the path and what is after it say; where one of them is a
 * fact already, this point only. Either way the query has another answer next time. */
static cube question(literals *s, uint32_t arc_id, const path *x, const call_site *site,
                     const cube *post, const term_vec *point) {
    assert_debug(arc_id < s->k.arcs.size);
    const callee *of = callee_of(s, site);
    term_vec more = {0};
    cube c;
    for (uint32_t i = 0; i < point->size; i++)
        vec_push(&more, term_eq(s->k.t, of->parts.data[i], path_image(x, site->point.data[i])));
    bool made = lit_precube_over(s, arc_id, post, &more, &of->parts, point, &c);
    vec_release(&more);
    if (made && !has_fact(s, of, &c)) return c;
    if (made) cube_release(&c);
    s->calls->points++;
    return point_cube(s, of, point);
}

static void ask_callee(literals *s, uint32_t arc_id, uint32_t level, const path *x,
                       const call_site *site, const cube *post, const term_vec *point) {
    assert_debug(arc_id < s->k.arcs.size);
    cube c = question(s, arc_id, x, site, post, point);
    s->calls->questions++;
    obligation_queue(&s->k, obligation_new(&s->k, level, callee_of(s, site)->end, c, NO_OBLIGATION,
                                           NO_ARC, c.size));
}

bool calls_settle(literals *s, uint32_t arc_id, uint32_t level, const cube *post, u32_vec *facts,
                  term_vec *equations) {
    assert_debug(arc_id < s->k.arcs.size);
    LOG("ic3cfa", "calls along arc %u at level %u", arc_id, level);
    const call_sites *sites = sites_of(s, arc_id);
    const path *x = sites->size
                        ? way_of_model(&s->k.arcs.data[arc_id].way, s->k.p, lit_asked(s), s->pool)
                        : NULL;
    bool settled = true;
    for (uint32_t i = 0; i < sites->size && x && settled; i++) {
        const call_site *site = &sites->data[i];
        uint32_t fact = NO_FACT;
        if (is_made(s, x, site)) {
            term_vec point = {0};
            read_point(s, x, site, &point);
            fact = find_fact(callee_of(s, site), &point);
            settled = fact != NO_FACT;
            if (settled) equate(s, x, site, &point, equations);
            else ask_callee(s, arc_id, level, x, site, post, &point);
            vec_release(&point);
        }
        vec_push(facts, fact);
    }
    return settled;
}

/* ---- facts ---- */

void calls_used(calls *c, uint32_t id, u32_vec *facts) {
    if (c->used.size <= id) vec_resize(&c->used, id + 1);
    vec_release(&c->used.data[id]);
    c->used.data[id] = *facts;
    *facts = (u32_vec){0};
}

static const call_fact *fact_used(const literals *s, uint32_t id, uint32_t number) {
    const call_site *site = &sites_of(s, s->k.obligations.data[id].arc)->data[number];
    uint32_t fact = s->calls->used.data[id].data[number];
    return fact == NO_FACT ? NULL : &callee_of(s, site)->facts.data[fact];
}

void calls_equations(literals *s, uint32_t id, const path *x, term_vec *out) {
    assert_debug(id < s->k.obligations.size);
    const call_sites *sites = sites_of(s, s->k.obligations.data[id].arc);
    for (uint32_t i = 0; i < sites->size; i++) {
        const call_fact *f = fact_used(s, id, i);
        if (f) equate(s, x, &sites->data[i], &f->point, out);
    }
}

uint32_t calls_depth(const literals *s, uint32_t id) {
    assert_debug(id < s->k.obligations.size);
    uint32_t depth = 0;
    for (uint32_t i = 0; i < sites_of(s, s->k.obligations.data[id].arc)->size; i++) {
        const call_fact *f = fact_used(s, id, i);
        if (f && f->depth > depth) depth = f->depth;
    }
    return depth;
}

/* ---- inputs ---- */

typedef struct {
    literals *s;
    uint32_t obligation;
    const way *way;
    const path *path;
    const model *state;
    input_log *out;
    uint32_t choice; /* of the path's alternatives, the next */
} drawing;

/* What a call returns is no input of the program. */
static void draw(drawing *d, const path_node *n) {
    program *p = d->s->k.p;
    uint32_t in = cmd_input(p, n->command);
    enum input_origin origin = program_input_origin(p, in);
    if (origin == ORIGIN_CONTRACT_RESULT || origin == ORIGIN_CONTRACT_ARGUMENT) return;
    struct input_value v = {in, model_get(d->state, d->s->k.t, n->input_var)};
    vec_push(&d->out->items, v);
}

static void draw_in_call(drawing *d, const path_node *n) {
    const call_sites *sites = sites_of(d->s, d->s->k.obligations.data[d->obligation].arc);
    for (uint32_t i = 0; i < sites->size; i++) {
        if (!same(sites->data[i].made, cmd_var(d->s->k.p, n->command))) continue;
        const call_fact *f = fact_used(d->s, d->obligation, i);
        bool made = term_is_true(d->s->k.t, cmd_term(d->s->k.p, n->command));
        if (f && made) vec_append(&d->out->items, f->inputs.items.data, f->inputs.items.size);
    }
}

static void draw_along(drawing *d, uint32_t from, uint32_t end) {
    while (from < end) {
        const path_node *n = &d->way->nodes.data[from];
        if (n->kind == CMD_HAVOC) draw(d, n);
        if (n->kind == CMD_ASSIGN) draw_in_call(d, n);
        if (n->kind == CMD_CHOICE) {
            uint32_t taken = d->path->alternatives.data[d->choice++];
            draw_along(d, taken, d->way->nodes.data[taken].end);
        }
        from = n->kind == CMD_SEQ ? from + 1 : n->end;
    }
}

void calls_inputs(literals *s, uint32_t id, const path *x, const model *state, input_log *out) {
    assert_debug(id < s->k.obligations.size);
    const way *w = &s->k.arcs.data[s->k.obligations.data[id].arc].way;
    drawing d = {s, id, w, x, state, out, 0};
    draw_along(&d, 0, w->nodes.size);
}

void calls_learn(literals *s, loc end, const model *state, values *pool, input_log *inputs,
                 uint32_t depth) {
    assert_debug(end.id < s->k.p->locations.size);
    LOG("ic3cfa", "a call returns at location %u, depth %u", end.id, depth);
    for (uint32_t i = 0; i < s->calls->callees.size; i++) {
        callee *of = &s->calls->callees.data[i];
        if (!same_loc(of->end, end)) continue;
        call_fact f = {.depth = depth + 1};
        vec_append(&f.inputs.items, inputs->items.data, inputs->items.size);
        for (uint32_t k = 0; k < of->parts.size; k++)
            vec_push(&f.point, value_to_term(pool, model_get(state, s->k.t, of->parts.data[k])));
        if (find_fact(of, &f.point) == NO_FACT) vec_push(&of->facts, f);
        else release_fact(&f);
    }
    vec_clear(&inputs->items);
}
