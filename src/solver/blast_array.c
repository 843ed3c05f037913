/* Arrays in the blast backend, lazily: a select is a word of fresh inputs, an equation of arrays a
 * fresh input. When the SAT solver finds a model, reads are followed through stores, choices and
 * equations; where two reads of one array at one index differ, or a read differs from what was
 * stored, a lemma that forbids just that is added and the SAT solver asked again. What remains is a
 * model of the arrays: a default, and the reads.
 *
 * Without equations reads need to be followed inwards only, from a store to what it is made of. An
 * equation that holds carries reads to the other side, and then also outwards, from an array to the
 * stores made of it. */
#include "solver/blast_internal.h"
#include "base/log.h"

#define NOTHING 0xffffffffu

/* ---- noting arrays ---- */

static word kept(blast_solver *b, uint32_t at, uint32_t n) {
    return (word){n, b->arrays.bits.data + at};
}

static uint32_t keep(blast_solver *b, word w) {
    uint32_t at = b->arrays.bits.size;
    for (uint32_t i = 0; i < w.n; i++) vec_push(&b->arrays.bits, w.bit[i]);
    return at;
}

static bool plain(const terms *t, sort s) {
    return sort_is_bv(t, s) || sort_is_fp(t, s) || sort_kind_of(t, s) == SORT_BOOL;
}

bool array_served(const terms *t, sort s) {
    assert_debug(sort_kind_of(t, s) == SORT_ARRAY);
    return plain(t, sort_index(t, s)) && plain(t, sort_element(t, s)) &&
           sort_width(t, sort_index(t, s)) <= 64;
}

static uint32_t node_of(const blast_solver *b, term a) { return sparse_get(&b->place, a.id) - 1; }

static void add_edge(blast_solver *b, uint32_t *list, uint32_t target) {
    vec_push(&b->arrays.edges, ((array_edge){target, *list}));
    *list = b->arrays.edges.size - 1;
}

static void add_parent(blast_solver *b, uint32_t child, uint32_t parent) {
    uint32_t list = b->arrays.nodes.data[child].parents;
    add_edge(b, &list, parent);
    b->arrays.nodes.data[child].parents = list;
}

uint32_t array_enter(blast_solver *b, term a) {
    assert_debug(sort_kind_of(b->base.terms, term_sort(b->base.terms, a)) == SORT_ARRAY);
    LOG("blast", "array term %u", a.id);
    const terms *t = b->base.terms;
    sort s = term_sort(t, a);
    array_node n = {.term = a, .op = term_op(t, a), .parents = NOTHING, .equations = NOTHING};
    n.index_width = sort_width(t, sort_index(t, s));
    n.width = sort_width(t, sort_element(t, s));
    uint32_t id = b->arrays.nodes.size;
    switch (n.op) {
    case OP_STORE:
        n.child[0] = node_of(b, term_arg(t, a, 0));
        n.index = keep(b, blast_known(b, term_arg(t, a, 1)));
        n.element = keep(b, blast_known(b, term_arg(t, a, 2)));
        break;
    case OP_CONST_ARRAY: n.element = keep(b, blast_known(b, term_arg(t, a, 0))); break;
    case OP_ITE:
        n.condition = blast_known(b, term_arg(t, a, 0)).bit[0];
        n.child[0] = node_of(b, term_arg(t, a, 1));
        n.child[1] = node_of(b, term_arg(t, a, 2));
        break;
    default: break;
    }
    vec_push(&b->arrays.nodes, n);
    if (n.op == OP_STORE || n.op == OP_ITE) add_parent(b, n.child[0], id);
    if (n.op == OP_ITE) add_parent(b, n.child[1], id);
    return id;
}

void blast_bind(blast_solver *b, word inputs) {
    for (uint32_t i = 0; i < inputs.n; i++)
        if (!lit_is_constant(inputs.bit[i]))
            b->graph.nodes.data[lit_node(inputs.bit[i])].bound = true;
}

