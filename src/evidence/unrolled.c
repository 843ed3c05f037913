#include "evidence/unrolled.h"

#include "base/bits.h"
#include "base/fail.h"

/* A place in the layout: the condition that the run is here, and the value of every variable. */
typedef struct { term here; term *state; } place;

typedef struct {
    program *program;
    const term_vec *invariant;  /* assumed at every cut point; NULL: nothing is */
    const budget *budget;
    term_vec names, values;     /* definitions, in order */
    term_vec facts;             /* assumed invariants */
    term_vec errors;            /* conditions under which an error is reached in the last segment */
    u32_vec order;
    map index_of;               /* variable term -> index */
    vec(place) waiting;         /* arrivals of the current segment ... */
    vec(struct arrival { loc at; }) target; /* ... and where they are */
    substitution now;
} layout;

static terms *terms_of(const layout *l) { return l->program->terms; }
static bool ends(const layout *l, loc at) { return program_is_error(l->program, at) || program_is_limit(l->program, at); }
static bool cut(const layout *l, loc at) { return l->program->locations.data[at].cut; }

static void layout_init(layout *l, program *p, const term_vec *invariant, const budget *b) {
    memset(l, 0, sizeof *l);
    l->program = p;
    l->invariant = invariant;
    l->budget = b;
    program_order(p, &l->order);
    for (uint32_t i = 0; i < p->variables.size; i++) map_set(&l->index_of, p->variables.data[i].var.id, i);
}

static void layout_release(layout *l) {
    for (uint32_t i = 0; i < l->waiting.size; i++) mem_free(l->waiting.data[i].state);
    vec_release(&l->names);
    vec_release(&l->values);
    vec_release(&l->facts);
    vec_release(&l->errors);
    vec_release(&l->order);
    map_release(&l->index_of);
    vec_release(&l->waiting);
    vec_release(&l->target);
    subst_release(&l->now);
}

static term *copy(const layout *l, const term *state) {
    size_t size = l->program->variables.size * sizeof *state;
    term *c = mem_alloc(size);
    if (size) memcpy(c, state, size);
    return c;
}

static void arrive(layout *l, loc at, place p) {
    vec_push(&l->waiting, p);
    vec_push(&l->target, ((struct arrival){at}));
}

/* A name for `a`, so that formulas stay small; constants stay what they are. */
static term name(layout *l, const char *stem, term a) {
    terms *t = terms_of(l);
    if (term_is_const(t, a) || term_is_var(t, a)) return a;
    term v = term_fresh(t, stem, term_sort(t, a));
    vec_push(&l->names, v);
    vec_push(&l->values, a);
    return v;
}

static term value_in(layout *l, const place *p, term a) {
    map seen = {0};
    term_vec vars = {0};
    term_vars(terms_of(l), a, &seen, &vars);
    subst_clear(&l->now);
    for (uint32_t i = 0; i < vars.size; i++) {
        uint64_t index;
        if (map_get(&l->index_of, vars.data[i].id, &index))
            subst_set(&l->now, terms_of(l), vars.data[i], p->state[index]);
    }
    term result = subst_apply(&l->now, terms_of(l), a);
    map_release(&seen);
    vec_release(&vars);
    return result;
}

/* ---- commands ---- */

static term *slot(const layout *l, place *p, term var) {
    uint64_t index = 0;
    bool known = map_get(&l->index_of, var.id, &index);
    require(known, "a command writes a variable that the program does not have");
    return &p->state[index];
}

static void execute(layout *l, cmd c, place *p);

/* `into` becomes what the first place says where it is taken, what the second says otherwise. */
static void join(layout *l, place *into, const place *other) {
    terms *t = terms_of(l);
    for (uint32_t i = 0; i < l->program->variables.size; i++)
        if (!same(into->state[i], other->state[i]))
            into->state[i] = name(l, "join", term_ite(t, into->here, into->state[i], other->state[i]));
    into->here = name(l, "here", term_or(t, into->here, other->here));
}

/* A place for each branch: exactly one of the Booleans holds where the run is at `p`. */
static place branch(layout *l, const place *p, term *rest, bool last) {
    terms *t = terms_of(l);
    term pick = last ? term_true(t) : term_fresh(t, "pick", sort_bool(t));
    place q = {name(l, "here", term_and(t, *rest, pick)), copy(l, p->state)};
    *rest = name(l, "rest", term_and(t, *rest, term_not(t, pick)));
    return q;
}

