#include "goal/cone.h"
#include "base/log.h"
#include "goal/idle.h"

#define NONE UINT32_MAX

/* ---- post-dominators ---- */

/* The graph from its ends: ends are locations without a way on, and the first head of each loop
 * that is never left. Errors and limits are no part of it: they stand beside the way. */
typedef struct {
    const program *p;
    loc_vec order; /* reverse post-order */
    bits member;   /* some end can be reached */
    bits ends;
    u32_vec place;     /* by location: 1 + its place in `finish`; 0: none */
    u32_vec finish;    /* members, in the order in which a search from the ends leaves them */
    u32_vec dominator; /* by place: place of the immediate post-dominator; NONE: the common end */
} reverse;

static bool is_beside(const program *p, loc l) { return p->locations.data[l.id].property != 0; }

static bool has_way_on(const program *p, loc l) {
    assert_debug(l.id < p->locations.size);
    const edge_id *out;
    uint32_t n = program_out(p, l, &out);
    for (uint32_t i = 0; i < n; i++)
        if (!is_beside(p, p->edges.data[out[i].id].to)) return true;
    return false;
}

/* Everything that reaches `end` joins. */
static void add_end(reverse *r, loc end) {
    u32_vec stack = {0};
    bits_add(&r->ends, end.id);
    if (!bits_has(&r->member, end.id)) vec_push(&stack, end.id);
    bits_add(&r->member, end.id);
    while (stack.size) {
        const edge_id *in;
        uint32_t n = program_in(r->p, (loc){vec_pop(&stack)}, &in);
        for (uint32_t i = 0; i < n; i++) {
            uint32_t from = r->p->edges.data[in[i].id].from.id;
            if (bits_has(&r->member, from)) continue;
            bits_add(&r->member, from);
            vec_push(&stack, from);
        }
    }
    vec_release(&stack);
}

/* Loops that reach no end so far: the outermost first, since they come first. */
static void find_endless(reverse *r) {
    for (uint32_t i = 0; i < r->order.size; i++) {
        loc l = r->order.data[i];
        if (r->p->locations.data[l.id].cut && !bits_has(&r->member, l.id) && !is_beside(r->p, l))
            add_end(r, l);
    }
}

/* In a program that never ends a location without a way on is where a check failed: it is no
 * end, otherwise all that follows the check would depend on it. */
static void find_ends(reverse *r, bool endless) {
    for (uint32_t i = 0; i < r->order.size && !endless; i++) {
        loc l = r->order.data[i];
        if (!is_beside(r->p, l) && !has_way_on(r->p, l)) add_end(r, l);
    }
    find_endless(r);
}

typedef struct {
    uint32_t at, next;
} visit;
typedef vec(visit) visits;

static void enter(reverse *r, uint32_t l, visits *stack) {
    if (r->place.data[l] || !bits_has(&r->member, l)) return;
    r->place.data[l] = NONE;
    vec_push(stack, ((visit){l, 0}));
}

static void search_from(reverse *r, uint32_t end) {
    visits stack = {0};
    enter(r, end, &stack);
    while (stack.size) {
        visit *v = &vec_last(&stack);
        const edge_id *in;
        uint32_t n = program_in(r->p, (loc){v->at}, &in), next = v->next++;
        if (next < n) enter(r, r->p->edges.data[in[next].id].from.id, &stack);
        else {
            vec_push(&r->finish, v->at);
            r->place.data[v->at] = r->finish.size;
            stack.size--;
        }
    }
    vec_release(&stack);
}

static uint32_t meet(const reverse *r, uint32_t a, uint32_t b) {
    while (a != b) {
        if (a == NONE || b == NONE) return NONE;
        if (a < b) a = r->dominator.data[a];
        else b = r->dominator.data[b];
    }
    return a;
}

/* The nearest common post-dominator of the ways on from l, of those that are known. */
static uint32_t dominator_of(const reverse *r, uint32_t l, const bits *known) {
    const edge_id *out;
    uint32_t n = program_out(r->p, (loc){l}, &out), best = NONE;
    bool any = false;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t to = r->p->edges.data[out[i].id].to.id;
        if (!bits_has(&r->member, to) || !bits_has(known, r->place.data[to] - 1)) continue;
        best = any ? meet(r, best, r->place.data[to] - 1) : r->place.data[to] - 1;
        any = true;
    }
    return best;
}

