#include "verify/candidates.h"
#include "base/log.h"
#include "base/time_limits.h"
#include "engine/candidates/eliminate.h"
#include "engine/common/unroll.h"
#include "program/summary.h"

typedef struct {
    uint32_t of;     /* summary */
    uint32_t number; /* of the guess */
    bool given;
    term formula;
    term assumed; /* a switch: a variable that nothing assigns */
} candidate;

/* Where candidates must hold: a call is made, or a body ends. */
typedef struct {
    loc at;     /* where ... */
    edge_id by; /* ... this edge begins */
    uint32_t of;
    bool ends;
    term_vec point;
} candidate_place;
typedef vec(candidate_place) candidate_places;

/* Main, or one body. */
typedef struct {
    loc start;
    uint32_t body; /* of which summary, or MAIN */
    bool entered;  /* a body with its errors: nothing else is asked about it */
    bool linear;   /* it is for linear arithmetic */
    solver *solver;
    unrolling unrolling;
    elimination elimination;
    bits calls;      /* summaries that it assumes of calls */
    u32_vec assumed; /* candidates, where their switches have values */
} candidate_unit;
enum { MAIN = UINT32_MAX };

typedef struct {
    program *open, *p; /* as it was read, and closed with what is assumed */
    term apart;        /* a variable of p: bodies may start */
    budget limits;
    vec(candidate) all;
    bits dropped; /* candidates */
    candidate_places places;
    vec(candidate_unit) units;
} settling;

static bool is_left(const settling *x, uint32_t i) { return !bits_has(&x->dropped, i); }

void candidates_release(candidate_set *c) {
    map_release(&c->holds);
    vec_release(&c->given);
}

/* ---- places ---- */

/* False: a set occurs in a way that is not understood. */
static bool find_places_in(const program *p, edge_id by, term a, candidate_places *out) {
    assert_debug(by.id < p->edges.size);
    terms *t = p->terms;
    bool good = true;
    term_vec parts = {0};
    term_conjuncts(t, a, &parts);
    for (uint32_t i = 0; i < parts.size; i++) {
        bool negated = term_op(t, parts.data[i]) == OP_NOT;
        candidate_place here = {.at = p->edges.data[by.id].from, .by = by, .ends = negated};
        term member = negated ? term_arg(t, parts.data[i], 0) : parts.data[i];
        if (summary_is_member(p, member, &here.of, &here.point)) vec_push(out, here);
        else {
            vec_release(&here.point);
            good &= !summary_is_mentioned(p, parts.data[i]);
        }
    }
    vec_release(&parts);
    return good;
}

static bool find_places_on(const program *p, edge_id by, cmd c, candidate_places *out) {
    assert_debug(by.id < p->edges.size);
    assert_debug(cmds_are_there(p, 1, &c));
    bool good = true;
    if (cmd_kind_of(p, c) == CMD_ASSIGN) good = !summary_is_mentioned(p, cmd_term(p, c));
    if (cmd_kind_of(p, c) == CMD_ASSUME) good = find_places_in(p, by, cmd_term(p, c), out);
    for (uint32_t i = 0; i < cmd_size(p, c); i++)
        good &= find_places_on(p, by, cmd_part(p, c, i), out);
    return good;
}

/* The inputs of a call are what they are before its edge: nothing there assigns them. */
static bool is_before_edge(const program *p, const candidate_place *x) {
    map seen = {0};
    term_vec assigned = {0};
    bool before = true;
    cmd_assigned(p, p->edges.data[x->by.id].command, &seen, &assigned);
    for (uint32_t i = 0; i < assigned.size; i++)
        for (uint32_t k = 0; k < p->summaries.data[x->of].given.size; k++)
            before &= !term_mentions(p->terms, x->point.data[k], assigned.data[i]);
    map_release(&seen);
    vec_release(&assigned);
    return before;
}

/* False: some are not of the form that the translation gives them. */
static bool find_places(const program *p, candidate_places *out) {
    bool good = true;
    for (edge_id e = {0}; e.id < p->edges.size; e.id++)
        if (!p->edges.data[e.id].removed)
            good &= find_places_on(p, e, p->edges.data[e.id].command, out);
    for (uint32_t i = 0; i < out->size; i++) good &= is_before_edge(p, &out->data[i]);
    return good;
}

static void release_places(candidate_places *all) {
    for (uint32_t i = 0; i < all->size; i++) vec_release(&all->data[i].point);
    vec_release(all);
}

