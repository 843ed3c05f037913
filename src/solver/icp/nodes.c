/* From terms to nodes. A variable that an assertion equates with a term is that term: it has no
 * node of its own, so that the search splits inputs and not what is computed from them. */
#include "solver/icp/internal.h"
#include "base/log.h"
#include "base/fail.h"

/* ---- definitions ---- */

static bool may_define(icp_solver *s, term var, term by) {
    terms *t = s->base.terms;
    return term_is_var(t, var) && !same(var, by) && !map_get(&s->graph.defined, var.id, NULL) &&
           !map_get(&s->graph.node_of, var.id, NULL);
}

static void define(icp_solver *s, term var, term by, uint32_t assertion) {
    map_set(&s->graph.defined, var.id, by.id);
    vec_push(&s->graph.aliases, assertion);
}

static void find_definition(icp_solver *s, term conjunct, uint32_t assertion) {
    terms *t = s->base.terms;
    if (term_op(t, conjunct) != OP_EQ) return;
    term x = term_arg(t, conjunct, 0), y = term_arg(t, conjunct, 1);
    if (may_define(s, x, y)) define(s, x, y, assertion);
    else if (may_define(s, y, x)) define(s, y, x, assertion);
}

/* Only variables that nothing was built from so far. */
static void find_definitions(icp_solver *s) {
    for (; s->searched < s->base.stack.asserted.size; s->searched++) {
        vec_clear(&s->graph.todo);
        term_conjuncts(s->base.terms, s->base.stack.asserted.data[s->searched], &s->graph.todo);
        for (uint32_t k = 0; k < s->graph.todo.size; k++)
            find_definition(s, s->graph.todo.data[k], s->searched);
    }
}

/* ---- nodes ---- */

static bool rounds(enum op op) {
    return rounds_to_float(op) || op == OP_FP_FROM_REAL || op == OP_FP_TO_UBV || op == OP_FP_TO_SBV;
}

static enum span_mode mode_of(const terms *t, term a) {
    static const uint8_t modes[] = {[RNE] = SPAN_NEAREST,
                                    [RNA] = SPAN_AWAY,
                                    [RTP] = SPAN_UP,
                                    [RTN] = SPAN_DOWN,
                                    [RTZ] = SPAN_TO_ZERO};
    term mode = term_arg(t, a, 0);
    return term_is_const(t, mode) ? modes[term_get_rm(t, mode)] : SPAN_ANY;
}

/* The element of a constant array: its index is followed. */
static bool looks_up(const terms *t, term a) {
    return term_op(t, a) == OP_SELECT && term_is_const(t, term_arg(t, a, 0));
}

/* A first argument that is no node: the rounding mode, or the array. */
static uint32_t skipped(const terms *t, term a) { return rounds(term_op(t, a)) || looks_up(t, a); }

/* Only arguments with a domain are followed; an operation on anything else is a leaf of any value.
 */
static bool followed(const terms *t, term a) {
    if (term_is_const(t, a) || term_is_var(t, a)) return false;
    uint32_t n = term_arity(t, a), skip = skipped(t, a);
    if (dom_top(t, term_sort(t, a)).kind == DOM_ANY || n == skip) return false;
    for (uint32_t i = skip; i < n; i++)
        if (dom_top(t, term_sort(t, term_arg(t, a, i))).kind == DOM_ANY) return false;
    return true;
}