static word read_leaf(blast_solver *b, uint32_t node, word index) {
    const terms *t = b->base.terms;
    word leaf = blast_fresh(b, sort_element(t, term_sort(t, b->arrays.nodes.data[node].term)));
    blast_bind(b, leaf);
    array_read r = {node, keep(b, index), keep(b, leaf), LIT_TRUE, 0, 0};
    vec_push(&b->arrays.reads, r);
    return leaf;
}

word array_read_at(blast_solver *b, term array, term index) {
    assert_debug(same_sort(sort_index(b->base.terms, term_sort(b->base.terms, array)),
                           term_sort(b->base.terms, index)));
    LOG("blast", "read of array %u at %u", array.id, index.id);
    return read_leaf(b, node_of(b, array), blast_known(b, index));
}

/* e = (x = y). Where e is false there is an index at which they differ. */
lit array_equation(blast_solver *b, term x, term y) {
    assert_debug(same_sort(term_sort(b->base.terms, x), term_sort(b->base.terms, y)));
    LOG("blast", "equation of arrays %u and %u", x.id, y.id);
    const terms *t = b->base.terms;
    circuits *c = &b->circuits;
    uint32_t m = node_of(b, x), n = node_of(b, y);
    lit e = aig_input(&b->graph);
    blast_bind(b, (word){1, &e});
    word at = blast_fresh(b, sort_index(t, term_sort(t, x)));
    word left = read_leaf(b, m, at), right = read_leaf(b, n, at);
    aig_constrain(&b->graph, e, aig_or(&b->graph, e, lit_not(word_equal(c, left, right))));
    uint32_t id = b->arrays.equations.size;
    vec_push(&b->arrays.equations, ((array_equality){e, {m, n}}));
    for (int i = 0; i < 2; i++) {
        uint32_t side = i ? n : m, list = b->arrays.nodes.data[side].equations;
        add_edge(b, &list, id);
        b->arrays.nodes.data[side].equations = list;
    }
    return e;
}

/* ---- values in the model ---- */

static bool value_of(blast_solver *b, lit x) { return blast_value(b, x); }

static uint64_t bits_value(blast_solver *b, word w) {
    uint64_t v = 0;
    for (uint32_t i = 0; i < w.n; i++) v |= (uint64_t)value_of(b, w.bit[i]) << i;
    return v;
}

static bool equal_values(blast_solver *b, word x, word y) {
    for (uint32_t i = 0; i < x.n; i++)
        if (value_of(b, x.bit[i]) != value_of(b, y.bit[i])) return false;
    return true;
}

/* Does the SAT solver know any bit of it? What it does not know may have any value, and needs no
 * check. */
static bool is_used(const blast_solver *b, word w) {
    for (uint32_t i = 0; i < w.n; i++)
        if (cnf_knows(&b->cnf, w.bit[i])) return true;
    return false;
}

/* Another read may be inside it, as in a store of what was read: known to nobody else, its value
 * would be checked against nothing. That the SAT solver knows a gate says nothing of the gate's
 * inputs: a justification may leave some of them out. */
void blast_rely_on(blast_solver *b, word w) {
    assert_debug(w.n);
    blast_arrays *a = &b->arrays;
    if (a->relied.size < b->graph.nodes.size) vec_resize(&a->relied, b->graph.nodes.size);
    vec_clear(&b->node_todo);
    for (uint32_t i = 0; i < w.n; i++) vec_push(&b->node_todo, lit_node(w.bit[i]));
    while (b->node_todo.size) {
        uint32_t id = vec_pop(&b->node_todo);
        const aig_node *n = &b->graph.nodes.data[id];
        if (a->relied.data[id] == b->round) continue;
        a->relied.data[id] = b->round;
        if (n->bound && !cnf_knows(&b->cnf, id * 2)) vec_push(&a->unseen, id * 2);
        for (uint32_t k = 0; k < gate_inputs(n); k++) vec_push(&b->node_todo, lit_node(n->in[k]));
    }
}

