/* The boxes backend: a second opinion about arithmetic over ranges, made to check what icp proves.
 *
 * Every term is a node with a set that contains its value in each solution: an interval of floats,
 * by the processor's own arithmetic; intervals and known bits of words; truth values. What is asserted
 * makes sets smaller, from arguments to results and back. Where that does not end in an empty set, a set is
 * cut in halves, and both are refuted (boxes_search.c). Nothing is learnt, and nothing shared with
 * icp: what is simple to see through is slow, and mostly fast enough for a certificate.
 *
 * Direction: sets only over-approximate, so "no solution" is certain. It never says sat. */
#include "base/fail.h"
#include "base/log.h"
#include "solver/boxes_internal.h"

/* ---- terms ---- */

static uint8_t kind_of(const terms *t, sort s) {
    enum sort_kind k = sort_kind_of(t, s);
    uint32_t width = k == SORT_FP || k == SORT_BV ? sort_width(t, s) : 0,
             exponent = k == SORT_FP ? sort_eb(t, s) : 0;
    if (k == SORT_BOOL) return TRUTH;
    if (k == SORT_BV) return width <= 64 ? WORD : OTHER;
    return (width == 32 && exponent == 8) || (width == 64 && exponent == 11) ? FLOAT : OTHER;
}

static value_set of_constant(const terms *t, term a, const box_term *x) {
    mpz_t raw;
    if (x->kind == TRUTH) return set_truth(term_is_true(t, a), !term_is_true(t, a));
    if (x->kind == OTHER) return set_any(x);
    mpz_init(raw);
    require(term_get_mpz(t, a, raw), "a constant without bits");
    uint64_t n = mpz_get_ui(raw);
    mpz_clear(raw);
    return x->kind == WORD ? set_words(words_point(n, x->width)) : float_of_bits(n, x->width == 32);
}

/* The elements of a constant array, the index a word. Only where they come in order is none listed twice. */
static bool list_table(boxes_solver *m, box_term *x, term array) {
    const terms *t = m->base.terms;
    uint64_t index, last = UINT64_MAX;
    x->table = m->tables.size;
    x->whole = true;
    while (term_op(t, array) == OP_STORE) {
        if (!term_get_u64(t, term_arg(t, array, 1), &index) ||
            !term_is_const(t, term_arg(t, array, 2)))
            return false;
        table_entry e = {index, of_constant(t, term_arg(t, array, 2), x)};
        x->whole &= index < last;
        last = index;
        vec_push(&m->tables, e);
        array = term_arg(t, array, 0);
    }
    x->entries = m->tables.size - x->table;
    if (term_op(t, array) != OP_CONST_ARRAY || !term_is_const(t, term_arg(t, array, 0)))
        return false;
    x->otherwise = of_constant(t, term_arg(t, array, 0), x);
    return true;
}

/* Arguments are followed into terms whose value we can bound. */
static bool is_followed(const terms *t, term a) {
    return kind_of(t, term_sort(t, a)) != OTHER && !term_is_const(t, a) && !term_is_var(t, a);
}

static void add_args(boxes_solver *m, box_term *x, uint32_t skip) {
    const terms *t = m->base.terms;
    bool lookup = x->op == OP_SELECT;
    if (lookup && (kind_of(t, term_sort(t, term_arg(t, x->term, 1))) != WORD ||
                   !list_table(m, x, term_arg(t, x->term, 0))))
        return;
    for (uint32_t i = skip + lookup; i < term_arity(t, x->term); i++) {
        uint32_t arg = (uint32_t)map_find(&m->node_of, term_arg(t, x->term, i).id, 0);
        vec_push(&m->args, arg);
    }
    x->args = term_arity(t, x->term) - skip - lookup;
}

static void make_node(boxes_solver *m, term a) {
    const terms *t = m->base.terms;
    box_term x = {.term = a, .op = term_op(t, a), .kind = kind_of(t, term_sort(t, a)), .mode = RNE};
    if (x.kind == FLOAT || x.kind == WORD) x.width = (uint8_t)term_width(t, a);
    x.first_arg = m->args.size;
    bool rounds = rounds_to_float(x.op) || x.op == OP_FP_TO_SBV || x.op == OP_FP_TO_UBV;
    if (rounds) {
        term mode = term_arg(t, a, 0);
        x.mode = term_is_const(t, mode) ? (uint8_t)term_get_rm(t, mode) : NO_MODE;
    }
    if (is_followed(t, a)) add_args(m, &x, rounds);
    if (x.op == OP_EXTRACT && x.kind == WORD && term_width(t, term_arg(t, a, 0)) <= 64) {
        x.high = (uint8_t)term_index(t, a, 0);
        x.low = (uint8_t)term_index(t, a, 1);
    }
    value_set c = term_is_const(t, a) ? of_constant(t, a, &x) : set_any(&x);
    map_set(&m->node_of, a.id, m->nodes.size);
    vec_push(&m->nodes, x);
    vec_push(&m->cells, c);
}