static uint32_t add_node(icp_solver *s, term a) {
    terms *t = s->base.terms;
    icp_node n = {.term = a,
                  .op = term_op(t, a),
                  .width = 1,
                  .last = NO_NODE,
                  .first_arg = s->graph.args.size};
    sort of = term_sort(t, a);
    dom d = term_is_const(t, a) ? dom_constant(t, a) : dom_top(t, of);
    if (d.kind == DOM_WORD) n.width = (uint8_t)sort_width(t, of);
    if (d.kind == DOM_FLOAT) span_format_of(t, of, &n.format);
    if (rounds(n.op)) n.mode = (uint8_t)mode_of(t, a);
    if (followed(t, a)) {
        for (uint32_t i = skipped(t, a); i < term_arity(t, a); i++) {
            uint64_t at = map_find(&s->graph.node_of, term_arg(t, a, i).id, NO_NODE);
            require(at != NO_NODE, "arguments come first");
            vec_push(&s->graph.args, (uint32_t)at);
            n.args++;
        }
    } else n.leaf = !term_is_const(t, a);
    uint32_t at = s->graph.nodes.size;
    vec_push(&s->graph.nodes, n);
    vec_push(&s->graph.doms, d);
    vec_push(&s->graph.ground, d);
    vec_push(&s->trail.queued, 0);
    vec_push(&s->trail.is_touched, 0);
    vec_push(&s->order.activity, 0);
    if (s->graph.users.size <= at) vec_resize(&s->graph.users, at + 1);
    if (s->graph.watches.size <= at) vec_resize(&s->graph.watches, at + 1);
    for (uint32_t i = 0; i < n.args; i++)
        vec_push(&s->graph.users.data[s->graph.args.data[n.first_arg + i]], at);
    icp_enqueue(s, at);
    return at;
}

/* What stands for a term: the definition of a variable. */
static term meant(const icp_solver *s, term a) {
    return (term){(uint32_t)map_find(&s->graph.defined, a.id, a.id)};
}

/* Put on the stack what must be there first. Returns false where a definition needs itself: it is
 * dropped. */
static bool push_arguments(icp_solver *s, term a, bool *ready) {
    terms *t = s->base.terms;
    term m = meant(s, a);
    uint32_t n = !same(m, a) ? 1 : followed(t, a) ? term_arity(t, a) : 0;
    *ready = true;
    for (uint32_t i = same(m, a) && n ? skipped(t, a) : 0; i < n; i++) {
        term x = same(m, a) ? term_arg(t, a, i) : m;
        if (map_get(&s->graph.node_of, x.id, NULL)) continue;
        *ready = false;
        if (map_get(&s->graph.open, x.id, NULL)) {
            term v = x;
            for (uint32_t k = s->graph.todo.size; k-- && same(meant(s, v), v);)
                v = s->graph.todo.data[k];
            require(!same(meant(s, v), v), "only a definition closes a cycle");
            map_set(&s->graph.defined, v.id, v.id); /* itself, from now on */
            return false;
        }
        vec_push(&s->graph.todo, x);
    }
    return true;
}

static void finish(icp_solver *s, term a) {
    terms *t = s->base.terms;
    term m = meant(s, a);
    uint32_t node =
        same(m, a) ? add_node(s, a) : (uint32_t)map_find(&s->graph.node_of, m.id, NO_NODE);
    map_set(&s->graph.node_of, a.id, node);
    if (term_is_var(t, a)) vec_push(&s->graph.variables, ((icp_variable){a, node}));
}

static bool build_term(icp_solver *s, term a) {
    vec_clear(&s->graph.todo);
    map_clear(&s->graph.open);
    vec_push(&s->graph.todo, a);
    while (s->graph.todo.size) {
        term x = vec_last(&s->graph.todo);
        bool ready;
        if (map_get(&s->graph.node_of, x.id, NULL)) {
            s->graph.todo.size--;
            continue;
        }
        map_set(&s->graph.open, x.id, 1);
        if (!push_arguments(s, x, &ready)) return false;
        if (!ready) continue;
        finish(s, x);
        s->graph.todo.size--;
    }
    return true;
}

uint32_t icp_node_of(icp_solver *s, term a) {
    assert_debug(term_is_there(s->base.terms, a));
    if (!s->cyclic && !build_term(s, a)) s->cyclic = true;
    return s->cyclic ? 0 : (uint32_t)map_find(&s->graph.node_of, a.id, NO_NODE);
}

/* ---- what is asserted ---- */

static void assert_literal(icp_solver *s, icp_literal l) {
    vec_push(&s->graph.roots, l.node);
    enum status now = literal_status(&s->graph.doms.data[l.node], &s->graph.nodes.data[l.node], l);
    if (now == FAILS || (now == OPEN && !icp_set(s, l, BY_DECISION, 0))) s->refuted = true;
}