/* `formula`, over the first n parts of a point, where these are `now`. */
static term formula_at(const program *p, uint32_t of, term formula, uint32_t n, const term *now) {
    const summary *s = &p->summaries.data[of];
    substitution by = {0};
    for (uint32_t i = 0; i < n; i++) subst_set(&by, p->terms, s->parts.data[i], now[i]);
    term here = subst_apply(&by, p->terms, formula);
    subst_release(&by);
    return here;
}

static term given_at(const program *p, uint32_t of, term formula) {
    const term_vec *given = &p->summaries.data[of].given;
    return formula_at(p, of, formula, given->size, given->data);
}

/* The body starts on what meets `given` only. */
static void assume_given(program *p, uint32_t of, term given) {
    const summary *s = &p->summaries.data[of];
    for (uint32_t i = 0; i < p->edges.size; i++) {
        edge *e = &p->edges.data[i];
        if (e->removed || !same_loc(e->to, s->body) || !same_loc(e->from, p->start)) continue;
        cmd parts[] = {e->command, cmd_assume(p, given_at(p, of, given))};
        e->command = cmd_seq(p, 2, parts);
    }
}

/* ---- the program with its switches ---- */

static term assumed_of(const settling *x, uint32_t of, bool given) {
    terms *t = x->open->terms;
    term all = term_true(t);
    for (uint32_t i = 0; i < x->all.size; i++) {
        const candidate *c = &x->all.data[i];
        if (c->of == of && c->given == given)
            all = term_and(t, all, term_implies(t, c->assumed, c->formula));
    }
    return all;
}

static void end_at(program *p, loc l) {
    assert_debug(l.id < p->locations.size);
    for (edge_id e = {0}; e.id < p->edges.size; e.id++)
        if (!p->edges.data[e.id].removed && same_loc(p->edges.data[e.id].to, l))
            program_remove_edge(p, e);
}

/* Nothing leads to a body but a way from the start that main does not take: units start in it. */
static void set_apart(settling *x, program *p, loc body) {
    if (same_loc(body, NO_LOC)) return;
    end_at(p, body);
    program_add_edge(p, p->start, body, cmd_assume(p, x->apart), (position){0});
    p->locations.data[body.id].cut = false;
}

/* With switches at what is assumed; their variables are the last ones. */
static void make_program(settling *x) {
    terms *t = x->open->terms;
    term_vec formulas = {0};
    program *p = x->p = program_clone(x->open);
    x->apart = term_fresh(t, "apart", sort_bool(t));
    program_add_variable(p, (variable){.var = x->apart});
    for (uint32_t i = 0; i < x->all.size; i++)
        program_add_variable(p, (variable){.var = x->all.data[i].assumed});
    for (uint32_t i = 0; i < p->summaries.size; i++) {
        vec_push(&formulas, assumed_of(x, i, false));
        set_apart(x, p, p->summaries.data[i].body);
        set_apart(x, p, p->summaries.data[i].entered);
    }
    summary_closing c = {.p = x->open, .formulas = formulas.data};
    summaries_close(&c, p);
    map_release(&c.memo);
    vec_release(&formulas);
}

static void make_units(settling *x) {
    const program *p = x->open;
    vec_push(&x->units, ((candidate_unit){.start = p->start, .body = MAIN}));
    for (uint32_t i = 0; i < p->summaries.size; i++) {
        const summary *s = &p->summaries.data[i];
        vec_push(&x->units, ((candidate_unit){.start = s->body, .body = i}));
        if (!same_loc(s->entered, NO_LOC))
            vec_push(&x->units,
                     ((candidate_unit){.start = s->entered, .body = i, .entered = true}));
    }
}

/* ---- questions ---- */

static void add_violations(const settling *x, candidate_unit *u, const unroll_node *n,
                           const candidate_place *at) {
    terms *t = x->p->terms;
    symbolic_load(&u->unrolling.state, n->state);
    for (uint32_t i = 0; i < x->all.size; i++) {
        const candidate *c = &x->all.data[i];
        if (!is_left(x, i) || c->of != at->of || c->given == at->ends) continue;
        term here = formula_at(x->open, at->of, c->formula, at->point.size, at->point.data);
        here = symbolic_value(&u->unrolling.state, here);
        elimination_violated(&u->elimination, i, term_and(t, n->reach, term_not(t, here)));
    }
}

static void find_violations(const settling *x, candidate_unit *u) {
    for (uint32_t i = 0; i < u->unrolling.nodes.size; i++)
        for (uint32_t k = 0; k < x->places.size; k++)
            if (same_loc(u->unrolling.nodes.data[i].at, x->places.data[k].at) &&
                u->unrolling.nodes.data[i].state) {
                bits_add(&u->calls, x->places.data[k].of);
                add_violations(x, u, &u->unrolling.nodes.data[i], &x->places.data[k]);
            }
}

