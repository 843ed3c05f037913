/* Control flow that a transition system hides in Boolean variables.
 *
 * Translators from programs encode the program counter in Booleans and leave one relation over
 * everything. Here the pairs (location, value of its Booleans) that a run may pass are enumerated,
 * and each becomes a location of its own; a relation becomes one for each pair of values before and
 * after. What is a location need not be learnt: no predicates for the program counter, frames by
 * location, and the reductions see loops and blocks.
 *
 * The enumeration is over the Boolean structure only, with atoms of other theories as free
 * Booleans, so it finds at least the pairs that a run may pass: the split program has the same
 * runs. Where there are many values or many successors of one, the variables are data, and nothing
 * is split. */
#include "frontend/ts/ts.h"
#include "base/log.h"
#include "solver/solver.h"

enum { MOST_NODES = 1500, MOST_SUCCESSORS = 3, SPARE_EDGES = 8, MOST_TARGETS = 64 };

typedef struct {
    loc base, at;
    uint64_t bits;
} control_node;
typedef struct {
    uint32_t from, to, relation;
    uint64_t bits;
} control_pair;

typedef struct {
    program *p;
    terms *t;
    relation_vec *r;
    vec(term_vec) state; /* by location: the Booleans of its control */
    vec(control_node) nodes;
    map index; /* hash of (base, bits) -> node; chained by scan */
    vec(control_pair) pairs;
    vec(solver *) solvers;      /* by relation: its Boolean structure */
    vec(substitution) skeleton; /* by relation: atom -> free Boolean */
    bool failed;
} control;

/* ---- what may be control ---- */

static bool ends(const program *p, loc l) {
    return same_loc(l, p->start) || program_is_error(p, l);
}

static term value_after(const relation *r, term var) {
    for (uint32_t i = 0; i < r->targets.size; i++)
        if (same(r->targets.data[i], var)) return r->values.data[i];
    return var;
}

/* Boolean targets of the relations into a location. */
static void find_state(control *c) {
    vec_resize(&c->state, c->p->locations.size);
    map seen = {0};
    for (uint32_t i = 0; i < c->r->size; i++) {
        const relation *r = &c->r->data[i];
        for (uint32_t k = 0; !ends(c->p, r->to) && k < r->targets.size; k++) {
            term v = r->targets.data[k];
            uint64_t key = (uint64_t)r->to.id << 32 | v.id;
            if (!term_is_bool(c->t, v) || map_get(&seen, key, NULL)) continue;
            map_set(&seen, key, 1);
            vec_push(&c->state.data[r->to.id], v);
        }
    }
    map_release(&seen);
}

/* ---- Boolean structure ---- */

static bool is_structure(terms *t, term a) {
    switch (term_op(t, a)) {
    case OP_NOT:
    case OP_AND:
    case OP_OR: return true;
    case OP_EQ: return term_is_bool(t, term_arg(t, a, 0));
    case OP_ITE: return term_is_bool(t, a);
    default: return false;
    }
}

static void hide_atoms(control *c, substitution *by, term_walk *seen, term root) {
    walk_add(seen, root);
    for (term a; walk_next(seen, &a);) {
        if (is_structure(c->t, a)) walk_below(seen, c->t, a);
        else if (!term_is_var(c->t, a) && !term_is_const(c->t, a))
            subst_set(by, c->t, a, term_fresh(c->t, "atom", sort_bool(c->t)));
    }
}

static void open_solvers(control *c) {
    vec_resize(&c->solvers, c->r->size);
    vec_resize(&c->skeleton, c->r->size);
    for (uint32_t i = 0; i < c->r->size && !c->failed; i++) {
        relation *r = &c->r->data[i];
        term_walk seen = {0};
        hide_atoms(c, &c->skeleton.data[i], &seen, r->constraint);
        for (uint32_t k = 0; k < r->values.size; k++)
            if (term_is_bool(c->t, r->values.data[k]))
                hide_atoms(c, &c->skeleton.data[i], &seen, r->values.data[k]);
        walk_release(&seen);
        solver *s = c->solvers.data[i] = solver_new(c->t, "blast", (solver_options){0}, NULL);
        if (!s) c->failed = true;
        else solver_assert(s, subst_apply(&c->skeleton.data[i], c->t, r->constraint));
    }
}