/* ---- lemmas ---- */

/* condition & x1 = y1 implies x2 = y2; the first pair may be empty. */
static void add_lemma(blast_solver *b, lit condition, word x1, word y1, word x2, word y2) {
    aig *g = &b->graph;
    circuits *c = &b->circuits;
    if (x1.n) condition = aig_and(g, condition, word_equal(c, x1, y1));
    vec_push(&b->arrays.lemmas, aig_implies(g, condition, word_equal(c, x2, y2)));
}

static word index_word(blast_solver *b, const array_read *r) {
    return kept(b, r->index, b->arrays.nodes.data[r->node].index_width);
}

static word value_word(blast_solver *b, const array_read *r) {
    return kept(b, r->value, b->arrays.nodes.data[r->node].width);
}

static const word nothing = {0, NULL};

/* ---- following reads ---- */

static void follow(blast_solver *b, const array_read *r, uint32_t to, lit under) {
    array_read next = *r;
    next.node = to;
    next.condition = aig_and(&b->graph, r->condition, under);
    vec_push(&b->arrays.active, next);
}

static uint64_t place_key(uint32_t node, uint64_t index) {
    return hash_mix(index) ^ hash_mix(node + 1);
}

/* The read of this array at this index that is there already; NOTHING, and r is entered, if there
 * is none. */
static uint32_t find_or_enter(blast_solver *b, uint32_t id) {
    blast_arrays *a = &b->arrays;
    array_read *r = &a->active.data[id];
    uint64_t key = place_key(r->node, r->at), first = map_find(&a->table, key, NOTHING);
    for (uint32_t i = (uint32_t)first; i != NOTHING; i = a->active.data[i].next)
        if (a->active.data[i].node == r->node && a->active.data[i].at == r->at) return i;
    r->next = (uint32_t)first;
    map_set(&a->table, key, id);
    vec_push(&a->entered, id);
    return NOTHING;
}

static void through_store(blast_solver *b, const array_read *r, const array_node *n) {
    word index = kept(b, n->index, n->index_width), element = kept(b, n->element, n->width),
         i = index_word(b, r);
    blast_rely_on(b, index);
    blast_rely_on(b, element);
    if (bits_value(b, index) != r->at)
        follow(b, r, n->child[0], lit_not(word_equal(&b->circuits, i, index)));
    else if (!equal_values(b, element, value_word(b, r)))
        add_lemma(b, r->condition, i, index, value_word(b, r), element);
}

static void inwards(blast_solver *b, const array_read *r) {
    array_node n = b->arrays.nodes.data[r->node];
    if (n.op == OP_STORE) through_store(b, r, &n);
    if (n.op == OP_ITE) {
        bool first = value_of(b, n.condition);
        blast_rely_on(b, (word){1, &n.condition});
        follow(b, r, n.child[first ? 0 : 1], first ? n.condition : lit_not(n.condition));
    }
    word element = kept(b, n.element, n.width);
    if (n.op == OP_CONST_ARRAY) blast_rely_on(b, element);
    if (n.op == OP_CONST_ARRAY && !equal_values(b, element, value_word(b, r)))
        add_lemma(b, r->condition, nothing, nothing, value_word(b, r), element);
}

static void outwards(blast_solver *b, const array_read *r) {
    blast_arrays *a = &b->arrays;
    for (uint32_t e = a->nodes.data[r->node].parents; e != NOTHING; e = a->edges.data[e].next) {
        uint32_t parent = a->edges.data[e].target;
        array_node n = a->nodes.data[parent];
        word index = kept(b, n.index, n.index_width);
        if (n.op == OP_STORE) blast_rely_on(b, index);
        if (n.op == OP_ITE) blast_rely_on(b, (word){1, &n.condition});
        if (n.op == OP_STORE && bits_value(b, index) != r->at)
            follow(b, r, parent, lit_not(word_equal(&b->circuits, index_word(b, r), index)));
        if (n.op != OP_ITE) continue;
        bool first = value_of(b, n.condition);
        if (n.child[first ? 0 : 1] == r->node)
            follow(b, r, parent, first ? n.condition : lit_not(n.condition));
    }
}