static void assert_clause(icp_solver *s, term a) {
    terms *t = s->base.terms;
    uint32_t open = 0;
    icp_literals *out = &s->analysis.learnt;
    vec_clear(out);
    for (uint32_t i = 0; i < term_arity(t, a) && !s->cyclic; i++) {
        icp_literal l = literal_of_term(s, term_arg(t, a, i));
        if (s->cyclic) return;
        enum status now =
            literal_status(&s->graph.doms.data[l.node], &s->graph.nodes.data[l.node], l);
        if (now == HOLDS) return;
        if (now == FAILS) continue;
        vec_push(out, l);
        open++;
    }
    if (open < 2) {
        if (open) assert_literal(s, out->data[0]);
        else s->refuted = true;
        return;
    }
    vec_push(&s->clauses.inputs, clause_add(s, open, out->data, false));
}

static void assert_conjunct(icp_solver *s, term a) {
    if (term_op(s->base.terms, a) == OP_OR) {
        assert_clause(s, a);
        return;
    }
    icp_literal l = literal_of_term(s, a);
    if (!s->cyclic) assert_literal(s, l);
}

/* Assertions without a scope; the conjuncts of one may be many. */
static void build_asserted(icp_solver *s) {
    uint32_t end =
        s->base.stack.scopes.size ? s->base.stack.scopes.data[0] : s->base.stack.asserted.size;
    for (; s->built < end && !s->cyclic; s->built++) {
        term_vec parts = {0};
        term_conjuncts(s->base.terms, s->base.stack.asserted.data[s->built], &parts);
        for (uint32_t i = 0; i < parts.size && !s->cyclic; i++) assert_conjunct(s, parts.data[i]);
        vec_release(&parts);
    }
}

static void assume(icp_solver *s, term a) {
    icp_literal l = literal_of_term(s, a);
    vec_push(&s->assumed, ((icp_assumption){a, l}));
}

static bool build_all(icp_solver *s, uint32_t n, const term *assumptions) {
    s->cyclic = false;
    vec_clear(&s->assumed);
    build_asserted(s);
    for (uint32_t i = s->built; i < s->base.stack.asserted.size && !s->cyclic; i++)
        assume(s, s->base.stack.asserted.data[i]);
    s->scoped = s->assumed.size;
    for (uint32_t i = 0; i < n && !s->cyclic; i++) assume(s, assumptions[i]);
    return !s->cyclic;
}

void icp_forget(icp_solver *s) {
    LOG("icp", "forget %u nodes and %u clauses", s->graph.nodes.size, s->clauses.all.size);
    icp_undo(s, 0);
    for (uint32_t i = 0; i < s->graph.nodes.size; i++) {
        vec_clear(&s->graph.users.data[i]);
        vec_clear(&s->graph.watches.data[i]);
    }
    vec_clear(&s->graph.nodes);
    vec_clear(&s->graph.doms);
    vec_clear(&s->graph.ground);
    vec_clear(&s->trail.queued);
    vec_clear(&s->trail.is_touched);
    vec_clear(&s->order.activity);
    vec_clear(&s->graph.args);
    vec_clear(&s->graph.roots);
    vec_clear(&s->graph.variables);
    vec_clear(&s->clauses.all);
    vec_clear(&s->clauses.literals);
    vec_clear(&s->clauses.inputs);
    map_clear(&s->graph.node_of);
    map_clear(&s->graph.open);
    s->clauses.learned = s->built = 0;
    s->refuted = false;
    s->clauses.bump = s->order.node_bump = 1;
    s->gap = NO_NODE;
}

void icp_build(icp_solver *s, uint32_t n, const term *assumptions) {
    assert_debug(terms_are_there(s->base.terms, n, assumptions));
    LOG("icp", "build, %u assumptions", n);
    uint32_t had = s->graph.nodes.size;
    if (s->stale) {
        icp_forget(s);
        map_clear(&s->graph.defined);
        for (uint32_t i = 0; i < s->graph.given.size; i += 2)
            map_set(&s->graph.defined, s->graph.given.data[i].id, s->graph.given.data[i + 1].id);
        vec_clear(&s->graph.aliases);
        s->searched = had = 0;
        s->stale = false;
    }
    find_definitions(s);
    while (!build_all(s, n, assumptions)) {
        icp_forget(s);
        had = 0;
    }
    s->base.stats.terms += s->graph.nodes.size - had;
}
