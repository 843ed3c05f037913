/* State machines that a transition system keeps in a number.
 *
 * Protocols and generated code have a variable with the number of their state, compared with
 * constants all over one large relation. Here the values that it may have at each location are
 * enumerated, and each becomes a location of its own, with relations in which the number is known:
 * far smaller ones, after relation_solve.
 *
 * The values after a relation are asked of a solver until there are no others, so the split program
 * has the same runs. A relation after which there are many leads to a copy of its location where
 * the number is not known. The variable stays and is assigned as before; where its value is known
 * nothing reads it, and liveness drops it. Where there are too many copies, or the solver takes too
 * long, nothing is split. */
#include "base/bits.h"
#include "base/log.h"
#include "base/time_limits.h"
#include "frontend/ts/ts.h"
#include "solver/solver.h"

enum {
    FEWEST_CONSTANTS = 5,
    MOST_SUCCESSORS = 40,
    MOST_NODES = 200,
    MOST_PAIRS = 600,
    MOST_TRIALS = 3
};

typedef struct {
    loc base, at;
    term value;
} machine_node; /* value none: not known */
typedef struct {
    uint32_t from, to, relation;
} machine_pair;

typedef struct {
    program *p;
    terms *t;
    relation_vec *r;
    term var;
    vec(machine_node) nodes;
    vec(machine_pair) pairs;
    vec(solver *) solvers; /* by relation */
    budget limit;
    bool failed;
} machine;

/* ---- which variable ---- */

typedef struct {
    term var;
    uint32_t constants;
} numbered;
typedef vec(numbered) numbered_vec;

/* Constants that a variable is compared with, counted once each. */
static void count_constant(terms *t, term equation, map *seen, numbered_vec *found) {
    term a = term_arg(t, equation, 0), b = term_arg(t, equation, 1);
    if (term_is_var(t, b)) a = b, b = term_arg(t, equation, 0);
    uint64_t key = (uint64_t)a.id << 32 | b.id;
    if (!term_is_var(t, a) || !term_is_const(t, b) || map_get(seen, key, NULL)) return;
    map_set(seen, key, 1);
    for (uint32_t i = 0; i < found->size; i++)
        if (same(found->data[i].var, a)) {
            found->data[i].constants++;
            return;
        }
}

static void count_constants(terms *t, term root, term_walk *visited, map *seen,
                            numbered_vec *found) {
    walk_add(visited, root);
    for (term a; walk_next(visited, &a);) {
        if (term_op(t, a) == OP_EQ) count_constant(t, a, seen, found);
        walk_below(visited, t, a);
    }
}

static bool is_number(terms *t, term v) {
    enum sort_kind k = sort_kind_of(t, term_sort(t, v));
    return k == SORT_INT || k == SORT_REAL || k == SORT_BV;
}

static void add_variable(terms *t, term v, map *known, numbered_vec *found) {
    numbered n = {v, 0};
    if (!is_number(t, v) || map_get(known, v.id, NULL)) return;
    map_set(known, v.id, 1);
    vec_push(found, n);
}

/* The variable compared with most constants that was not tried yet; none where there are too few.
 */
static term most_numbered(terms *t, const relation_vec *r, const map *tried) {
    numbered_vec found = {0};
    map known = {0}, seen = {0};
    term_walk visited = {0};
    numbered best = {{0}, FEWEST_CONSTANTS - 1};
    for (uint32_t i = 0; i < r->size; i++)
        for (uint32_t k = 0; k < r->data[i].targets.size; k++)
            add_variable(t, r->data[i].targets.data[k], &known, &found);
    for (uint32_t i = 0; i < r->size; i++)
        count_constants(t, r->data[i].constraint, &visited, &seen, &found);
    for (uint32_t i = 0; i < found.size; i++)
        if (found.data[i].constants > best.constants && !map_get(tried, found.data[i].var.id, NULL))
            best = found.data[i];
    vec_release(&found);
    map_release(&known);
    walk_release(&visited);
    map_release(&seen);
    return best.var;
}

/* ---- enumeration ---- */

static uint32_t node_of(machine *m, loc base, term given) {
    for (uint32_t i = 0; i < m->nodes.size; i++)
        if (same_loc(m->nodes.data[i].base, base) && same(m->nodes.data[i].value, given)) return i;
    machine_node n = {base, base, given};
    vec_push(&m->nodes, n);
    return m->nodes.size - 1;
}

static uint32_t target_of(const relation *r, term var) {
    uint32_t i = 0;
    while (i < r->targets.size && !same(r->targets.data[i], var)) i++;
    return i;
}

static solver *solver_at(machine *m, uint32_t number) {
    if (m->solvers.data[number]) return m->solvers.data[number];
    solver *s = m->solvers.data[number] = solver_new(m->t, "auto", (solver_options){0}, NULL);
    if (!s) return NULL;
    solver_set_budget(s, &m->limit);
    solver_assert(s, m->r->data[number].constraint);
    return s;
}

typedef struct {
    machine *m;
    machine_pair pair;
    uint32_t first; /* pairs before */
} machine_step;

/* One more value becomes a pair. */
static bool found_value(void *state, const term *constants) {
    machine_step *x = state;
    machine *m = x->m;
    x->pair.to = node_of(m, m->r->data[x->pair.relation].to, constants[0]);
    vec_push(&m->pairs, x->pair);
    return m->pairs.size - x->first <= MOST_SUCCESSORS;
}

