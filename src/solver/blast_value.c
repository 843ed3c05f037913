/* Values out of the SAT solver's model. Only inputs have values there that mean something (see
 * cnf.h); all else is computed from them. */
#include "solver/blast_internal.h"

static bool gate_value(const blast_solver *b, const aig_node *n) {
    bool v[3] = {0};
    for (uint32_t i = 0; i < gate_inputs(n); i++)
        v[i] = (b->known.data[lit_node(n->in[i])] & 1) ^ (n->in[i] & 1);
    switch (n->gate) {
    case GATE_AND: return v[0] && v[1];
    case GATE_XOR: return v[0] != v[1];
    case GATE_ITE: return v[0] ? v[1] : v[2];
    default: return v[0] + v[1] + v[2] > 1;
    }
}

/* Inner nodes are computed from the inputs: in the SAT solver they may have any value (see cnf.h).
 */
bool blast_value(blast_solver *b, lit x) {
    assert_debug(lit_node(x) < b->graph.nodes.size);
    if (b->graph.nodes.data[lit_node(x)].gate == GATE_INPUT) return cnf_value(&b->cnf, x);
    uint32_t stamp = b->round * 2;
    if (b->known.size < b->graph.nodes.size) vec_resize(&b->known, b->graph.nodes.size);
    vec_clear(&b->node_todo);
    vec_push(&b->node_todo, lit_node(x));
    while (b->node_todo.size) {
        uint32_t id = vec_last(&b->node_todo), waiting = b->node_todo.size;
        const aig_node *n = &b->graph.nodes.data[id];
        for (uint32_t i = 0; (b->known.data[id] & ~1u) != stamp && i < gate_inputs(n); i++)
            if ((b->known.data[lit_node(n->in[i])] & ~1u) != stamp)
                vec_push(&b->node_todo, lit_node(n->in[i]));
        if (b->node_todo.size > waiting) continue;
        bool v = n->gate == GATE_CONSTANT ? false
                 : n->gate == GATE_INPUT  ? cnf_value(&b->cnf, id * 2)
                                          : gate_value(b, n);
        b->known.data[id] = stamp | v;
        b->node_todo.size--;
    }
    return (b->known.data[lit_node(x)] & 1) ^ (x & 1);
}

static value wide_value(blast_solver *b, values *pool, sort s, word w) {
    terms *t = b->base.terms;
    mpz_t n;
    mpz_init(n);
    for (uint32_t i = 0; i < w.n; i++)
        if (blast_value(b, w.bit[i])) mpz_setbit(n, i);
    term constant = sort_is_fp(t, s) ? term_fp_bits(t, s, n) : term_bv_mpz(t, w.n, n);
    mpz_clear(n);
    return value_of_term(pool, constant);
}

value blast_word_value(blast_solver *b, values *pool, sort s, word w) {
    assert_debug(w.n == sort_width(b->base.terms, s));
    if (w.n > 64) return wide_value(b, pool, s, w);
    uint64_t bits = 0;
    for (uint32_t i = 0; i < w.n; i++) bits |= (uint64_t)blast_value(b, w.bit[i]) << i;
    switch (sort_kind_of(b->base.terms, s)) {
    case SORT_BOOL: return value_bool(b->base.terms, bits);
    case SORT_RM: return value_of_term(pool, term_rm(b->base.terms, (enum rounding)bits));
    default: return (value){s, bits};
    }
}
