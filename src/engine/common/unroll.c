#include "engine/common/unroll.h"

#include "base/log.h"
#include "base/fail.h"

/* Values with more operands than this get a name, so that flattening does not make the unrolling
 * quadratic in its depth. A sum that no condition on the way tests may have more: as long as it is
 * one sum, two orders of adding are one term. */
enum { WIDE = 8, WIDE_SUM = 200 };

static bool ends_run(const program *p, loc l) {
    assert_debug(l.id < p->locations.size);
    return program_is_error(p, l) || program_is_limit(p, l);
}

/* Loop heads: marked ones, and targets of edges that do not go forward in reverse post-order. */
static void find_stops(unrolling *u) {
    u32_vec position_of = {0};
    program_order(u->program, &u->order);
    vec_resize(&position_of, u->program->locations.size);
    for (uint32_t i = 0; i < u->order.size; i++) position_of.data[u->order.data[i].id] = i;
    for (uint32_t i = 0; i < u->order.size; i++) {
        const edge_id *out;
        uint32_t n = program_out(u->program, u->order.data[i], &out);
        if (u->program->locations.data[u->order.data[i].id].cut)
            bits_add(&u->stops, u->order.data[i].id);
        for (uint32_t j = 0; j < n; j++) {
            loc to = u->program->edges.data[out[j].id].to;
            if (position_of.data[to.id] <= i) bits_add(&u->stops, to.id);
        }
    }
    vec_release(&position_of);
}

void unroll_init(unrolling *u, program *p, solver *s) {
    memset(u, 0, sizeof *u);
    u->program = p;
    u->solver = s;
    symbolic_init(&u->state, p);
    find_stops(u);
    vec_resize(&u->first, p->locations.size);
    vec_resize(&u->last, p->locations.size);
}

void unroll_release(unrolling *u) {
    for (uint32_t i = 0; i < u->nodes.size; i++) mem_free(u->nodes.data[i].state);
    for (uint32_t i = 0; i < u->moves.size; i++) mem_free(u->moves.data[i].state);
    vec_release(&u->nodes);
    vec_release(&u->arrivals);
    vec_release(&u->frontier);
    vec_release(&u->errors);
    vec_release(&u->moves);
    vec_release(&u->first);
    vec_release(&u->last);
    vec_release(&u->order);
    vec_release(&u->asserted);
    map_release(&u->fixed);
    bits_release(&u->stops);
    symbolic_release(&u->state);
}

static term *copy_state(const unrolling *u) {
    size_t size = u->state.value.size * sizeof(term);
    term *copy = mem_alloc(size);
    if (size) memcpy(copy, u->state.value.data, size);
    return copy;
}

static void tell(unrolling *u, term a) {
    solver_assert(u->solver, a);
    vec_push(&u->asserted, a);
}

/* A variable that is defined to be `a`. */
static term named(unrolling *u, const char *stem, term a) {
    terms *t = u->program->terms;
    term name = term_fresh(t, stem, term_sort(t, a));
    tell(u, term_eq(t, name, a));
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
    bool is_sum = term_op(t, a) == OP_BVADD && !symbolic_is_tested(&u->state, index);
    if (is_sum && term_arity(t, a) <= WIDE_SUM) return a;
    return named(u, term_name(t, u->program->variables.data[index].var), a);
}

static void assume_known(unrolling *u, const unroll_node *n) {
    terms *t = u->program->terms;
    if (!u->assumed || n->at.id >= u->assumed->size || !u->assumed->data[n->at.id].id) return;
    symbolic_load(&u->state, n->state);
    term fact = symbolic_value(&u->state, u->assumed->data[n->at.id]);
    tell(u, term_implies(t, n->reach, fact));
}

static uint32_t add_node(unrolling *u, unroll_node n) {
    if (!ends_run(u->program, n.at)) assume_known(u, &n);
    vec_push(&u->nodes, n);
    return u->nodes.size - 1;
}

void unroll_fix(unrolling *u, uint32_t index, term constant) {
    assert_debug(index < u->program->variables.size);
    assert_debug(term_is_const(u->program->terms, constant));
    map_set(&u->fixed, index, constant.id);
}

void unroll_start(unrolling *u, loc at, term reach) {
    assert_debug(at.id < u->program->locations.size);
    assert_debug(term_is_bool(u->program->terms, reach));
    LOG("unroll", "start at location %u", at.id);
    for (uint32_t i = 0; i < u->state.value.size; i++) {
        term self = u->program->variables.data[i].var;
        symbolic_set(&u->state, i, (term){(uint32_t)map_find(&u->fixed, i, self.id)});
    }
    uint32_t id = add_node(u, (unroll_node){at, 0, reach, 0, 0, copy_state(u)});
    vec_push(&u->frontier, id);
}

void unroll_start_anywhere(unrolling *u) {
    LOG("unroll", "start anywhere");
    terms *t = u->program->terms;
    term rest = term_true(t);
    for (uint32_t i = 0; i < u->order.size; i++) {
        if (!bits_has(&u->stops, u->order.data[i].id)) continue;
        term here = term_fresh(t, "start", sort_bool(t));
        unroll_start(u, u->order.data[i], here);
        tell(u, term_implies(t, here, rest));
        rest = term_and(t, rest, term_not(t, here));
    }
}