static bool equation_holds(blast_solver *b, const array_equality *e) {
    return cnf_knows(&b->cnf, e->holds) && value_of(b, e->holds);
}

static void across(blast_solver *b, const array_read *r) {
    blast_arrays *a = &b->arrays;
    for (uint32_t e = a->nodes.data[r->node].equations; e != NOTHING; e = a->edges.data[e].next) {
        array_equality q = a->equations.data[a->edges.data[e].target];
        if (equation_holds(b, &q)) follow(b, r, q.side[q.side[0] == r->node], q.holds);
    }
}

static void follow_all(blast_solver *b) {
    blast_arrays *a = &b->arrays;
    for (uint32_t i = 0; i < a->active.size; i++) {
        a->active.data[i].at = bits_value(b, index_word(b, &a->active.data[i]));
        blast_rely_on(b, index_word(b, &a->active.data[i]));
        uint32_t other = find_or_enter(b, i);
        array_read r = a->active.data[i];
        if (other == NOTHING) {
            inwards(b, &r);
            if (a->extensional) across(b, &r), outwards(b, &r);
            continue;
        }
        array_read o = a->active.data[other];
        if (!equal_values(b, value_word(b, &r), value_word(b, &o)))
            add_lemma(b, aig_and(&b->graph, r.condition, o.condition), index_word(b, &r),
                      index_word(b, &o), value_word(b, &r), value_word(b, &o));
    }
}

/* Reads that the query needs; with equations each store is also a read of what it stored. */
static void start_reads(blast_solver *b) {
    blast_arrays *a = &b->arrays;
    vec_clear(&a->active);
    vec_clear(&a->lemmas);
    vec_clear(&a->unseen);
    vec_clear(&a->entered);
    map_clear(&a->table);
    a->extensional = false;
    for (uint32_t i = 0; i < a->equations.size; i++)
        a->extensional |= cnf_knows(&b->cnf, a->equations.data[i].holds);
    for (uint32_t i = 0; i < a->reads.size; i++)
        if (is_used(b, value_word(b, &a->reads.data[i]))) vec_push(&a->active, a->reads.data[i]);
    for (uint32_t i = 0; a->extensional && i < a->nodes.size; i++) {
        const array_node *n = &a->nodes.data[i];
        if (n->op == OP_STORE)
            vec_push(&a->active, ((array_read){i, n->index, n->element, LIT_TRUE, 0, 0}));
    }
}

/* ---- defaults: what arrays have in common where no read looks ---- */

static uint32_t root_of(blast_solver *b, uint32_t i) {
    u32_vec *p = &b->arrays.class;
    while (p->data[i] != i) i = p->data[i] = p->data[p->data[i]];
    return i;
}

static void join(blast_solver *b, uint32_t i, uint32_t k) {
    b->arrays.class.data[root_of(b, i)] = root_of(b, k);
}

/* Classes of arrays that agree outside the reads; false where two different constant arrays fall
 * into one. */