/* Cooper, Harvey and Kennedy: until nothing changes, in the order from the ends. */
static void find_dominators(reverse *r) {
    bits known = {0};
    vec_resize(&r->dominator, r->finish.size);
    for (uint32_t i = 0; i < r->finish.size; i++) r->dominator.data[i] = NONE;
    for (uint32_t i = 0; i < r->finish.size; i++)
        if (bits_has(&r->ends, r->finish.data[i])) bits_add(&known, i);
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = r->finish.size; i-- > 0;) {
            uint32_t l = r->finish.data[i];
            if (bits_has(&r->ends, l)) continue;
            uint32_t now = dominator_of(r, l, &known);
            changed |= !bits_has(&known, i) || r->dominator.data[i] != now;
            bits_add(&known, i);
            r->dominator.data[i] = now;
        }
    }
    bits_release(&known);
}

static void reverse_init(reverse *r, const program *p, bool endless) {
    *r = (reverse){.p = p};
    program_order(p, &r->order);
    find_ends(r, endless);
    vec_resize(&r->place, p->locations.size);
    for (uint32_t i = 0; i < r->order.size; i++)
        if (bits_has(&r->ends, r->order.data[i].id)) search_from(r, r->order.data[i].id);
    find_dominators(r);
}

static void reverse_release(reverse *r) {
    vec_release(&r->order);
    vec_release(&r->place);
    vec_release(&r->finish);
    vec_release(&r->dominator);
    bits_release(&r->member);
    bits_release(&r->ends);
}

/* ---- dependence ---- */

/* What lies between a way on from the branch and the branch's post-dominator depends on it. */
static void decide_along(cone *c, const reverse *r, uint32_t branch, uint32_t to) {
    uint32_t last = r->dominator.data[r->place.data[branch] - 1];
    for (uint32_t i = r->place.data[to] - 1; i != last && i != NONE; i = r->dominator.data[i]) {
        u32_vec *of = &c->deciders.data[r->finish.data[i]];
        if (!of->size || vec_last(of) != branch) vec_push(of, branch);
    }
}

static void find_deciders(cone *c, bool endless) {
    reverse r;
    reverse_init(&r, c->base, endless);
    vec_resize(&c->deciders, c->base->locations.size);
    for (uint32_t i = 0; i < r.finish.size; i++) {
        const edge_id *out;
        uint32_t l = r.finish.data[i], n = program_out(c->base, (loc){l}, &out);
        for (uint32_t k = 0; k < n && n > 1; k++) {
            uint32_t to = c->base->edges.data[out[k].id].to.id;
            if (bits_has(&r.member, to)) decide_along(c, &r, l, to);
        }
    }
    reverse_release(&r);
}

static void add_variables(const program *p, term a, u32_vec *out) {
    term_vec vars = {0};
    term_vars(p->terms, a, NULL, &vars);
    for (uint32_t i = 0; i < vars.size; i++) {
        uint64_t index;
        if (map_get(&p->variable_of, vars.data[i].id, &index)) vec_push(out, (uint32_t)index);
    }
    vec_release(&vars);
}

static void find_reads(const program *p, cmd x, u32_vec *out) {
    assert_debug(cmds_are_there(p, 1, &x));
    for (uint32_t i = 0, n = cmd_size(p, x); i < n; i++) find_reads(p, cmd_part(p, x, i), out);
    if (cmd_kind_of(p, x) == CMD_ASSUME) add_variables(p, cmd_term(p, x), out);
}

static void find_assigned(cone *c, edge_id e) {
    map seen = {0};
    term_vec vars = {0};
    cmd_assigned(c->base, c->base->edges.data[e.id].command, &seen, &vars);
    for (uint32_t i = 0; i < vars.size; i++)
        vec_push(&c->assigning.data[map_find(&c->base->variable_of, vars.data[i].id, 0)], e.id);
    map_release(&seen);
    vec_release(&vars);
}