/* ---- one step ---- */

static void move_along(unrolling *u, uint32_t from, edge_id e) {
    symbolic_load(&u->state, u->nodes.data[from].state);
    uint32_t begin = u->state.log.size;
    term guard = symbolic_run(&u->state, u->program->edges.data[e.id].command);
    if (term_is_false(u->program->terms, guard)) {
        u->state.log.size = begin;
        return;
    }
    loc to = u->program->edges.data[e.id].to;
    struct unroll_move m = {to, {from, e, guard, begin, u->state.log.size}, copy_state(u), 0};
    vec_push(&u->moves, m);
    if (u->first.data[to.id]) u->moves.data[u->last.data[to.id] - 1].next = u->moves.size;
    else u->first.data[to.id] = u->moves.size;
    u->last.data[to.id] = u->moves.size;
}

/* All moves out of one node: made exclusive, and conditional on the node. */
void unroll_expand(unrolling *u, uint32_t from) {
    assert_debug(from < u->nodes.size);
    assert_debug(u->nodes.data[from].state);
    LOG("unroll", "expand node %u at location %u", from, u->nodes.data[from].at.id);
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

/* The state where several moves meet; at most one of them holds. Takes their states. */
static term *merge_states(unrolling *u, const u32_vec *moves) {
    terms *t = u->program->terms;
    term *into = u->moves.data[moves->data[0]].state;
    for (uint32_t v = 0; v < u->state.value.size; v++) {
        term merged = u->moves.data[moves->data[moves->size - 1]].state[v];
        for (uint32_t i = moves->size - 1; i-- > 0;) {
            const struct unroll_move *m = &u->moves.data[moves->data[i]];
            merged = term_ite(t, m->by.guard, m->state[v], merged);
        }
        into[v] = named_value(u, v, merged);
    }
    for (uint32_t i = 0; i < moves->size; i++) {
        if (i) mem_free(u->moves.data[moves->data[i]].state);
        u->moves.data[moves->data[i]].state = NULL;
    }
    return into;
}

/* The node where all moves to `at` meet. */
static uint32_t meet(unrolling *u, loc at) {
    u32_vec moves = {0};
    term_vec guards = {0};
    unroll_node n = {at, u->depth, {0}, u->arrivals.size, 0, NULL};
    for (uint32_t i = u->first.data[at.id]; i; i = u->moves.data[i - 1].next) {
        vec_push(&moves, i - 1);
        vec_push(&guards, u->moves.data[i - 1].by.guard);
        vec_push(&u->arrivals, u->moves.data[i - 1].by);
    }
    u->first.data[at.id] = u->last.data[at.id] = 0;
    n.arrivals = moves.size;
    n.state = merge_states(u, &moves);
    n.reach = named_guard(u, term_or_n(u->program->terms, guards.size, guards.data));
    vec_release(&moves);
    vec_release(&guards);
    return add_node(u, n);
}

/* Inside a segment locations are met in reverse post-order, so that all moves to one are there. */
static bool pass_segment(unrolling *u, const budget *b) {
    for (uint32_t i = 0; i < u->order.size; i++) {
        loc at = u->order.data[i];
        if (!u->first.data[at.id] || bits_has(&u->stops, at.id) || ends_run(u->program, at))
            continue;
        if (budget_over(b)) return false;
        unroll_expand(u, meet(u, at));
    }
    return true;
}

/* An error or limit location: nothing comes after it. */
static void end_at(unrolling *u, uint32_t node) {
    vec_push(&u->errors, node);
    mem_free(u->nodes.data[node].state);
    u->nodes.data[node].state = NULL;
}

bool unroll_advance(unrolling *u, const budget *b) {
    LOG("unroll", "advance from depth %u, %u nodes", u->depth, u->frontier.size);
    u32_vec from = u->frontier;
    u->frontier = (__typeof__(u->frontier)){0};
    bool within = true;
    u->depth++;
    for (uint32_t i = 0; i < from.size && (within = !budget_over(b)); i++)
        unroll_expand(u, from.data[i]);
    vec_release(&from);
    if (!within || !pass_segment(u, b)) return false;
    for (uint32_t i = 0; i < u->order.size; i++) {
        loc at = u->order.data[i];
        if (!u->first.data[at.id]) continue;
        uint32_t n = meet(u, at);
        if (ends_run(u->program, at)) end_at(u, n);
        else vec_push(&u->frontier, n);
    }
    vec_clear(&u->moves);
    unroll_check(u);
    return true;
}

/* One more stop than on the way to it. */
static uint32_t depth_of(const unrolling *u, const unroll_node *n) {
    uint32_t most = 0;
    for (uint32_t i = 0; i < n->arrivals; i++) {
        uint32_t before = u->nodes.data[u->arrivals.data[n->arrival + i].from].depth;
        if (before > most) most = before;
    }
    return most + bits_has(&u->stops, n->at.id);
}

uint32_t unroll_next(unrolling *u, const nesting *order) {
    uint32_t i = 0;
    while (i < order->order.size && !u->first.data[order->order.data[i].id]) i++;
    if (i == order->order.size) return UNROLL_NONE;
    uint32_t n = meet(u, order->order.data[i]);
    uint32_t depth = u->nodes.data[n].depth = depth_of(u, &u->nodes.data[n]);
    if (depth > u->depth) u->depth = depth;
    if (ends_run(u->program, u->nodes.data[n].at)) end_at(u, n);
    return n;
}

void unroll_drop(unrolling *u, uint32_t i) {
    assert_debug(i < u->frontier.size);
    LOG("unroll", "drop the node at %u of the frontier", i);
    unroll_node *n = &u->nodes.data[u->frontier.data[i]];
    mem_free(n->state);
    n->state = NULL;
    memmove(u->frontier.data + i, u->frontier.data + i + 1,
            (u->frontier.size - i - 1) * sizeof *u->frontier.data);
    u->frontier.size--;
}

/* ---- traces ---- */

static bool holds(const terms *t, solver *s, values *pool, term a) {
    if (term_is_const(t, a)) return term_is_true(t, a);
    return value_is_true(solver_value(s, pool, a));
}

void unroll_inputs(const symbolic *x, uint32_t begin, uint32_t end, solver *s, engine_result *r) {
    assert_debug(begin <= end);
    for (uint32_t i = begin; i < end;) {
        const symbolic_event *e = &x->log.data[i];
        if (e->end) {
            i = holds(x->program->terms, s, r->pool, e->what) ? i + 1 : e->end;
            continue;
        }
        struct input_value v = {e->input, solver_value(s, r->pool, e->what)};
        if (e->input != NO_INPUT) vec_push(&r->trace.inputs.items, v);
        i++;
    }
}

/* The arrival by which the model reaches a node. */
static const unroll_arrival *taken(unrolling *u, const unroll_node *n, values *pool) {
    for (uint32_t i = 0; i < n->arrivals; i++) {
        const unroll_arrival *a = &u->arrivals.data[n->arrival + i];
        if (holds(u->program->terms, u->solver, pool, a->guard)) return a;
    }
    require(false, "a model reaches a node by none of its edges");
    return NULL;
}

void unroll_path(unrolling *u, uint32_t node, engine_result *r) {
    assert_debug(node < u->nodes.size);
    LOG("unroll", "path to node %u", node);
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
        unroll_inputs(&u->state, a->log_begin, a->log_end, u->solver, r);
    }
    vec_release(&path);
}

