#include "solver/interpolate.h"
#include "base/log.h"
#include "solver/blast_internal.h"

#define MOST_CONFLICTS 20000u
#define MOST_NODES 3000u /* of an interpolant */
#define MOST_ATOMS 64u   /* comparisons that both sides share */

enum { SERVED = THEORY_BOOL | THEORY_BV | THEORY_FP };
enum proof_side { SIDE_A, SIDE_B };

typedef vec(uint8_t) node_flags;

typedef struct {
    terms *t;
    blast_solver *b; /* for its translation only */
    sat_solver *sat;
    vec(int) variable[2]; /* by node: SAT variable on each side; 0: none */
    vec(int) clauses;     /* of a, then of b, each ended by 0 */
    vec(lit) leaf;        /* by SAT variable: the literal that it stands for on both sides */
    node_flags in_b;      /* by SAT variable: occurs in clauses of b */
    map leaf_terms;       /* node of a leaf -> term of its positive literal */
    vec(lit) partial;     /* by clause number: its partial interpolant */
    lit chain;
    u32_vec todo, atoms; /* nodes */
    int variables;
    enum proof_side side;
    const budget *limits;
} interpolator;

static aig *graph_of(const interpolator *x) { return &x->b->graph; }

/* ---- the proof ---- */

static void chain_start(void *state, uint32_t clause) {
    interpolator *x = state;
    x->chain = x->partial.data[clause];
}

/* A pivot that b does not know belongs to a: either side of the resolution may be the one that a
 * falsifies. */
static void chain_resolve(void *state, uint32_t clause, int pivot) {
    interpolator *x = state;
    lit other = x->partial.data[clause];
    x->chain = x->in_b.data[pivot] ? aig_and(graph_of(x), x->chain, other)
                                   : aig_or(graph_of(x), x->chain, other);
}

static uint32_t chain_finish(void *state) {
    interpolator *x = state;
    vec_push(&x->partial, x->chain);
    return x->partial.size - 1;
}

static const sat_tracer tracer = {chain_start, chain_resolve, chain_finish};

/* ---- clauses ---- */

static int new_variable(interpolator *x, lit leaf) {
    vec_resize(&x->leaf, (uint32_t)x->variables + 2);
    vec_resize(&x->in_b, (uint32_t)x->variables + 2);
    x->leaf.data[++x->variables] = leaf;
    return x->variables;
}

static int literal_of(interpolator *x, lit a) {
    int v = x->variable[x->side].data[lit_node(a)];
    return a & 1 ? -v : v;
}

static void clause(interpolator *x, uint32_t n, const int *literals) {
    for (uint32_t i = 0; x->side == SIDE_B && i < n; i++)
        x->in_b.data[literals[i] < 0 ? -literals[i] : literals[i]] = 1;
    vec_append(&x->clauses, literals, n);
    vec_push(&x->clauses, 0);
}
static void clause2(interpolator *x, int a, int b) { clause(x, 2, (int[]){a, b}); }
static void clause3(interpolator *x, int a, int b, int c) { clause(x, 3, (int[]){a, b, c}); }

static uint32_t inputs_of(const aig_node *n) {
    return n->gate < GATE_AND ? 0 : n->gate < GATE_ITE ? 2 : 3;
}

static void define_gate(interpolator *x, uint32_t node) {
    const aig_node *n = &graph_of(x)->nodes.data[node];
    int v = x->variable[x->side].data[node], a[3] = {0};
    for (uint32_t i = 0; i < inputs_of(n); i++) a[i] = literal_of(x, n->in[i]);
    switch (n->gate) {
    case GATE_AND: clause2(x, -v, a[0]), clause2(x, -v, a[1]), clause3(x, v, -a[0], -a[1]); break;
    case GATE_XOR:
        clause3(x, -v, a[0], a[1]), clause3(x, -v, -a[0], -a[1]);
        clause3(x, v, -a[0], a[1]), clause3(x, v, a[0], -a[1]);
        break;
    case GATE_ITE:
        clause3(x, -v, -a[0], a[1]), clause3(x, -v, a[0], a[2]);
        clause3(x, v, -a[0], -a[1]), clause3(x, v, a[0], -a[2]);
        break;
    case GATE_MAJORITY:
        clause3(x, -v, a[0], a[1]), clause3(x, -v, a[0], a[2]), clause3(x, -v, a[1], a[2]);
        clause3(x, v, -a[0], -a[1]), clause3(x, v, -a[0], -a[2]), clause3(x, v, -a[1], -a[2]);
        break;
    default:
        if (!lit_is_constant(n->in[0])) clause(x, 1, (int[]){literal_of(x, n->in[0])});
        break;
    }
}

/* Leaves that both sides have are one variable. */
static void give_variable(interpolator *x, uint32_t node) {
    uint64_t is_leaf = 0;
    bool common = map_get(&x->leaf_terms, node, &is_leaf);
    int other = common ? x->variable[!x->side].data[node] : 0;
    x->variable[x->side].data[node] = other ? other : new_variable(x, common ? node * 2 : LIT_TRUE);
    vec_push(&x->todo, node);
}