static void fix_variables(const settling *x, candidate_unit *u, bool fixed) {
    terms *t = x->p->terms;
    uint32_t first = x->p->variables.size - x->all.size;
    unroll_fix(&u->unrolling, first - 1, term_false(t)); /* `apart` */
    for (uint32_t i = 0; fixed && i < x->all.size; i++)
        unroll_fix(&u->unrolling, first + i, term_bool(t, is_left(x, i)));
}

/* A body starts in any state that meets what is assumed of its inputs. */
static void start_unit(const settling *x, candidate_unit *u) {
    unroll_start(&u->unrolling, u->start, term_true(x->p->terms));
    if (u->body == MAIN) return;
    term given = given_at(x->open, u->body, assumed_of(x, u->body, true));
    solver_assert(u->solver, symbolic_value(&u->unrolling.state, given));
}

/* `fixed`: switches have their values from the start, and what is off is not there. */
static bool open_unit(settling *x, candidate_unit *u, const char *solver_name, bool fixed) {
    u->solver = solver_new(x->p->terms, solver_name, (solver_options){0}, NULL);
    if (!u->solver) return false;
    solver_set_budget(u->solver, &x->limits);
    unroll_init(&u->unrolling, x->p, u->solver);
    elimination_init(&u->elimination, x->p->terms, u->solver, &x->limits, &x->dropped);
    for (uint32_t i = 0; i < x->all.size; i++)
        elimination_add(&u->elimination, x->all.data[i].assumed);
    u->unrolling.keep_states = true;
    fix_variables(x, u, fixed);
    start_unit(x, u);
    bool good = unroll_advance(&u->unrolling, &x->limits);
    if (good && !u->entered) find_violations(x, u);
    return good;
}

static void close_unit(candidate_unit *u) {
    elimination_release(&u->elimination);
    if (u->solver) unroll_release(&u->unrolling), solver_delete(u->solver);
    u->solver = NULL;
    vec_release(&u->assumed);
    bits_release(&u->calls);
}

/* ---- dropping ---- */

/* What holds and is assumed somewhere in the unit. */
static void add_assumed(const settling *x, const candidate_unit *u, u32_vec *out) {
    for (uint32_t i = 0; i < x->all.size; i++) {
        const candidate *c = &x->all.data[i];
        bool assumed = c->given ? c->of == u->body : bits_has(&u->calls, c->of);
        if (is_left(x, i) && assumed) vec_push(out, i);
    }
}

/* The unit with what holds now, for linear arithmetic. */
static bool open_linear(settling *x, candidate_unit *u, candidate_unit *linear) {
    *linear =
        (candidate_unit){.start = u->start, .body = u->body, .entered = u->entered, .linear = true};
    add_assumed(x, u, &linear->assumed);
    return open_unit(x, linear, "reals/z3", true);
}

/* A unit and its translation to linear arithmetic, opened when the first candidate asks. */
typedef struct {
    settling *settling;
    candidate_unit *unit, linear;
} linear_units;

/* The unit with what is left by now. */
static bool renew_linear(linear_units *l) {
    bool current = l->linear.linear;
    for (uint32_t i = 0; i < l->linear.assumed.size; i++)
        current &= is_left(l->settling, l->linear.assumed.data[i]);
    if (current) return l->linear.solver;
    close_unit(&l->linear);
    return open_linear(l->settling, l->unit, &l->linear);
}

/* By linear arithmetic with rules about products and remainders, which bits do not know. */
static bool shown_by_linear(void *context, uint32_t about, u32_vec *assumed) {
    linear_units *l = context;
    if (!renew_linear(l)) return false;
    term bad = l->linear.elimination.violated.data[about];
    budget effort = time_limited(TIME_CANDIDATES_LINEAR, l->settling->limits);
    solver_set_budget(l->linear.solver, &effort);
    if (!term_is_false(l->settling->p->terms, bad) &&
        solver_check(l->linear.solver, 1, &bad) != ANSWER_UNSAT)
        return false;
    vec_append(assumed, l->linear.assumed.data, l->linear.assumed.size);
    return true;
}

/* By bits where that is quick, then by linear arithmetic, then by bits again. What nobody decides
 * is dropped. */