/* Keep the Booleans that have one value at first: a program counter starts somewhere. */
static void keep_determined(control *c) {
    for (uint32_t i = 0; i < c->r->size && !c->failed; i++) {
        relation *r = &c->r->data[i];
        term_vec *state = &c->state.data[r->to.id];
        uint32_t kept = 0;
        if (!same_loc(r->from, c->p->start) || ends(c->p, r->to)) continue;
        for (uint32_t k = 0; k < state->size; k++) {
            term v = subst_apply(&c->skeleton.data[i], c->t, value_after(r, state->data[k]));
            term not_v = term_not(c->t, v);
            if (solver_check(c->solvers.data[i], 1, &v) == ANSWER_UNSAT ||
                solver_check(c->solvers.data[i], 1, &not_v) == ANSWER_UNSAT)
                state->data[kept++] = state->data[k];
        }
        state->size = kept;
    }
}

/* ---- enumeration ---- */

static uint32_t node_of(control *c, loc base, uint64_t bits) {
    uint64_t key = hash_mix(bits * 0x9e3779b97f4a7c15ull + base.id), at;
    while (map_get(&c->index, key, &at)) {
        if (same_loc(c->nodes.data[at].base, base) && c->nodes.data[at].bits == bits)
            return (uint32_t)at;
        key++;
    }
    control_node n = {base, base, bits};
    map_set(&c->index, key, c->nodes.size);
    vec_push(&c->nodes, n);
    return c->nodes.size - 1;
}

static term fixed(control *c, term a, bool stored) { return stored ? a : term_not(c->t, a); }

typedef struct {
    control *c;
    uint32_t from, relation;
} control_step;

static bool found_successor(void *state, const term *constants) {
    const control_step *x = state;
    control *c = x->c;
    const relation *r = &c->r->data[x->relation];
    uint64_t bits = 0;
    for (uint32_t i = 0; i < c->state.data[r->to.id].size; i++)
        bits |= (uint64_t)term_is_true(c->t, constants[i]) << i;
    control_pair found = {x->from, node_of(c, r->to, bits), x->relation, bits};
    vec_push(&c->pairs, found);
    c->failed |=
        c->nodes.size > MOST_NODES || c->pairs.size > MOST_SUCCESSORS * c->nodes.size + SPARE_EDGES;
    return !c->failed;
}

/* The successors of a node along one relation: all solutions for the Booleans after it. */
static void expand(control *c, uint32_t from, uint32_t number) {
    const relation *r = &c->r->data[number];
    control_node n = c->nodes.data[from];
    const term_vec *before = &c->state.data[n.base.id], *after = &c->state.data[r->to.id];
    term_vec assumed = {0}, given = {0};
    control_step step = {c, from, number};
    for (uint32_t i = 0; i < before->size; i++)
        vec_push(&assumed, fixed(c, before->data[i], n.bits >> i & 1));
    for (uint32_t i = 0; i < after->size; i++)
        vec_push(&given,
                 subst_apply(&c->skeleton.data[number], c->t, value_after(r, after->data[i])));
    enum answer a = solver_all(c->solvers.data[number], assumed.size, assumed.data, given.size,
                               given.data, found_successor, &step);
    c->failed |= a == ANSWER_UNKNOWN;
    vec_release(&assumed);
    vec_release(&given);
}

static void enumerate(control *c) {
    node_of(c, c->p->start, 0);
    for (uint32_t i = 0; i < c->nodes.size && !c->failed; i++)
        for (uint32_t k = 0; k < c->r->size && !c->failed; k++)
            if (same_loc(c->r->data[k].from, c->nodes.data[i].base)) expand(c, i, k);
}

/* ---- the split program ---- */

static void place_nodes(control *c) {
    vec(uint32_t) copies = {0};
    vec_resize(&copies, c->p->locations.size);
    for (uint32_t i = 0; i < c->nodes.size; i++) {
        control_node *n = &c->nodes.data[i];
        if (copies.data[n->base.id]++)
            n->at = program_add_location(c->p, c->p->locations.data[n->base.id].at);
    }
    vec_release(&copies);
}

/* A relation from one value of the Booleans, not yet to one. */
static relation leave(control *c, const control_node *n, const relation *r) {
    relation copy = {.from = n->at, .to = r->to, .at = r->at};
    substitution by = {0};
    const term_vec *state = &c->state.data[n->base.id];
    for (uint32_t i = 0; i < state->size; i++)
        subst_set(&by, c->t, state->data[i], term_bool(c->t, n->bits >> i & 1));
    copy.constraint = subst_apply(&by, c->t, r->constraint);
    vec_append(&copy.locals, r->locals.data, r->locals.size);
    vec_append(&copy.targets, r->targets.data, r->targets.size);
    for (uint32_t i = 0; i < r->values.size; i++)
        vec_push(&copy.values, subst_apply(&by, c->t, r->values.data[i]));
    subst_release(&by);
    return copy;
}