/* Nodes for a term, arguments first. */
static void build(boxes_solver *m, term root) {
    const terms *t = m->base.terms;
    vec_clear(&m->todo);
    vec_push(&m->todo, root);
    while (m->todo.size) {
        term a = vec_last(&m->todo);
        bool ready = true;
        if (map_get(&m->node_of, a.id, NULL)) {
            m->todo.size--;
            continue;
        }
        for (uint32_t i = 0; is_followed(t, a) && i < term_arity(t, a); i++) {
            term arg = term_arg(t, a, i);
            if (map_get(&m->node_of, arg.id, NULL)) continue;
            vec_push(&m->todo, arg);
            ready = false;
        }
        if (!ready) continue;
        m->todo.size--;
        make_node(m, a);
    }
}

static void link_parents(boxes_solver *m) {
    uint32_t n = m->nodes.size;
    vec_clear(&m->first_parent);
    vec_resize(&m->first_parent, n + 2);
    vec_resize(&m->parents, m->args.size);
    for (uint32_t i = 0; i < m->args.size; i++) m->first_parent.data[m->args.data[i] + 2]++;
    for (uint32_t i = 2; i < n + 2; i++) m->first_parent.data[i] += m->first_parent.data[i - 1];
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < m->nodes.data[i].args; k++)
            m->parents
                .data[m->first_parent.data[m->args.data[m->nodes.data[i].first_arg + k] + 1]++] = i;
}

/* ---- the backend ---- */

static void add_root(boxes_solver *m, term a) {
    build(m, a);
    vec_push(&m->roots, (uint32_t)map_find(&m->node_of, a.id, 0));
}

static void forget_nodes(boxes_solver *m) {
    vec_clear(&m->nodes);
    vec_clear(&m->args);
    vec_clear(&m->cells);
    vec_clear(&m->tables);
    vec_clear(&m->roots);
    vec_clear(&m->queue);
    vec_clear(&m->queued);
    vec_clear(&m->stamp);
    map_clear(&m->node_of);
    m->queue_start = m->stamps = 0;
}

static enum answer boxes_check(solver *s, uint32_t n, const term *assumptions) {
    boxes_solver *m = (boxes_solver *)s;
    double seconds = check_seconds(s);
    forget_nodes(m);
    for (uint32_t i = 0; i < n; i++) add_root(m, assumptions[i]);
    for (uint32_t i = 0; i < m->base.stack.asserted.size; i++)
        add_root(m, m->base.stack.asserted.data[i]);
    vec_resize(&m->queued, m->nodes.size);
    vec_resize(&m->stamp, m->nodes.size);
    link_parents(m);
    return box_search(m, seconds > 0 ? clock_now() + seconds : 0);
}

static void boxes_core(solver *s, uint32_t n, const term *assumptions) {
    vec_append(&s->core, assumptions, n);
}

/* Never called: there is no sat. */
static value boxes_leaf(solver *s, values *pool, term var) {
    return value_default(pool, term_sort(s->terms, var));
}

static void boxes_release(solver *s) {
    boxes_solver *m = (boxes_solver *)s;
    vec_release(&m->nodes);
    vec_release(&m->args);
    vec_release(&m->cells);
    vec_release(&m->tables);
    map_release(&m->node_of);
    vec_release(&m->roots);
    vec_release(&m->todo);
    vec_release(&m->first_parent);
    vec_release(&m->parents);
    vec_release(&m->queue);
    vec_release(&m->queued);
    vec_release(&m->trail);
    vec_release(&m->levels);
    vec_release(&m->cone);
    vec_release(&m->stamp);
    vec_release(&m->sizes);
}

static const backend boxes_backend = {
    .name = "boxes",
    .theories = THEORY_BOOL | THEORY_BV | THEORY_FP |
                THEORY_ARRAY, /* arrays: any value but for constant ones */
    .capabilities = CAN_INTERRUPT,
    .release = boxes_release,
    .check = boxes_check,
    .core = boxes_core,
    .leaf = boxes_leaf,
};

solver *boxes_new(terms *t, solver_options options, const char **why) {
    LOG("boxes", "new");
    (void)why;
    boxes_solver *m = solver_make(sizeof *m, &boxes_backend, t, SOLVED_BY_BOXES, options);
    return &m->base;
}
