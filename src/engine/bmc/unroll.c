#include "engine/bmc/unroll.h"

#include "base/fail.h"

#include <stdlib.h>

/* Sums and conjunctions with more operands than this get a name, so that flattening does not make
 * the unrolling quadratic in its depth. */
enum { WIDE = 8 };

void unroll_init(unrolling *u, program *p, solver *s) {
    memset(u, 0, sizeof *u);
    u->program = p;
    u->solver = s;
    symbolic_init(&u->state, p);
}

void unroll_release(unrolling *u) {
    for (uint32_t i = 0; i < u->nodes.size; i++) mem_free(u->nodes.data[i].state);
    for (uint32_t i = 0; i < u->moves.size; i++) mem_free(u->moves.data[i].state);
    vec_release(&u->nodes);
    vec_release(&u->arrivals);
    vec_release(&u->frontier);
    vec_release(&u->errors);
    vec_release(&u->moves);
    symbolic_release(&u->state);
}

static term *copy_state(const unrolling *u) {
    size_t size = u->state.value.size * sizeof(term);
    term *copy = mem_alloc(size);
    if (size) memcpy(copy, u->state.value.data, size);
    return copy;
}

/* A variable that is defined to be `a`. */
static term named(unrolling *u, const char *stem, term a) {
    terms *t = u->program->terms;
    term name = term_fresh(t, stem, term_sort(t, a));
    solver_assert(u->solver, term_eq(t, name, a));
    return name;
}

static term named_guard(unrolling *u, term a) {
    terms *t = u->program->terms;
    term atom = term_op(t, a) == OP_NOT ? term_arg(t, a, 0) : a;
    return term_arity(t, atom) ? named(u, "reach", a) : a;
}

static term named_value(unrolling *u, uint32_t index, term a) {
    terms *t = u->program->terms;
    if (term_arity(t, a) <= WIDE) return a;
    return named(u, term_name(t, u->program->variables.data[index].var), a);
}

static void assume_known(unrolling *u, const unroll_node *n) {
    terms *t = u->program->terms;
    if (!u->assumed || n->at >= u->assumed->size || !u->assumed->data[n->at].id) return;
    symbolic_load(&u->state, n->state);
    term fact = symbolic_value(&u->state, u->assumed->data[n->at]);
    solver_assert(u->solver, term_implies(t, n->reach, fact));
}

static void add_node(unrolling *u, unroll_node n) {
    uint32_t id = u->nodes.size;
    if (program_is_error(u->program, n.at)) vec_push(&u->errors, id);
    else vec_push(&u->frontier, id);
    if (!program_is_error(u->program, n.at)) assume_known(u, &n);
    vec_push(&u->nodes, n);
}

void unroll_start(unrolling *u, loc at, term reach) {
    for (uint32_t i = 0; i < u->state.value.size; i++)
        symbolic_set(&u->state, i, u->program->variables.data[i].var);
    add_node(u, (unroll_node){at, 0, reach, 0, 0, copy_state(u)});
}

/* ---- one step ---- */

static void move_along(unrolling *u, uint32_t from, edge_id e) {
    symbolic_load(&u->state, u->nodes.data[from].state);
    uint32_t begin = u->state.log.size;
    term guard = symbolic_run(&u->state, u->program->edges.data[e].command);
    if (term_is_false(u->program->terms, guard)) {
        u->state.log.size = begin;
        return;
    }
    struct unroll_move m = {u->program->edges.data[e].to,
                            {from, e, guard, begin, u->state.log.size}, copy_state(u)};
    vec_push(&u->moves, m);
}

/* All moves out of one node: made exclusive, and conditional on the node. */
static void expand(unrolling *u, uint32_t from) {
    terms *t = u->program->terms;
    const edge_id *out;
    uint32_t n = program_out(u->program, u->nodes.data[from].at, &out), first = u->moves.size;
    for (uint32_t i = 0; i < n; i++) move_along(u, from, out[i]);
    term_vec guards = {0}, select = {0};
    for (uint32_t i = first; i < u->moves.size; i++) vec_push(&guards, u->moves.data[i].by.guard);
    vec_resize(&select, guards.size);
    symbolic_select(t, guards.size, guards.data, select.data);
    for (uint32_t i = 0; i < guards.size; i++) {
        term parts[] = {u->nodes.data[from].reach, select.data[i], guards.data[i]};
        u->moves.data[first + i].by.guard = named_guard(u, term_and_n(t, 3, parts));
    }
    vec_release(&guards);
    vec_release(&select);
    if (u->keep_states) return;
    mem_free(u->nodes.data[from].state);
    u->nodes.data[from].state = NULL;
}