/* What was control, is not any more and is not assigned: the variable itself was not kept up to
 * date. */
static void restore_data(control *c, const relation *left, const control_node *source,
                         const term_vec *state, relation *copy) {
    const term_vec *before = &c->state.data[source->base.id];
    for (uint32_t i = 0; i < before->size; i++) {
        if (terms_have(state, before->data[i]) || terms_have(&left->targets, before->data[i]))
            continue;
        vec_push(&copy->targets, before->data[i]);
        vec_push(&copy->values, term_bool(c->t, source->bits >> i & 1));
    }
}

/* Complete it to one pair; what is control now is no target any more. */
static relation arrive(control *c, const relation *left, const control_pair *to) {
    const control_node *n = &c->nodes.data[to->to], *source = &c->nodes.data[to->from];
    const term_vec *state = &c->state.data[n->base.id];
    relation copy = {.from = left->from, .to = n->at, .at = left->at};
    term_vec parts = {0};
    vec_append(&copy.locals, left->locals.data, left->locals.size);
    for (uint32_t i = 0; i < state->size; i++) {
        term v = state->data[i], now = value_after(left, v);
        if (same(now, v) && terms_have(&c->state.data[source->base.id], v)) {
            for (uint32_t k = 0; k < c->state.data[source->base.id].size; k++)
                if (same(c->state.data[source->base.id].data[k], v))
                    now = term_bool(c->t, source->bits >> k & 1);
        }
        vec_push(&parts, fixed(c, now, n->bits >> i & 1));
    }
    vec_push(&parts, left->constraint);
    copy.constraint = term_and_n(c->t, parts.size, parts.data);
    for (uint32_t i = 0; i < left->targets.size; i++) {
        if (terms_have(state, left->targets.data[i])) continue;
        vec_push(&copy.targets, left->targets.data[i]);
        vec_push(&copy.values, left->values.data[i]);
    }
    if (!program_is_error(c->p, n->base)) restore_data(c, left, source, state, &copy);
    vec_release(&parts);
    return copy;
}

static void rebuild(control *c) {
    relation_vec old = *c->r, fresh = {0};
    relation left = {0};
    bool possible = false;
    place_nodes(c);
    for (uint32_t i = 0; i < c->pairs.size; i++) {
        const control_pair *to = &c->pairs.data[i];
        if (!i || to->from != to[-1].from || to->relation != to[-1].relation) {
            relation_release(&left);
            left = leave(c, &c->nodes.data[to->from], &old.data[to->relation]);
            possible = !term_is_false(c->t, left.constraint);
        }
        if (!possible) continue;
        relation one = arrive(c, &left, to);
        vec_push(&fresh, one);
    }
    relation_release(&left);
    relations_release(&old);
    *c->r = fresh;
}

static void release(control *c) {
    for (uint32_t i = 0; i < c->state.size; i++) vec_release(&c->state.data[i]);
    for (uint32_t i = 0; i < c->solvers.size; i++) solver_delete(c->solvers.data[i]);
    for (uint32_t i = 0; i < c->skeleton.size; i++) subst_release(&c->skeleton.data[i]);
    vec_release(&c->state);
    vec_release(&c->solvers);
    vec_release(&c->skeleton);
    vec_release(&c->nodes);
    vec_release(&c->pairs);
    map_release(&c->index);
}

static bool any_state(const control *c) {
    bool any = false;
    for (uint32_t i = 0; i < c->state.size; i++) {
        if (c->state.data[i].size > MOST_TARGETS) return false;
        any |= c->state.data[i].size > 0;
    }
    return any;
}

void control_split(program *p, relation_vec *r) {
    LOG("frontend", "split %u relations by control", r->size);
    control c = {.p = p, .t = p->terms, .r = r};
    find_state(&c);
    if (any_state(&c)) {
        open_solvers(&c);
        keep_determined(&c);
        if (any_state(&c)) enumerate(&c);
        if (any_state(&c) && !c.failed) rebuild(&c);
    }
    release(&c);
}
