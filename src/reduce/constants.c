/* Conditional constant and copy propagation across locations.
 *
 * The state at a location maps variables to the constant or the other variable they equal there in
 * every run; it is the greatest solution found from the optimistic side, so edges that the
 * constants block are never followed. Only needed variables are in a state: the states then speak
 * of each other alone, and as facts they are inductive. */
#include "reduce/walk.h"

typedef struct {
    uint32_t var;
    term value;
} equation;
typedef struct {
    bool reached;
    vec(equation) of;
} knowledge; /* sorted by variable */

typedef struct {
    reducer *r;
    command_walker w;
    vec(knowledge) at; /* by location */
    bits waiting;
} propagation;

static void assume_state(propagation *c, loc l) {
    walker_reset(&c->w);
    for (uint32_t i = 0; i < c->at.data[l.id].of.size; i++)
        walk_know(&c->w, c->at.data[l.id].of.data[i].var, c->at.data[l.id].of.data[i].value);
}

/* The constant or the needed variable that var equals after the walk; none where there is neither.
 */
static term plain_value(const propagation *c, uint32_t var, const bits *live) {
    const program *p = c->r->p;
    term a = walk_value(&c->w, var);
    if (term_is_const(p->terms, a)) return a;
    if (!term_is_var(p->terms, a) || same(a, p->variables.data[var].var)) return (term){0};
    uint32_t other = variable_index(p, a);
    /* the term speaks of the base: the other variable must still hold it at the end */
    bool holds = !c->w.pending.data[other].id && bits_has(live, other);
    return holds ? a : (term){0};
}

static void result_state(const propagation *c, loc to, knowledge *out) {
    const bits *live = &c->r->live.at.data[to.id];
    for (uint32_t i = 0; i < live->words.size; i++)
        for (uint64_t word = live->words.data[i]; word; word &= word - 1) {
            uint32_t var = i * 64 + (uint32_t)__builtin_ctzll(word);
            term a = plain_value(c, var, live);
            if (a.id) vec_push(&out->of, ((equation){var, a}));
        }
}

/* Keep what both say; true if something was lost. */
static bool meet(knowledge *into, const knowledge *other) {
    uint32_t kept = 0, j = 0, before = into->of.size;
    for (uint32_t i = 0; i < before; i++) {
        equation e = into->of.data[i];
        while (j < other->of.size && other->of.data[j].var < e.var) j++;
        bool both = j < other->of.size && other->of.data[j].var == e.var &&
                    same(other->of.data[j].value, e.value);
        if (both) into->of.data[kept++] = e;
    }
    into->of.size = kept;
    return kept != before;
}

static void arrive(propagation *c, loc to, knowledge *with) {
    knowledge *k = &c->at.data[to.id];
    if (!k->reached) {
        *k = *with;
        k->reached = true;
        bits_add(&c->waiting, to.id);
        return;
    }
    if (meet(k, with)) bits_add(&c->waiting, to.id);
    vec_release(&with->of);
}

static void follow(propagation *c, edge_id i) {
    edge e = c->r->p->edges.data[i.id];
    cmd_vec out = {0};
    assume_state(c, e.from);
    if (walk_command(&c->w, e.command, &out)) {
        knowledge k = {0};
        result_state(c, e.to, &k);
        arrive(c, e.to, &k);
    }
    vec_release(&out);
}

static void visit(propagation *c, loc l) {
    edge_vec out = {0};
    const edge_id *list;
    uint32_t n = program_out(c->r->p, l, &list);
    vec_append(&out, list, n);
    for (uint32_t i = 0; i < out.size; i++) follow(c, out.data[i]);
    vec_release(&out);
}

/* False: out of budget before the fixpoint, nothing is known. */
static bool solve(propagation *c) {
    loc_vec order = {0};
    program_order(c->r->p, &order);
    c->at.data[c->r->p->start.id].reached = true;
    bits_add(&c->waiting, c->r->p->start.id);
    bool over = false;
    for (bool again = true; again && !over;) {
        again = false;
        for (uint32_t i = 0; i < order.size && !over; i++) {
            if (!bits_has(&c->waiting, order.data[i].id)) continue;
            bits_remove(&c->waiting, order.data[i].id);
            visit(c, order.data[i]);
            again = true;
            over = budget_over(c->r->limits);
        }
    }
    vec_release(&order);
    return !over;
}

static void record(propagation *c, loc l) {
    program *p = c->r->p;
    const knowledge *k = &c->at.data[l.id];
    if (!k->reached) reduce_fact(c->r, l, term_false(p->terms));
    for (uint32_t i = 0; i < k->of.size; i++)
        reduce_fact(
            c->r, l,
            term_eq(p->terms, p->variables.data[k->of.data[i].var].var, k->of.data[i].value));
}

static void rewrite(propagation *c, edge_id i) {
    edge e = c->r->p->edges.data[i.id];
    cmd_vec out = {0};
    bool passes = c->at.data[e.from.id].reached;
    if (passes) {
        assume_state(c, e.from);
        passes = walk_command(&c->w, e.command, &out);
    }
    if (passes) walk_finish(&c->w, &c->r->live.at.data[e.to.id], &out);
    cmd now = passes ? cmd_seq(c->r->p, out.size, out.data)
                     : cmd_assume(c->r->p, term_false(c->r->p->terms));
    c->r->changed |= now.id != e.command.id;
    c->r->p->edges.data[i.id].command = now;
    vec_release(&out);
}

void reduce_constants(reducer *r) {
    propagation c = {.r = r};
    liveness_compute(&r->live);
    walker_init(&c.w, r);
    vec_resize(&c.at, r->p->locations.size);
    if (solve(&c)) {
        for (loc l = {0}; l.id < r->p->locations.size; l.id++)
            if (r->p->locations.data[l.id].cut) record(&c, l);
        for (edge_id i = {0}; i.id < r->p->edges.size; i.id++)
            if (!r->p->edges.data[i.id].removed) rewrite(&c, i);
    }
    for (loc l = {0}; l.id < c.at.size; l.id++) vec_release(&c.at.data[l.id].of);
    vec_release(&c.at);
    bits_release(&c.waiting);
    walker_release(&c.w);
    reduce_prune(r);
}