/* The state where moves[begin..end) meet, written over the first one's. */
static void merge_states(unrolling *u, uint32_t begin, uint32_t end) {
    terms *t = u->program->terms;
    term *into = u->moves.data[begin].state;
    for (uint32_t v = 0; v < u->state.value.size; v++) {
        term merged = u->moves.data[end - 1].state[v];
        for (uint32_t i = end - 1; i-- > begin;)
            merged = term_ite(t, u->moves.data[i].by.guard, u->moves.data[i].state[v], merged);
        into[v] = named_value(u, v, merged);
    }
}

static void meet(unrolling *u, uint32_t begin, uint32_t end) {
    unroll_node n = {u->moves.data[begin].to, u->depth, {0}, u->arrivals.size, end - begin, NULL};
    merge_states(u, begin, end);
    term_vec guards = {0};
    for (uint32_t i = begin; i < end; i++) {
        vec_push(&guards, u->moves.data[i].by.guard);
        vec_push(&u->arrivals, u->moves.data[i].by);
        if (i > begin) mem_free(u->moves.data[i].state);
        else n.state = u->moves.data[i].state;
        u->moves.data[i].state = NULL;
    }
    n.reach = named_guard(u, term_or_n(u->program->terms, guards.size, guards.data));
    vec_release(&guards);
    add_node(u, n);
}

static int by_target(const void *a, const void *b) {
    const struct unroll_move *x = a, *y = b;
    if (x->to != y->to) return x->to < y->to ? -1 : 1;
    if (x->by.from != y->by.from) return x->by.from < y->by.from ? -1 : 1;
    return x->by.edge < y->by.edge ? -1 : x->by.edge > y->by.edge;
}

bool unroll_advance(unrolling *u, const budget *b) {
    vec_clear(&u->moves);
    for (uint32_t i = 0; i < u->frontier.size; i++) {
        if (budget_over(b)) return false;
        expand(u, u->frontier.data[i]);
    }
    vec_clear(&u->frontier);
    u->depth++;
    if (u->moves.size) qsort(u->moves.data, u->moves.size, sizeof *u->moves.data, by_target);
    for (uint32_t begin = 0, end; begin < u->moves.size; begin = end) {
        for (end = begin + 1; end < u->moves.size; end++)
            if (u->moves.data[end].to != u->moves.data[begin].to) break;
        meet(u, begin, end);
    }
    vec_clear(&u->moves);
    return true;
}

void unroll_drop(unrolling *u, uint32_t i) {
    unroll_node *n = &u->nodes.data[u->frontier.data[i]];
    mem_free(n->state);
    n->state = NULL;
    memmove(u->frontier.data + i, u->frontier.data + i + 1,
            (u->frontier.size - i - 1) * sizeof *u->frontier.data);
    u->frontier.size--;
}

/* ---- traces ---- */

static bool holds(unrolling *u, values *pool, term a) {
    if (term_is_const(u->program->terms, a)) return term_is_true(u->program->terms, a);
    return value_is_true(solver_value(u->solver, pool, a));
}

static void collect_inputs(unrolling *u, const unroll_arrival *a, engine_result *r) {
    for (uint32_t i = a->log_begin; i < a->log_end;) {
        const symbolic_event *e = &u->state.log.data[i];
        if (e->end) {
            i = holds(u, r->pool, e->what) ? i + 1 : e->end;
            continue;
        }
        struct input_value v = {e->input, solver_value(u->solver, r->pool, e->what)};
        if (e->input != NO_INPUT) vec_push(&r->trace.inputs.items, v);
        i++;
    }
}

/* The arrival by which the model reaches a node. */
static const unroll_arrival *taken(unrolling *u, const unroll_node *n, values *pool) {
    for (uint32_t i = 0; i < n->arrivals; i++) {
        const unroll_arrival *a = &u->arrivals.data[n->arrival + i];
        if (holds(u, pool, a->guard)) return a;
    }
    require(false, "a model reaches a node by none of its edges");
    return NULL;
}

void unroll_trace(unrolling *u, uint32_t node, engine_result *r) {
    u32_vec path = {0}; /* arrivals, last first */
    r->reached = u->nodes.data[node].at;
    while (u->nodes.data[node].arrivals) {
        const unroll_arrival *a = taken(u, &u->nodes.data[node], r->pool);
        vec_push(&path, (uint32_t)(a - u->arrivals.data));
        node = a->from;
    }
    for (uint32_t i = path.size; i-- > 0;) {
        const unroll_arrival *a = &u->arrivals.data[path.data[i]];
        vec_push(&r->trace.edges, a->edge);
        collect_inputs(u, a, r);
    }
    for (uint32_t i = 0; i < u->program->variables.size; i++) {
        term var = u->program->variables.data[i].var;
        model_set(&r->trace.initial, var, solver_value(u->solver, r->pool, var));
    }
    vec_release(&path);
}