static void execute_choice(layout *l, cmd c, place *p) {
    terms *t = terms_of(l);
    uint32_t n = cmd_size(l->program, c);
    term rest = p->here;
    place all = {term_false(t), NULL};
    for (uint32_t i = 0; i < n; i++) {
        place q = branch(l, p, &rest, i + 1 == n);
        execute(l, cmd_part(l->program, c, i), &q);
        if (term_is_false(t, q.here)) mem_free(q.state);
        else if (!all.state) all = q;
        else {
            join(l, &all, &q);
            mem_free(q.state);
        }
    }
    p->here = all.here;
    if (!all.state) return;
    mem_free(p->state);
    p->state = all.state;
}

static void execute(layout *l, cmd c, place *p) {
    terms *t = terms_of(l);
    program *g = l->program;
    if (term_is_false(t, p->here)) return;
    switch (cmd_kind_of(g, c)) {
    case CMD_SKIP: break;
    case CMD_ASSIGN: {
        term v = value_in(l, p, cmd_term(g, c));
        *slot(l, p, cmd_var(g, c)) = name(l, "value", v);
        break;
    }
    case CMD_HAVOC:
        *slot(l, p, cmd_var(g, c)) = term_fresh(t, "input", term_sort(t, cmd_var(g, c)));
        break;
    case CMD_ASSUME: p->here = name(l, "here", term_and(t, p->here, value_in(l, p, cmd_term(g, c)))); break;
    case CMD_SEQ:
        for (uint32_t i = 0; i < cmd_size(g, c); i++) execute(l, cmd_part(g, c, i), p);
        break;
    case CMD_CHOICE: execute_choice(l, c, p); break;
    }
}

/* ---- segments ---- */

/* Take all arrivals at `at` out, joined into one place; its `here` is none where there is no arrival. */
static place meet(layout *l, loc at) {
    place all = {{0}, NULL};
    uint32_t kept = 0;
    for (uint32_t i = 0; i < l->waiting.size; i++) {
        if (l->target.data[i].at != at) {
            l->target.data[kept] = l->target.data[i];
            l->waiting.data[kept++] = l->waiting.data[i];
        } else if (!all.state) all = l->waiting.data[i];
        else {
            join(l, &all, &l->waiting.data[i]);
            mem_free(l->waiting.data[i].state);
        }
    }
    l->waiting.size = l->target.size = kept;
    return all;
}

static void leave(layout *l, loc at, place *p) {
    const edge_id *out;
    uint32_t n = program_out(l->program, at, &out);
    term rest = p->here;
    for (uint32_t i = 0; i < n; i++) {
        place q = branch(l, p, &rest, i + 1 == n);
        execute(l, l->program->edges.data[out[i]].command, &q);
        if (term_is_false(terms_of(l), q.here)) mem_free(q.state);
        else arrive(l, l->program->edges.data[out[i]].to, q);
    }
    mem_free(p->state);
}

static void assume_invariant(layout *l, loc at, const place *p) {
    if (!l->invariant || at >= l->invariant->size || !l->invariant->data[at].id) return;
    vec_push(&l->facts, term_implies(terms_of(l), p->here, value_in(l, p, l->invariant->data[at])));
}

/* From the waiting places, at the start or at cut points, over all that lies before the next cut points. */
static bool segment(layout *l) {
    vec(place) begin = {0};
    vec(loc) begin_at = {0};
    vec_clear(&l->errors);
    for (uint32_t i = 0; i < l->order.size; i++) {
        place p = meet(l, l->order.data[i]);
        if (!p.state) continue;
        assume_invariant(l, l->order.data[i], &p);
        vec_push(&begin, p);
        vec_push(&begin_at, l->order.data[i]);
    }
    for (uint32_t i = 0; i < begin.size; i++) leave(l, begin_at.data[i], &begin.data[i]);
    vec_release(&begin);
    vec_release(&begin_at);
    for (uint32_t i = 0; i < l->order.size; i++) {
        loc at = l->order.data[i];
        if (cut(l, at)) continue;
        if (budget_over(l->budget)) return false;
        place p = meet(l, at);
        if (!p.state) continue;
        if (ends(l, at)) {
            vec_push(&l->errors, p.here);
            mem_free(p.state);
        } else leave(l, at, &p);
    }
    for (uint32_t i = 0; i < l->target.size; i++)
        if (!cut(l, l->target.data[i].at)) return false; /* a loop without a cut point: segments mean nothing */
    return true;
}

