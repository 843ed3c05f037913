#include "reduce/equations.h"

#include "base/log.h"

void equations_init(equation_flow *f, reducer *r) {
    *f = (equation_flow){.r = r};
    liveness_compute(&r->live);
    walker_init(&f->w, r);
    vec_resize(&f->at, r->p->locations.size);
}

void equations_release(equation_flow *f) {
    for (loc l = {0}; l.id < f->at.size; l.id++) vec_release(&f->at.data[l.id].of);
    vec_release(&f->at);
    bits_release(&f->waiting);
    bits_release(&f->changed);
    walker_release(&f->w);
}

term equation_of(const equation_flow *f, loc l, uint32_t var) {
    assert_debug(l.id < f->r->p->locations.size);
    assert_debug(var < f->r->p->variables.size);
    const knowledge *k = &f->at.data[l.id];
    uint32_t low = 0, high = k->of.size;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (k->of.data[middle].var < var) low = middle + 1;
        else high = middle;
    }
    return low < k->of.size && k->of.data[low].var == var ? k->of.data[low].value : (term){0};
}

static void result_state(equation_flow *f, const edge *e, knowledge *out) {
    const bits *live = &f->r->live.at.data[e->to.id];
    for (uint32_t i = 0; i < live->words.size; i++)
        for (uint64_t word = live->words.data[i]; word; word &= word - 1) {
            uint32_t var = i * 64 + (uint32_t)__builtin_ctzll(word);
            term a = f->value(f, e, var);
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

static void arrive(equation_flow *f, loc to, knowledge *with) {
    knowledge *k = &f->at.data[to.id];
    if (!k->reached) {
        *k = *with;
        k->reached = true;
        bits_add(&f->waiting, to.id);
        return;
    }
    if (meet(k, with)) bits_add(&f->waiting, to.id);
    vec_release(&with->of);
}

static void follow(equation_flow *f, edge_id i) {
    edge e = f->r->p->edges.data[i.id];
    cmd_vec out = {0};
    f->begin(f, &e);
    if (walk_command(&f->w, e.command, &out)) {
        knowledge k = {0};
        result_state(f, &e, &k);
        arrive(f, e.to, &k);
    }
    vec_release(&out);
}

static void visit(equation_flow *f, loc l) {
    edge_vec out = {0};
    const edge_id *list;
    uint32_t n = program_out(f->r->p, l, &list);
    vec_append(&out, list, n);
    for (uint32_t i = 0; i < out.size; i++) follow(f, out.data[i]);
    vec_release(&out);
}

bool equations_solve(equation_flow *f) {
    LOG("reduce", "equations");
    loc_vec order = {0};
    program_order(f->r->p, &order);
    f->at.data[f->r->p->start.id].reached = true;
    bits_add(&f->waiting, f->r->p->start.id);
    bool over = false;
    for (bool again = true; again && !over;) {
        again = false;
        for (uint32_t i = 0; i < order.size && !over; i++) {
            if (!bits_has(&f->waiting, order.data[i].id)) continue;
            bits_remove(&f->waiting, order.data[i].id);
            visit(f, order.data[i]);
            again = true;
            over = budget_over(f->r->limits);
        }
    }
    vec_release(&order);
    return !over;
}

void equations_record(equation_flow *f, loc l, const bits *of) {
    assert_debug(l.id < f->r->p->locations.size);
    program *p = f->r->p;
    const knowledge *k = &f->at.data[l.id];
    if (!k->reached) reduce_fact(f->r, l, term_false(p->terms));
    for (uint32_t i = 0; i < k->of.size; i++) {
        equation e = k->of.data[i];
        if (of && !bits_has(of, e.var)) continue;
        reduce_fact(f->r, l, term_eq(p->terms, p->variables.data[e.var].var, e.value));
    }
}

void equations_rewrite(equation_flow *f, edge_id i, const bits *live) {
    assert_debug(i.id < f->r->p->edges.size);
    program *p = f->r->p;
    edge e = p->edges.data[i.id];
    cmd_vec out = {0};
    bool passes = f->at.data[e.from.id].reached;
    if (passes) {
        f->begin(f, &e);
        passes = walk_command(&f->w, e.command, &out);
    }
    if (passes) walk_finish(&f->w, live, &out);
    cmd now = passes ? cmd_seq(p, out.size, out.data) : cmd_assume(p, term_false(p->terms));
    f->r->changed |= now.id != e.command.id;
    p->edges.data[i.id].command = now;
    vec_release(&out);
}