/* The clauses of a formula and of the comparisons that are shared, on one side. */
static void encode(interpolator *x, enum proof_side side, lit root) {
    aig *g = graph_of(x);
    x->side = side;
    vec_clear(&x->todo);
    for (int i = 0; i < 2; i++) vec_resize(&x->variable[i], g->nodes.size);
    give_variable(x, lit_node(root));
    for (uint32_t i = 0; i < x->atoms.size; i++)
        if (!x->variable[side].data[x->atoms.data[i]]) give_variable(x, x->atoms.data[i]);
    for (uint32_t i = 0; i < x->todo.size; i++) {
        const aig_node *n = &g->nodes.data[x->todo.data[i]];
        uint32_t inputs = n->gate == GATE_INPUT && !lit_is_constant(n->in[0]) ? 1 : inputs_of(n);
        for (uint32_t k = 0; k < inputs; k++)
            if (!x->variable[side].data[lit_node(n->in[k])]) give_variable(x, lit_node(n->in[k]));
        define_gate(x, x->todo.data[i]);
    }
    clause(x, 1, (int[]){literal_of(x, root)});
}

/* ---- what the sides have in common ---- */

/* Bit i of a variable; floats by their interchange format, which is how they are translated. */
static term bit_of(terms *t, term var, uint32_t i) {
    if (term_is_bool(t, var)) return var;
    term bits = sort_is_fp(t, term_sort(t, var)) ? term_1(t, OP_FP_TO_BITS, var) : var;
    return term_eq(t, term_extract(t, i, i, bits), term_bv(t, 1, 1));
}

static void share_bits(interpolator *x, term var) {
    if (sort_kind_of(x->t, term_sort(x->t, var)) == SORT_RM) return;
    word w = blast_word(x->b, var);
    for (uint32_t i = 0; i < w.n; i++)
        map_set(&x->leaf_terms, lit_node(w.bit[i]), bit_of(x->t, var, i).id);
}

static bool is_over(interpolator *x, term a, const map *common) {
    term_vec vars = {0};
    term_vars(x->t, a, NULL, &vars);
    bool good = true;
    for (uint32_t i = 0; good && i < vars.size; i++) good = map_get(common, vars.data[i].id, NULL);
    vec_release(&vars);
    return good;
}

static void share_atom(interpolator *x, term a) {
    lit l = blast_word(x->b, a).bit[0];
    if (lit_is_constant(l) || map_get(&x->leaf_terms, lit_node(l), NULL)) return;
    map_set(&x->leaf_terms, lit_node(l), (l & 1 ? term_not(x->t, a) : a).id);
    vec_push(&x->atoms, lit_node(l));
}

/* The comparisons in a formula, below its connectives. */
static void share_atoms(interpolator *x, term formula, const map *common) {
    term_walk walk = {0};
    walk_add(&walk, formula);
    for (term a; x->atoms.size < MOST_ATOMS && walk_next(&walk, &a);) {
        if (term_is_connective(x->t, a)) walk_below(&walk, x->t, a);
        else if (!term_is_var(x->t, a) && is_over(x, a, common)) share_atom(x, a);
    }
    walk_release(&walk);
}

static void share(interpolator *x, term a, term b) {
    map in_a = {0}, seen = {0}, common = {0};
    term_vec vars = {0};
    term_vars(x->t, a, &in_a, &vars);
    map_clear(&in_a);
    for (uint32_t i = 0; i < vars.size; i++) map_set(&in_a, vars.data[i].id, 1);
    vec_clear(&vars);
    term_vars(x->t, b, &seen, &vars);
    for (uint32_t i = 0; i < vars.size; i++)
        if (map_get(&in_a, vars.data[i].id, NULL)) {
            map_set(&common, vars.data[i].id, 1);
            share_bits(x, vars.data[i]);
        }
    share_atoms(x, a, &common);
    share_atoms(x, b, &common);
    map_release(&in_a);
    map_release(&seen);
    map_release(&common);
    vec_release(&vars);
}

/* ---- the interpolant as a term ---- */

static term literal_term(terms *t, const term_vec *of, lit a) {
    term x = of->data[lit_node(a)];
    return a & 1 ? term_not(t, x) : x;
}

static term gate_term(const interpolator *x, const term_vec *of, const aig_node *n) {
    terms *t = x->t;
    term a = literal_term(t, of, n->in[0]), b = literal_term(t, of, n->in[1]);
    if (n->gate == GATE_AND) return term_and(t, a, b);
    if (n->gate == GATE_XOR) return term_not(t, term_eq(t, a, b));
    term c = literal_term(t, of, n->in[2]);
    if (n->gate == GATE_ITE) return term_ite(t, a, b, c);
    return term_or(t, term_and(t, a, b), term_and(t, c, term_or(t, a, b)));
}

/* Nodes that the interpolant is made of, in x->todo; false where they are too many or one is no
 * leaf. */