/* The values of the number after a relation, from one node. */
static void expand(machine *m, uint32_t from, uint32_t number) {
    const relation *r = &m->r->data[number];
    const machine_node n = m->nodes.data[from];
    uint32_t nodes = m->nodes.size, k = target_of(r, m->var);
    machine_step step = {m, {from, 0, number}, m->pairs.size};
    bool known =
        k < r->targets.size && !program_is_error(m->p, r->to); /* an error location has no copies */
    solver *s = known ? solver_at(m, number) : NULL;
    term given = n.value.id ? term_eq(m->t, m->var, n.value) : term_true(m->t);
    enum answer a =
        s ? solver_all(s, 1, &given, 1, &r->values.data[k], found_value, &step) : ANSWER_UNKNOWN;
    m->failed |= known && a == ANSWER_UNKNOWN;
    if (a != ANSWER_UNSAT) {
        m->pairs.size = step.first;
        m->nodes.size = nodes; /* those of this relation are the last: nothing refers to them yet */
        step.pair.to = node_of(m, r->to, (term){0});
        vec_push(&m->pairs, step.pair);
    }
    m->failed |= m->nodes.size > MOST_NODES || m->pairs.size > MOST_PAIRS;
}

static void enumerate(machine *m) {
    vec_resize(&m->solvers, m->r->size);
    node_of(m, m->p->start, (term){0});
    for (uint32_t i = 0; i < m->nodes.size && !m->failed; i++)
        for (uint32_t k = 0; k < m->r->size && !m->failed; k++)
            if (same_loc(m->r->data[k].from, m->nodes.data[i].base)) expand(m, i, k);
}

/* ---- the split program ---- */

static void place_nodes(machine *m) {
    vec(uint32_t) copies = {0};
    vec_resize(&copies, m->p->locations.size);
    for (uint32_t i = 0; i < m->nodes.size; i++) {
        machine_node *n = &m->nodes.data[i];
        if (copies.data[n->base.id]++)
            n->at = program_add_location(m->p, m->p->locations.data[n->base.id].at);
    }
    vec_release(&copies);
}

static relation between(machine *m, const machine_pair *to) {
    const relation *r = &m->r->data[to->relation];
    const machine_node *n = &m->nodes.data[to->from], *end = &m->nodes.data[to->to];
    relation copy = {.from = n->at, .to = end->at, .at = r->at};
    substitution by = {0};
    if (n->value.id) subst_set(&by, m->t, m->var, n->value);
    copy.constraint = subst_apply(&by, m->t, r->constraint);
    vec_append(&copy.locals, r->locals.data, r->locals.size);
    vec_append(&copy.targets, r->targets.data, r->targets.size);
    for (uint32_t i = 0; i < r->values.size; i++)
        vec_push(&copy.values, subst_apply(&by, m->t, r->values.data[i]));
    uint32_t k = target_of(r, m->var);
    if (end->value.id && k < copy.values.size) {
        copy.constraint =
            term_and(m->t, copy.constraint, term_eq(m->t, copy.values.data[k], end->value));
        copy.values.data[k] = end->value;
    }
    subst_release(&by);
    return copy;
}

static void rebuild(machine *m) {
    relation_vec fresh = {0};
    place_nodes(m);
    for (uint32_t i = 0; i < m->pairs.size; i++) {
        relation one = between(m, &m->pairs.data[i]);
        if (relation_solve(m->t, &one)) vec_push(&fresh, one);
        else relation_release(&one);
    }
    relations_release(m->r);
    *m->r = fresh;
}

static bool any_twice(const machine *m) {
    bits seen = {0};
    bool found = false;
    for (uint32_t i = 0; i < m->nodes.size; i++) {
        found |= bits_has(&seen, m->nodes.data[i].base.id);
        bits_add(&seen, m->nodes.data[i].base.id);
    }
    bits_release(&seen);
    return found;
}

static bool split_by(program *p, relation_vec *r, term var) {
    budget all = budget_of(0, 0);
    machine m = {
        .p = p, .t = p->terms, .r = r, .var = var, .limit = time_limited(TIME_TRANSITIONS, all)};
    enumerate(&m);
    bool good = !m.failed && any_twice(&m);
    for (uint32_t i = 0; i < m.solvers.size; i++) solver_delete(m.solvers.data[i]);
    if (good) rebuild(&m);
    vec_release(&m.nodes);
    vec_release(&m.pairs);
    vec_release(&m.solvers);
    return good;
}

static void solve_all(terms *t, relation_vec *r) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < r->size; i++) {
        if (relation_solve(t, &r->data[i])) r->data[kept++] = r->data[i];
        else relation_release(&r->data[i]);
    }
    r->size = kept;
}

void machine_split(program *p, relation_vec *r) {
    LOG("frontend", "split %u relations by states", r->size);
    map tried = {0};
    solve_all(p->terms, r);
    for (uint32_t i = 0; i < MOST_TRIALS; i++) {
        term var = most_numbered(p->terms, r, &tried);
        if (!var.id) break;
        map_set(&tried, var.id, 1);
        split_by(p, r, var);
    }
    map_release(&tried);
}