static bool eliminate_in(settling *x, candidate_unit *u, bool *some) {
    linear_units l = {.settling = x, .unit = u};
    elimination *e = &u->elimination;
    e->all_seconds = time_most(TIME_CANDIDATES_ALL);
    e->one_seconds = time_most(TIME_CANDIDATES_FIRST);
    e->last_seconds = time_most(TIME_CANDIDATES_LAST);
    e->otherwise = shown_by_linear;
    e->context = &l;
    bool good = eliminate(e, some);
    e->otherwise = NULL;
    close_unit(&l.linear);
    return good;
}

/* Until nothing is dropped any more; false: the budget was over before. */
static bool settle(settling *x) {
    bool good = true;
    for (uint32_t i = 0; i < x->units.size && good; i++)
        good = open_unit(x, &x->units.data[i], "auto", false);
    for (bool some = true; good && some;) {
        some = false;
        for (uint32_t i = 0; i < x->units.size && good; i++)
            good = eliminate_in(x, &x->units.data[i], &some);
    }
    return good;
}

/* ---- errors ---- */

/* The condition that one is reached; a summary's own were asked about. */
static term errors_of(const settling *x, const candidate_unit *u) {
    terms *t = x->p->terms;
    term any = term_false(t);
    for (uint32_t i = 0; i < u->unrolling.errors.size; i++) {
        const unroll_node *n = &u->unrolling.nodes.data[u->unrolling.errors.data[i]];
        if (program_property_at(x->p, n->at)->id != PROPERTY_CONTRACT)
            any = term_or(t, any, n->reach);
    }
    return any;
}

static enum answer errors_by_linear(settling *x, candidate_unit *u) {
    candidate_unit linear;
    budget effort = time_limited(TIME_CANDIDATES_LINEAR, x->limits);
    enum answer a = ANSWER_UNKNOWN;
    if (open_linear(x, u, &linear)) {
        term bad = errors_of(x, &linear);
        solver_set_budget(linear.solver, &effort);
        a = term_is_false(x->p->terms, bad) ? ANSWER_UNSAT : solver_check(linear.solver, 1, &bad);
    }
    close_unit(&linear);
    return a;
}

static enum candidates_outcome errors_in(settling *x, candidate_unit *u) {
    if (u->unrolling.frontier.size) return CANDIDATES_OPEN; /* loops */
    budget effort = time_limited(TIME_CANDIDATES_ALL, x->limits);
    u->elimination.limits = &effort;
    enum answer a = elimination_ask(&u->elimination, errors_of(x, u), NULL);
    u->elimination.limits = &x->limits;
    if (a == ANSWER_UNKNOWN) a = errors_by_linear(x, u);
    if (a == ANSWER_UNSAT) return CANDIDATES_PROVE;
    return u->body == MAIN && a == ANSWER_SAT ? CANDIDATES_FAIL : CANDIDATES_OPEN;
}

static void conclude(settling *x, candidate_set *c) {
    bool prove = true;
    for (uint32_t i = 0; i < x->units.size; i++) {
        c->loops |= x->units.data[i].unrolling.frontier.size > 0;
        enum candidates_outcome here = errors_in(x, &x->units.data[i]);
        if (here == CANDIDATES_FAIL) c->outcome = here;
        prove &= here == CANDIDATES_PROVE;
    }
    c->inductive = !c->loops;
    if (prove) c->outcome = CANDIDATES_PROVE;
}

/* ---- all of it ---- */

static bool takes_part(const candidate_set *c, const summary_guess *g) {
    return !g->single || c->singles;
}

static void collect(settling *x, candidate_set *c) {
    terms *t = x->open->terms;
    c->all = c->few = 0;
    for (uint32_t i = 0; i < x->open->summaries.size; i++)
        for (uint32_t k = 0; k < x->open->summaries.data[i].guesses.size; k++) {
            const summary_guess *g = &x->open->summaries.data[i].guesses.data[k];
            candidate one = {.of = i, .number = g->number, .given = g->given};
            if (!takes_part(c, g)) bits_add(&x->dropped, x->all.size);
            one.formula = g->formula;
            one.assumed = term_fresh(t, "assumed", sort_bool(t));
            vec_push(&x->all, one);
            c->all++;
            c->few += !g->single;
        }
}

static void release(settling *x) {
    vec_release_each(&x->units, close_unit);
    if (x->p) program_delete(x->p);
    release_places(&x->places);
    vec_release(&x->all);
    bits_release(&x->dropped);
}