static bool collect(interpolator *x, uint32_t root, node_flags *needed) {
    vec_resize(needed, graph_of(x)->nodes.size);
    vec_clear(&x->todo);
    vec_push(&x->todo, root);
    needed->data[root] = 1;
    for (uint32_t i = 0; i < x->todo.size; i++) {
        const aig_node *n = &graph_of(x)->nodes.data[x->todo.data[i]];
        if (x->todo.size > MOST_NODES) return false;
        if (map_get(&x->leaf_terms, x->todo.data[i], NULL)) continue;
        if (n->gate < GATE_AND) return false;
        for (uint32_t k = 0; k < inputs_of(n); k++) {
            uint32_t in = lit_node(n->in[k]);
            if (!needed->data[in]) vec_push(&x->todo, in);
            needed->data[in] = 1;
        }
    }
    return true;
}

static bool to_term(interpolator *x, lit a, term *result) {
    if (lit_is_constant(a))
        return *result = a == LIT_TRUE ? term_true(x->t) : term_false(x->t), true;
    node_flags needed = {0};
    term_vec of = {0};
    bool good = collect(x, lit_node(a), &needed);
    if (good) vec_resize(&of, lit_node(a) + 1);
    for (uint32_t i = 1; good && i <= lit_node(a); i++) {
        uint64_t leaf;
        if (!needed.data[i]) continue;
        if (map_get(&x->leaf_terms, i, &leaf)) of.data[i] = (term){(uint32_t)leaf};
        else of.data[i] = gate_term(x, &of, &graph_of(x)->nodes.data[i]);
    }
    if (good) *result = literal_term(x->t, &of, a);
    vec_release(&needed);
    vec_release(&of);
    return good;
}

/* ---- all of it ---- */

static bool stop(void *state) {
    const interpolator *x = state;
    return x->limits && budget_over(x->limits);
}

/* A clause of a: what of it b can know. Of b: true. */
static lit label(const interpolator *x, bool of_a, uint32_t n, const int *literals) {
    lit known = of_a ? LIT_FALSE : LIT_TRUE;
    for (uint32_t i = 0; of_a && i < n; i++) {
        int v = literals[i] < 0 ? -literals[i] : literals[i];
        if (x->in_b.data[v])
            known = aig_or(graph_of(x), known, x->leaf.data[v] ^ (literals[i] < 0));
    }
    return known;
}

/* All clauses, until they contradict each other by unit propagation only. */
static void tell(interpolator *x, uint32_t end_of_a) {
    vec_push(&x->partial, LIT_TRUE); /* there is no clause 0 */
    for (uint32_t i = 0, n; i < x->clauses.size && !sat_refutation(x->sat); i += n + 1) {
        const int *l = x->clauses.data + i;
        for (n = 0; l[n];) n++;
        vec_push(&x->partial, label(x, i < end_of_a, n, l));
        sat_clause(x->sat, 0, n, l);
    }
}

static bool refute(interpolator *x, lit a, lit b) {
    encode(x, SIDE_A, a);
    uint32_t end_of_a = x->clauses.size;
    encode(x, SIDE_B, b);
    sat_trace(x->sat, &tracer, x);
    tell(x, end_of_a);
    sat_limits limits = {.conflicts = MOST_CONFLICTS, .stop = stop, .state = x};
    return sat_solve(x->sat, 0, NULL, &limits) == SAT_UNSATISFIABLE;
}

static void release(interpolator *x) {
    solver_delete(&x->b->base);
    sat_delete(x->sat);
    vec_release(&x->variable[SIDE_A]);
    vec_release(&x->variable[SIDE_B]);
    vec_release(&x->clauses);
    vec_release(&x->leaf);
    vec_release(&x->in_b);
    map_release(&x->leaf_terms);
    vec_release(&x->partial);
    vec_release(&x->todo);
    vec_release(&x->atoms);
}

bool interpolate_by_proof(terms *t, term a, term b, const budget *limits, term *interpolant) {
    assert_debug(term_is_bool(t, a) && term_is_bool(t, b));
    LOG("solver", "interpolant of %u and %u by a proof", a.id, b.id);
    if ((term_theories(t, a) | term_theories(t, b)) & ~(uint32_t)SERVED) return false;
    if (term_is_false(t, a) || term_is_false(t, b))
        return *interpolant = term_is_false(t, a) ? term_false(t) : term_true(t), true;
    interpolator x = {.t = t, .limits = limits, .sat = sat_new()};
    x.b = (blast_solver *)blast_new(t, (solver_options){0}, NULL);
    x.b->products.least = NO_PRODUCTS; /* a proof is about clauses that are there */
    bool good = blast_translate(x.b, a) && blast_translate(x.b, b);
    if (good) share(&x, a, b);
    lit left = good ? blast_word(x.b, a).bit[0] : LIT_FALSE;
    lit right = good ? blast_word(x.b, b).bit[0] : LIT_FALSE;
    if (good && (lit_is_constant(left) || lit_is_constant(right))) {
        good = left == LIT_FALSE || right == LIT_FALSE;
        *interpolant = left == LIT_FALSE ? term_false(t) : term_true(t);
    } else if (good) {
        good = refute(&x, left, right) &&
               to_term(&x, x.partial.data[sat_refutation(x.sat)], interpolant);
    }
    release(&x);
    if (good) solvers_record(t, SOLVED_BY_BLAST);
    return good;
}
