/* From terms to nodes. A variable that an assertion equates with a term is that term: it has no node of its own, so that
 * the search splits inputs and not what is computed from them. */
#include "solver/icp_internal.h"
#include "base/fail.h"

/* ---- definitions ---- */

static bool may_define(icp_solver *s, term var, term by) {
    terms *t = s->base.terms;
    return term_is_var(t, var) && !same(var, by) && !map_get(&s->defined, var.id, NULL);
}

static void find_definition(icp_solver *s, term conjunct) {
    terms *t = s->base.terms;
    if (term_op(t, conjunct) != OP_EQ) return;
    term x = term_arg(t, conjunct, 0), y = term_arg(t, conjunct, 1);
    if (may_define(s, x, y)) map_set(&s->defined, x.id, y.id);
    else if (may_define(s, y, x)) map_set(&s->defined, y.id, x.id);
}

static void find_definitions(icp_solver *s) {
    map_clear(&s->defined);
    for (uint32_t i = 0; i < s->stack.asserted.size; i++) {
        vec_clear(&s->todo);
        term_conjuncts(s->base.terms, s->stack.asserted.data[i], &s->todo);
        for (uint32_t k = 0; k < s->todo.size; k++) find_definition(s, s->todo.data[k]);
    }
}

/* ---- nodes ---- */

static bool rounds(enum op op) {
    switch (op) {
    case OP_FP_ADD:
    case OP_FP_SUB:
    case OP_FP_MUL:
    case OP_FP_DIV:
    case OP_FP_FMA:
    case OP_FP_SQRT:
    case OP_FP_ROUND:
    case OP_FP_FROM_FP:
    case OP_FP_FROM_SBV:
    case OP_FP_FROM_UBV:
    case OP_FP_FROM_REAL:
    case OP_FP_TO_UBV:
    case OP_FP_TO_SBV: return true;
    default: return false;
    }
}

static enum span_mode mode_of(const terms *t, term a) {
    static const uint8_t modes[] = {[RNE] = SPAN_NEAREST, [RNA] = SPAN_AWAY, [RTP] = SPAN_UP, [RTN] = SPAN_DOWN,
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

/* Only arguments with a domain are followed; an operation on anything else is a leaf of any value. */
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
    icp_node n = {.term = a, .op = term_op(t, a), .width = 1, .last = NO_NODE, .first_arg = s->args.size};
    sort of = term_sort(t, a);
    dom d = term_is_const(t, a) ? dom_constant(t, a) : dom_top(t, of);
    if (d.kind == DOM_WORD) n.width = (uint8_t)sort_width(t, of);
    if (d.kind == DOM_FLOAT) span_format_of(t, of, &n.format);
    if (rounds(n.op)) n.mode = (uint8_t)mode_of(t, a);
    if (followed(t, a)) {
        for (uint32_t i = skipped(t, a); i < term_arity(t, a); i++) {
            uint64_t at = map_find(&s->node_of, term_arg(t, a, i).id, NO_NODE);
            require(at != NO_NODE, "arguments come first");
            vec_push(&s->args, (uint32_t)at);
            n.args++;
        }
    } else n.leaf = !term_is_const(t, a);
    vec_push(&s->nodes, n);
    vec_push(&s->doms, d);
    return s->nodes.size - 1;
}

/* What stands for a term: the definition of a variable. */
static term meant(const icp_solver *s, term a) {
    return (term){(uint32_t)map_find(&s->defined, a.id, a.id)};
}

/* Put on the stack what must be there first. Returns false where a definition needs itself: it is dropped. */
static bool push_arguments(icp_solver *s, term a, bool *ready) {
    terms *t = s->base.terms;
    term m = meant(s, a);
    uint32_t n = !same(m, a) ? 1 : followed(t, a) ? term_arity(t, a) : 0;
    *ready = true;
    for (uint32_t i = same(m, a) && n ? skipped(t, a) : 0; i < n; i++) {
        term x = same(m, a) ? term_arg(t, a, i) : m;
        if (map_get(&s->node_of, x.id, NULL)) continue;
        *ready = false;
        if (map_get(&s->open, x.id, NULL)) {
            term v = x;
            for (uint32_t k = s->todo.size; k-- && !map_get(&s->defined, v.id, NULL);) v = s->todo.data[k];
            require(map_remove(&s->defined, v.id), "only a definition closes a cycle");
            return false;
        }
        vec_push(&s->todo, x);
    }
    return true;
}

static void finish(icp_solver *s, term a) {
    terms *t = s->base.terms;
    term m = meant(s, a);
    uint32_t node = same(m, a) ? add_node(s, a) : (uint32_t)map_find(&s->node_of, m.id, NO_NODE);
    map_set(&s->node_of, a.id, node);
    if (term_is_var(t, a)) vec_push(&s->variables, ((icp_variable){a, node}));
}

static bool build_term(icp_solver *s, term a) {
    vec_clear(&s->todo);
    vec_push(&s->todo, a);
    while (s->todo.size) {
        term x = vec_last(&s->todo);
        bool ready;
        if (map_get(&s->node_of, x.id, NULL)) {
            s->todo.size--;
            continue;
        }
        map_set(&s->open, x.id, 1);
        if (!push_arguments(s, x, &ready)) return false;
        if (!ready) continue;
        finish(s, x);
        s->todo.size--;
    }
    return true;
}

/* ---- roots ---- */

static bool build_root(icp_solver *s, term a, uint32_t assumption) {
    if (!build_term(s, a)) return false;
    vec_push(&s->roots, ((icp_root){(uint32_t)map_find(&s->node_of, a.id, NO_NODE), true, assumption}));
    return true;
}

static void start_over(icp_solver *s) {
    vec_clear(&s->nodes);
    vec_clear(&s->doms);
    vec_clear(&s->args);
    vec_clear(&s->roots);
    vec_clear(&s->variables);
    map_clear(&s->node_of);
    map_clear(&s->open);
}

static bool build_all(icp_solver *s, uint32_t n, const term *assumptions) {
    start_over(s);
    for (uint32_t i = 0; i < s->stack.asserted.size; i++)
        if (!build_root(s, s->stack.asserted.data[i], NO_NODE)) return false;
    for (uint32_t i = 0; i < n; i++)
        if (!build_root(s, assumptions[i], i)) return false;
    return true;
}

static void link_users(icp_solver *s) {
    for (uint32_t i = 0; i < s->args.size; i++) s->nodes.data[s->args.data[i]].users++;
    uint32_t sum = 0;
    for (uint32_t i = 0; i < s->nodes.size; i++) {
        s->nodes.data[i].first_user = sum;
        sum += s->nodes.data[i].users;
        s->nodes.data[i].users = 0;
    }
    vec_clear(&s->users);
    vec_resize(&s->users, sum);
    for (uint32_t i = 0; i < s->nodes.size; i++)
        for (uint32_t k = 0; k < s->nodes.data[i].args; k++) {
            icp_node *x = &s->nodes.data[arg_of(s, &s->nodes.data[i], k)];
            s->users.data[x->first_user + x->users++] = i;
        }
}

void icp_build(icp_solver *s, uint32_t n, const term *assumptions) {
    find_definitions(s);
    while (!build_all(s, n, assumptions)) {}
    link_users(s);
    s->base.stats.terms += s->nodes.size;
}