void cone_init(cone *c, const program *base, bool endless) {
    *c = (cone){.base = base};
    vec_resize(&c->assigning, base->variables.size);
    vec_resize(&c->read, base->edges.size);
    for (edge_id e = {0}; e.id < base->edges.size; e.id++) {
        if (base->edges.data[e.id].removed) continue;
        find_assigned(c, e);
        find_reads(base, base->edges.data[e.id].command, &c->read.data[e.id]);
    }
    find_deciders(c, endless);
}

void cone_release(cone *c) {
    for (uint32_t i = 0; i < c->deciders.size; i++) vec_release(&c->deciders.data[i]);
    for (uint32_t i = 0; i < c->assigning.size; i++) vec_release(&c->assigning.data[i]);
    for (uint32_t i = 0; i < c->read.size; i++) vec_release(&c->read.data[i]);
    vec_release(&c->deciders);
    vec_release(&c->assigning);
    vec_release(&c->read);
}

/* ---- cutting ---- */

/* Variables come in the order of their distance. The first `exact` of them are assigned as in the
 * program, the others have any value wherever they are assigned. */
typedef struct {
    const cone *c;
    program *p;
    bits variables, locations, branches, inputs;
    u32_vec near, new_locations;
    uint32_t exact;
    bits is_exact;
} cutter;

static void need_variable(cutter *x, uint32_t v) {
    if (bits_has(&x->variables, v)) return;
    bits_add(&x->variables, v);
    vec_push(&x->near, v);
}

static void need_location(cutter *x, uint32_t l) {
    if (bits_has(&x->locations, l)) return;
    bits_add(&x->locations, l);
    vec_push(&x->new_locations, l);
}

static void need_conditions(cutter *x, edge_id e) {
    const u32_vec *read = &x->c->read.data[e.id];
    for (uint32_t i = 0; i < read->size; i++) need_variable(x, read->data[i]);
}

static void need_branch(cutter *x, uint32_t branch) {
    const edge_id *out;
    if (bits_has(&x->branches, branch)) return;
    bits_add(&x->branches, branch);
    need_location(x, branch);
    uint32_t n = program_out(x->c->base, (loc){branch}, &out);
    for (uint32_t i = 0; i < n; i++) need_conditions(x, out[i]);
}

/* What the parts of the command that assign v read. */
static void need_values(cutter *x, cmd a, term var) {
    const program *p = x->p;
    u32_vec read = {0};
    for (uint32_t i = 0, n = cmd_size(p, a); i < n; i++) need_values(x, cmd_part(p, a, i), var);
    if (cmd_kind_of(p, a) == CMD_ASSIGN && same(cmd_var(p, a), var))
        add_variables(p, cmd_term(p, a), &read);
    for (uint32_t i = 0; i < read.size; i++) need_variable(x, read.data[i]);
    vec_release(&read);
}

static void need_assignments(cutter *x, uint32_t v) {
    const u32_vec *edges = &x->c->assigning.data[v];
    for (uint32_t i = 0; i < edges->size; i++) {
        const edge *e = &x->p->edges.data[edges->data[i]];
        const edge_id *out;
        need_values(x, e->command, x->p->variables.data[v].var);
        need_conditions(x, (edge_id){edges->data[i]});
        need_location(x, e->from.id);
        if (program_out(x->c->base, e->from, &out) > 1) need_branch(x, e->from.id);
    }
}

static void need_deciders(cutter *x, uint32_t l) {
    const u32_vec *of = &x->c->deciders.data[l];
    for (uint32_t i = 0; i < of->size; i++) need_branch(x, of->data[i]);
}

/* The goals and limits of the program, where they are reached. */
static void need_targets(cutter *x) {
    for (edge_id e = {0}; e.id < x->p->edges.size; e.id++) {
        const edge *a = &x->p->edges.data[e.id];
        if (a->removed || !is_beside(x->p, a->to)) continue;
        u32_vec read = {0};
        find_reads(x->p, a->command, &read);
        for (uint32_t i = 0; i < read.size; i++) need_variable(x, read.data[i]);
        vec_release(&read);
        need_location(x, a->from.id);
    }
}