void unroll_trace(unrolling *u, uint32_t node, engine_result *r) {
    assert_debug(node < u->nodes.size);
    unroll_path(u, node, r);
    for (uint32_t i = 0; i < u->program->variables.size; i++) {
        term var = u->program->variables.data[i].var;
        model_set(&r->trace.initial, var, solver_value(u->solver, r->pool, var));
    }
}

enum answer unroll_ask(unrolling *u, const u32_vec *nodes, const term_vec *assumptions,
                       values *pool, uint32_t *hit) {
    terms *t = u->program->terms;
    term_vec reach = {0}, assumed = {0};
    for (uint32_t i = 0; i < nodes->size; i++)
        vec_push(&reach, u->nodes.data[nodes->data[i]].reach);
    vec_push(&assumed, term_or_n(t, reach.size, reach.data));
    if (assumptions) vec_append(&assumed, assumptions->data, assumptions->size);
    enum answer a = solver_check(u->solver, assumed.size, assumed.data);
    for (uint32_t i = 0; a == ANSWER_SAT && i < reach.size; i++)
        if (value_is_true(solver_value(u->solver, pool, reach.data[i]))) *hit = nodes->data[i];
    vec_release(&reach);
    vec_release(&assumed);
    return a;
}

void unroll_check(const unrolling *u) {
#ifdef CINCH_CHECK
    for (uint32_t i = 0; i < u->nodes.size; i++) {
        const unroll_node *n = &u->nodes.data[i];
        require(n->depth <= u->depth && n->arrival + n->arrivals <= u->arrivals.size,
                "a node of the unrolling is out of bounds");
        for (uint32_t k = 0; k < n->arrivals; k++) {
            const unroll_arrival *a = &u->arrivals.data[n->arrival + k];
            require(a->from < i && u->nodes.data[a->from].depth <= n->depth,
                    "a node of the unrolling precedes its source");
            require(same_loc(u->program->edges.data[a->edge.id].to, n->at),
                    "an edge of the unrolling leads elsewhere");
        }
    }
    for (uint32_t i = 0; i < u->frontier.size; i++) {
        const unroll_node *n = &u->nodes.data[u->frontier.data[i]];
        require(n->depth == u->depth && bits_has(&u->stops, n->at.id),
                "the frontier of the unrolling is no stop of its depth");
    }
#else
    (void)u;
#endif
}