static bool find_defaults(blast_solver *b) {
    blast_arrays *a = &b->arrays;
    vec_resize(&a->class, a->nodes.size);
    vec_resize(&a->constant, a->nodes.size);
    for (uint32_t i = 0; i < a->nodes.size; i++)
        a->class.data[i] = i, a->constant.data[i] = NOTHING;
    if (!a->extensional) return true;
    for (uint32_t i = 0; i < a->nodes.size; i++) {
        const array_node *n = &a->nodes.data[i];
        if (n->op == OP_STORE) join(b, i, n->child[0]);
        if (n->op == OP_ITE) blast_rely_on(b, (word){1, (lit *)&n->condition});
        if (n->op == OP_ITE) join(b, i, n->child[value_of(b, n->condition) ? 0 : 1]);
    }
    for (uint32_t i = 0; i < a->equations.size; i++)
        if (equation_holds(b, &a->equations.data[i]))
            join(b, a->equations.data[i].side[0], a->equations.data[i].side[1]);
    for (uint32_t i = 0; i < a->nodes.size; i++) {
        const array_node *n = &a->nodes.data[i];
        if (n->op != OP_CONST_ARRAY) continue;
        blast_rely_on(b, kept(b, n->element, n->width));
        uint32_t *constant = &a->constant.data[root_of(b, i)];
        if (*constant != NOTHING &&
            !equal_values(b, kept(b, n->element, n->width), kept(b, *constant, n->width)))
            return false;
        *constant = n->element;
    }
    return true;
}

enum array_verdict array_agree(blast_solver *b) {
    blast_arrays *a = &b->arrays;
    if (!a->reads.size && !a->equations.size) return ARRAYS_GOOD;
    arena_mark mark = arena_here(&b->circuits.scratch);
    start_reads(b);
    follow_all(b);
    bool good = a->lemmas.size || a->unseen.size || find_defaults(b);
    bool again = a->lemmas.size || a->unseen.size;
    arena_rewind(&b->circuits.scratch, mark);
    if (!good && !again) return ARRAYS_REFUSED;
    for (uint32_t i = 0; i < a->lemmas.size; i++) cnf_assert(&b->cnf, a->lemmas.data[i], 0);
    for (uint32_t i = 0; i < a->unseen.size; i++) cnf_heed(&b->cnf, a->unseen.data[i]);
    b->base.stats.lemmas += a->lemmas.size;
    return again ? ARRAYS_LEMMA : ARRAYS_GOOD;
}

/* ---- models ---- */

value array_model(blast_solver *b, values *pool, term var) {
    assert_debug(term_is_var(b->base.terms, var));
    const terms *t = b->base.terms;
    blast_arrays *a = &b->arrays;
    sort s = term_sort(t, var), element = sort_element(t, s);
    uint32_t id = node_of(b, var);
    if (id >= a->class.size) return value_default(pool, s); /* noted after the check */
    array_node n = a->nodes.data[id];
    uint32_t constant = a->constant.data[root_of(b, id)];
    value v = value_default(pool, s);
    if (constant != NOTHING) {
        value by = blast_word_value(b, pool, element, kept(b, constant, n.width));
        v = value_apply(pool, OP_CONST_ARRAY, s, 0, 0, 1, &by);
    }
    for (uint32_t i = 0; i < a->entered.size; i++) {
        array_read r = a->active.data[a->entered.data[i]];
        if (r.node != id) continue;
        value at = blast_word_value(b, pool, sort_index(t, s), index_word(b, &r));
        value is = blast_word_value(b, pool, element, value_word(b, &r));
        v = value_apply(pool, OP_STORE, s, 0, 0, 3, (value[]){v, at, is});
    }
    return v;
}

/* ---- the object ---- */

void arrays_clear(blast_arrays *a) {
    vec_clear(&a->nodes);
    vec_clear(&a->edges);
    vec_clear(&a->reads);
    vec_clear(&a->equations);
    vec_clear(&a->bits);
    vec_clear(&a->active);
    vec_clear(&a->entered);
    vec_clear(&a->class);
    vec_clear(&a->constant);
    vec_clear(&a->relied);
}

void arrays_release(blast_arrays *a) {
    vec_release(&a->nodes);
    vec_release(&a->edges);
    vec_release(&a->reads);
    vec_release(&a->equations);
    vec_release(&a->bits);
    vec_release(&a->active);
    vec_release(&a->entered);
    vec_release(&a->lemmas);
    vec_release(&a->unseen);
    vec_release(&a->class);
    vec_release(&a->constant);
    vec_release(&a->relied);
    map_release(&a->table);
}