static void close_needs(cutter *x, uint32_t most) {
    need_targets(x);
    for (;;) {
        while (x->new_locations.size) need_deciders(x, vec_pop(&x->new_locations));
        if (x->exact == x->near.size || (most && x->exact == most)) return;
        bits_add(&x->is_exact, x->near.data[x->exact]);
        need_assignments(x, x->near.data[x->exact++]);
    }
}

static bool all_needed(const cutter *x, term condition) {
    u32_vec read = {0};
    bool all = true;
    add_variables(x->p, condition, &read);
    for (uint32_t i = 0; i < read.size; i++) all &= bits_has(&x->variables, read.data[i]);
    vec_release(&read);
    return all;
}

/* Each part of a conjunction by itself: where runs end, one condition has all that was proved there. */
static cmd cut_assumption(const cutter *x, cmd a) {
    program *p = x->p;
    term all = cmd_term(p, a), kept = term_true(p->terms);
    if (all_needed(x, all)) return a;
    if (term_op(p->terms, all) != OP_AND) return cmd_skip(p);
    for (uint32_t i = 0; i < term_arity(p->terms, all); i++)
        if (all_needed(x, term_arg(p->terms, all, i)))
            kept = term_and(p->terms, kept, term_arg(p->terms, all, i));
    return term_is_true(p->terms, kept) ? cmd_skip(p) : cmd_assume(p, kept);
}

static cmd cut_change(const cutter *x, cmd a) {
    program *p = x->p;
    bool havoc = cmd_kind_of(p, a) == CMD_HAVOC;
    uint32_t v = (uint32_t)map_find(&p->variable_of, cmd_var(p, a).id, 0);
    if (havoc && cmd_input(p, a) != NO_INPUT && bits_has(&x->inputs, cmd_input(p, a))) return a;
    if (!bits_has(&x->variables, v)) return cmd_skip(p);
    return bits_has(&x->is_exact, v) || havoc ? a : cmd_havoc(p, cmd_var(p, a), NO_INPUT);
}

static cmd cut(const cutter *x, cmd a) {
    program *p = x->p;
    enum cmd_kind k = cmd_kind_of(p, a);
    if (k == CMD_ASSUME) return cut_assumption(x, a);
    if (k == CMD_ASSIGN || k == CMD_HAVOC) return cut_change(x, a);
    vec(cmd) parts = {0};
    for (uint32_t i = 0, n = cmd_size(p, a); i < n; i++)
        vec_push(&parts, cut(x, cmd_part(p, a, i)));
    cmd out = k == CMD_SEQ      ? cmd_seq(p, parts.size, parts.data)
              : k == CMD_CHOICE ? cmd_choice(p, parts.size, parts.data)
                                : a;
    vec_release(&parts);
    return out;
}

/* An input that a needed variable takes keeps all its havocs, so that the order of its values is
 * kept. */
static void find_inputs(cutter *x, cmd a) {
    const program *p = x->p;
    for (uint32_t i = 0, n = cmd_size(p, a); i < n; i++) find_inputs(x, cmd_part(p, a, i));
    if (cmd_kind_of(p, a) != CMD_HAVOC || cmd_input(p, a) == NO_INPUT) return;
    if (bits_has(&x->variables, (uint32_t)map_find(&p->variable_of, cmd_var(p, a).id, 0)))
        bits_add(&x->inputs, cmd_input(p, a));
}

bool cone_cut(const cone *c, program *p, uint32_t most) {
    LOG("goal", "cut the cone, %u at most", most);
    cutter x = {.c = c, .p = p};
    close_needs(&x, most);
    for (uint32_t i = 0; i < p->edges.size; i++)
        if (!p->edges.data[i].removed) find_inputs(&x, p->edges.data[i].command);
    for (uint32_t i = 0; i < p->edges.size; i++)
        if (!p->edges.data[i].removed && !is_beside(p, p->edges.data[i].to))
            p->edges.data[i].command = cut(&x, p->edges.data[i].command);
    idle_remove(p);
    bool whole = x.exact == x.near.size;
    p->over_approximated = true;
    bits_release(&x.variables);
    bits_release(&x.locations);
    bits_release(&x.branches);
    bits_release(&x.inputs);
    bits_release(&x.is_exact);
    vec_release(&x.near);
    vec_release(&x.new_locations);
    return whole;
}