bool candidates_settle(candidate_set *c, program *p, const budget *b) {
    LOG("verify", "settle candidate summaries");
    double start = clock_now();
    solver_set before = solvers_take(p->terms);
    settling x = {.open = p, .limits = budget_effort(*b, c->seconds)};
    collect(&x, c);
    map_clear(&c->holds);
    c->outcome = CANDIDATES_OPEN;
    c->inductive = c->loops = false;
    bool good = find_places(p, &x.places) && c->all;
    if (good) {
        make_program(&x);
        make_units(&x);
        c->inductive = settle(&x);
        if (c->inductive) conclude(&x, c);
    }
    for (uint32_t i = 0; i < x.all.size; i++)
        if (is_left(&x, i)) map_set(&c->holds, x.all.data[i].number, 1);
    release(&x);
    c->used = solvers_seen(p->terms);
    solvers_record(p->terms, before);
    c->spent = clock_now() - start;
    return good;
}

/* ---- closing ---- */

static void collect_formulas(const candidate_set *c, const program *p, bool given, term_vec *out) {
    terms *t = p->terms;
    for (uint32_t i = 0; i < p->summaries.size; i++) {
        const summary *s = &p->summaries.data[i];
        term all = term_true(t);
        for (uint32_t k = 0; k < s->guesses.size; k++)
            if (map_get(&c->holds, s->guesses.data[k].number, NULL) &&
                s->guesses.data[k].given == given)
                all = term_and(t, all, s->guesses.data[k].formula);
        vec_push(out, all);
    }
}

void candidates_formulas(const candidate_set *c, const program *p, term_vec *out) {
    term_vec given = {0};
    collect_formulas(c, p, true, &given);
    collect_formulas(c, p, false, out);
    for (uint32_t i = 0; i < given.size; i++)
        out->data[i] = term_implies(p->terms, given.data[i], out->data[i]);
    vec_release(&given);
}

/* Bodies that are entered start like those that are not. */
static void start_entered(program *p, uint32_t of) {
    const summary *s = &p->summaries.data[of];
    for (edge_id e = {0}, end = {p->edges.size}; e.id < end.id; e.id++) {
        edge x = p->edges.data[e.id];
        if (x.removed) continue;
        if (same_loc(x.to, s->entered)) program_remove_edge(p, e);
        if (same_loc(x.to, s->body) && same_loc(x.from, p->start))
            program_add_edge(p, p->start, s->entered, x.command, x.at);
    }
}

/* Calls that do not meet `given` fail. */
static void oblige_callers(program *p, const candidate_places *all, uint32_t of, term given) {
    loc error = program_add_location(p, (position){0});
    program_set_error(p, error, p->summaries.data[of].property);
    for (uint32_t i = 0; i < all->size; i++) {
        const candidate_place *x = &all->data[i];
        if (x->of != of || x->ends) continue;
        term meets = formula_at(p, of, given, x->point.size, x->point.data);
        program_add_edge(p, x->at, error, cmd_assume(p, term_not(p->terms, meets)),
                         p->locations.data[x->at.id].at);
    }
}

/* Bodies, those that are entered, too, start on anything that meets `given`. */
static void state_given(program *p, const candidate_places *all, uint32_t of, term given) {
    if (!term_is_true(p->terms, given)) oblige_callers(p, all, of, given);
    assume_given(p, of, given);
    if (!same_loc(p->summaries.data[of].entered, NO_LOC)) start_entered(p, of);
}

/* What holds where bodies start. */
static void note_given(candidate_set *c, program *p, uint32_t of, term given) {
    const summary *s = &p->summaries.data[of];
    reduction_lemma known = {s->body, given_at(p, of, given)};
    vec_push(&c->given, known);
    known.at = s->entered;
    if (same_loc(s->entered, NO_LOC)) return;
    vec_push(&c->given, known);
    p->locations.data[s->entered.id].cut = true;
}

/* Not where it is known not to suffice. */
static bool starts_apart(const candidate_set *c, terms *t, term given) {
    if (c->outcome == CANDIDATES_PROVE) return true;
    return !c->inductive && !term_is_true(t, given);
}

void candidates_close(candidate_set *c, program *p) {
    term_vec given = {0}, returned = {0};
    candidate_places all = {0};
    find_places(p, &all);
    collect_formulas(c, p, true, &given);
    collect_formulas(c, p, false, &returned);
    vec_clear(&c->given);
    for (uint32_t i = 0; i < given.size; i++) {
        if (starts_apart(c, p->terms, given.data[i])) {
            state_given(p, &all, i, given.data[i]);
            note_given(c, p, i, given.data[i]);
        } else {
            returned.data[i] = term_implies(p->terms, given.data[i], returned.data[i]);
        }
    }
    summary_closing how = {.p = p, .formulas = returned.data};
    summaries_close(&how, p);
    map_release(&how.memo);
    release_places(&all);
    vec_release(&given);
    vec_release(&returned);
    summaries_release(p);
}