static void identity(const layout *l, place *p) {
    p->state = mem_alloc(l->program->variables.size * sizeof *p->state);
    for (uint32_t i = 0; i < l->program->variables.size; i++) p->state[i] = l->program->variables.data[i].var;
}

static void begin_at_start(layout *l) {
    place p = {term_true(terms_of(l)), NULL};
    identity(l, &p);
    arrive(l, l->program->start, p);
}

static void begin_anywhere(layout *l) {
    terms *t = terms_of(l);
    term rest = term_true(t);
    for (uint32_t i = 0; i < l->order.size; i++) {
        if (!cut(l, l->order.data[i])) continue;
        term here = term_fresh(t, "begin", sort_bool(t));
        place p = {name(l, "here", term_and(t, rest, here)), NULL};
        identity(l, &p);
        arrive(l, l->order.data[i], p);
        rest = name(l, "rest", term_and(t, rest, term_not(t, here)));
    }
}

/* ---- queries ---- */

static void ask(layout *l, const char *says, const term_vec *bad, unrolled_queries *out) {
    unrolled_query q = {.says = says};
    vec_append(&q.names, l->names.data, l->names.size);
    vec_append(&q.values, l->values.data, l->values.size);
    vec_append(&q.formulas, l->facts.data, l->facts.size);
    vec_push(&q.formulas, term_or_n(terms_of(l), bad->size, bad->data));
    vec_push(out, q);
}

/* The run reaches no error in k segments, and with `whole` none passes them all. */
static bool prove_base(program *p, const term_vec *invariant, uint32_t k, bool whole, const budget *b,
                       unrolled_queries *out) {
    layout l;
    term_vec bad = {0};
    bool done = true;
    layout_init(&l, p, invariant, b);
    begin_at_start(&l);
    for (uint32_t i = 0; done && i < k; i++) {
        done = segment(&l);
        vec_append(&bad, l.errors.data, l.errors.size);
    }
    for (uint32_t i = 0; whole && i < l.waiting.size; i++) vec_push(&bad, l.waiting.data[i].here);
    if (done) ask(&l, whole ? "no run passes all segments or reaches an error" : "no error within the first segments", &bad, out);
    vec_release(&bad);
    layout_release(&l);
    return done;
}

static bool prove_step(program *p, const term_vec *invariant, uint32_t k, const budget *b, unrolled_queries *out) {
    layout l;
    bool done = true;
    layout_init(&l, p, invariant, b);
    begin_anywhere(&l);
    for (uint32_t i = 0; done && i < k; i++) done = segment(&l);
    if (done) ask(&l, "no error at the end of the segments", &l.errors, out);
    layout_release(&l);
    return done;
}

/* One segment, from the start or from anywhere in the invariant, ends in it. */
static bool prove_inductive(program *p, const term_vec *invariant, bool anywhere, const budget *b, unrolled_queries *out) {
    layout l;
    term_vec bad = {0};
    layout_init(&l, p, invariant, b);
    if (anywhere) begin_anywhere(&l);
    else begin_at_start(&l);
    bool done = segment(&l);
    for (uint32_t i = 0; i < l.waiting.size; i++) {
        loc at = l.target.data[i].at;
        if (at >= invariant->size || !invariant->data[at].id) continue;
        term outside = term_not(terms_of(&l), value_in(&l, &l.waiting.data[i], invariant->data[at]));
        vec_push(&bad, term_and(terms_of(&l), l.waiting.data[i].here, outside));
    }
    if (done) ask(&l, anywhere ? "the invariant is kept" : "the invariant holds at first", &bad, out);
    vec_release(&bad);
    layout_release(&l);
    return done;
}

bool unrolled_prove(program *p, const term_vec *invariant, enum proof_kind proof, uint32_t k, const budget *b,
                    unrolled_queries *out) {
    if (proof == PROOF_UNROLLING) return prove_base(p, NULL, k, true, b, out);
    return prove_inductive(p, invariant, false, b, out) && prove_inductive(p, invariant, true, b, out) &&
           prove_base(p, NULL, k, false, b, out) && prove_step(p, invariant, k, b, out);
}

void unrolled_release(unrolled_queries *q) {
    for (uint32_t i = 0; i < q->size; i++) {
        vec_release(&q->data[i].names);
        vec_release(&q->data[i].values);
        vec_release(&q->data[i].formulas);
    }
    vec_release(q);
}
