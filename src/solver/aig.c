#include "solver/aig.h"
#include "base/fail.h"

#define TABLE_START 1024u

void aig_init(aig *g) {
    memset(g, 0, sizeof *g);
    vec_resize(&g->table, TABLE_START);
    vec_push(&g->nodes, ((aig_node){{0, 0, 0}, GATE_CONSTANT, 0, false, false}));
}

void aig_release(aig *g) {
    vec_release(&g->nodes);
    vec_release(&g->table);
    map_release(&g->facts);
}

/* ---- structural hashing ---- */

static uint32_t slot_of(const aig *g, const lit in[3], enum gate gate) {
    uint64_t h = hash_mix((uint64_t)in[0] << 32 | in[1]) ^ hash_mix((uint64_t)in[2] << 8 | gate);
    return (uint32_t)(h ^ h >> 29) & (g->table.size - 1);
}

static bool is_node(const aig_node *n, const lit in[3], enum gate gate) {
    return n->gate == gate && n->in[0] == in[0] && n->in[1] == in[1] && n->in[2] == in[2];
}

static uint32_t find_slot(const aig *g, const lit in[3], enum gate gate) {
    uint32_t i = slot_of(g, in, gate);
    while (g->table.data[i] && !is_node(&g->nodes.data[g->table.data[i]], in, gate))
        i = (i + 1) & (g->table.size - 1);
    return i;
}

static void grow_table(aig *g) {
    uint32_t size = g->table.size * 2;
    vec_clear(&g->table);
    vec_resize(&g->table, size);
    for (uint32_t id = 1; id < g->nodes.size; id++) {
        const aig_node *n = &g->nodes.data[id];
        if (n->gate != GATE_INPUT) g->table.data[find_slot(g, n->in, n->gate)] = id;
    }
}

static void refer(aig *g, lit a) {
    uint8_t *fanout = &g->nodes.data[lit_node(a)].fanout;
    if (*fanout < 255) ++*fanout;
}

static lit gate_of(aig *g, enum gate gate, lit a, lit b, lit c) {
    assert_debug(lit_node(a) < g->nodes.size && lit_node(b) < g->nodes.size);
    assert_debug(gate <= GATE_XOR || lit_node(c) < g->nodes.size);
    lit in[3] = {a, b, c};
    uint32_t slot = find_slot(g, in, gate);
    if (g->table.data[slot]) return g->table.data[slot] * 2;
    uint32_t id = g->nodes.size;
    refer(g, a), refer(g, b);
    if (gate > GATE_XOR) refer(g, c);
    vec_push(&g->nodes, ((aig_node){{a, b, c}, (uint8_t)gate, 0, false, false}));
    g->table.data[slot] = id;
    if (++g->hashed * 2 > g->table.size) grow_table(g);
    return id * 2;
}

lit aig_input(aig *g) {
    vec_push(&g->nodes, ((aig_node){{LIT_TRUE, 0, 0}, GATE_INPUT, 0, false, false}));
    return (g->nodes.size - 1) * 2;
}

void aig_constrain(aig *g, lit input, lit constraint) {
    assert_debug(lit_node(constraint) < g->nodes.size);
    assert_debug(g->nodes.data[lit_node(input)].gate == GATE_INPUT && !(input & 1));
    g->nodes.data[lit_node(input)].in[0] = constraint;
}

void aig_tell_fact(aig *g, lit gate, lit fact) {
    assert_debug(lit_node(gate) < g->nodes.size && lit_node(fact) < g->nodes.size);
    aig_node *n = &g->nodes.data[lit_node(gate)];
    if (n->gate < GATE_AND || n->fact || fact == LIT_TRUE) return;
    n->fact = true;
    map_set(&g->facts, lit_node(gate), fact);
}

/* ---- conjunction ---- */

static const aig_node *conjunction(const aig *g, lit a) {
    const aig_node *n = &g->nodes.data[lit_node(a)];
    return n->gate == GATE_AND ? n : NULL;
}

/* a & b where b is a possibly negated conjunction: LIT_NONE where nothing simplifies, otherwise the
 * result, or, in *again, what to put for b. */
static lit and_one_level(const aig *g, lit a, lit b, lit *again) {
    const aig_node *n = conjunction(g, b);
    if (!n) return LIT_NONE;
    for (int i = 0; i < 2; i++) {
        lit x = n->in[i], other = n->in[1 - i];
        if (!(b & 1)) {
            if (x == a) return b;
            if (x == lit_not(a)) return LIT_FALSE;
        } else {
            if (x == lit_not(a)) return a;
            if (x == a) return *again = lit_not(other), LIT_NONE;
        }
    }
    return LIT_NONE;
}

/* Both are conjunctions: contradiction, absorption and resolution between their inputs. */
static lit and_two_levels(const aig *g, lit a, lit b, lit *again) {
    const aig_node *m = conjunction(g, a), *n = conjunction(g, b);
    if (!m || !n) return LIT_NONE;
    for (int k = 0; k < 4; k++) {
        lit x = m->in[k & 1], x2 = m->in[1 - (k & 1)], y = n->in[k >> 1], y2 = n->in[1 - (k >> 1)];
        if (!(a & 1) && !(b & 1) && x == lit_not(y)) return LIT_FALSE;
        if ((a & 1) && (b & 1) && x == y && x2 == lit_not(y2)) return lit_not(x);
        if (!(a & 1) && (b & 1) && x == lit_not(y)) return a;
        if ((a & 1) && !(b & 1) && x == lit_not(y)) return b;
        if (!(a & 1) && (b & 1) && x == y) return *again = lit_not(y2), LIT_NONE;
    }
    return LIT_NONE;
}

lit aig_and(aig *g, lit a, lit b) {
    assert_debug(lit_node(a) < g->nodes.size && lit_node(b) < g->nodes.size);
    for (;;) {
        if (a > b) {
            lit swap = a;
            a = b, b = swap;
        }
        if (a == LIT_FALSE || a == lit_not(b)) return LIT_FALSE;
        if (a == LIT_TRUE || a == b) return b;
        lit again = LIT_NONE, r = and_one_level(g, a, b, &again);
        if (r != LIT_NONE) return r;
        if (again != LIT_NONE) {
            b = again;
            continue;
        }
        r = and_one_level(g, b, a, &again);
        if (r != LIT_NONE) return r;
        if (again != LIT_NONE) {
            a = again;
            continue;
        }
        r = and_two_levels(g, a, b, &again);
        if (r != LIT_NONE) return r;
        if (again != LIT_NONE) {
            b = again;
            continue;
        }
        r = and_two_levels(g, b, a, &again);
        if (r != LIT_NONE) return r;
        if (again != LIT_NONE) {
            a = again;
            continue;
        }
        return gate_of(g, GATE_AND, a, b, 0);
    }
}

/* ---- the other gates ---- */

lit aig_xor(aig *g, lit a, lit b) {
    assert_debug(lit_node(a) < g->nodes.size && lit_node(b) < g->nodes.size);
    lit sign = (a ^ b) & 1;
    a &= ~1u, b &= ~1u;
    if (a > b) {
        lit swap = a;
        a = b, b = swap;
    }
    if (a == LIT_FALSE) return b ^ sign;
    if (a == b) return LIT_FALSE ^ sign;
    const aig_node *n = &g->nodes.data[lit_node(b)];
    if (n->gate == GATE_XOR && n->in[0] == a) return n->in[1] ^ sign;
    if (n->gate == GATE_XOR && n->in[1] == a) return n->in[0] ^ sign;
    return gate_of(g, GATE_XOR, a, b, 0) ^ sign;
}

/* A branch that tests the same condition again shows one of its own branches. */
static lit under_condition(const aig *g, lit c, bool holds, lit a) {
    const aig_node *n = &g->nodes.data[lit_node(a)];
    if (n->gate == GATE_ITE && n->in[0] == c) return n->in[holds ? 1 : 2] ^ (a & 1);
    return a;
}

lit aig_ite(aig *g, lit c, lit a, lit b) {
    assert_debug(lit_node(c) < g->nodes.size);
    assert_debug(lit_node(a) < g->nodes.size && lit_node(b) < g->nodes.size);
    if (c == LIT_TRUE || a == b) return a;
    if (c == LIT_FALSE) return b;
    if (c & 1) {
        lit swap = a;
        c ^= 1, a = b, b = swap;
    }
    a = under_condition(g, c, true, a);
    b = under_condition(g, c, false, b);
    if (a == c) a = LIT_TRUE;
    if (a == lit_not(c)) a = LIT_FALSE;
    if (b == c) b = LIT_FALSE;
    if (b == lit_not(c)) b = LIT_TRUE;
    if (a == b) return a;
    if (a == lit_not(b)) return aig_xor(g, c, b);
    if (a == LIT_TRUE) return aig_or(g, c, b);
    if (a == LIT_FALSE) return aig_and(g, lit_not(c), b);
    if (b == LIT_TRUE) return aig_implies(g, c, a);
    if (b == LIT_FALSE) return aig_and(g, c, a);
    lit sign = a & 1;
    return gate_of(g, GATE_ITE, c, a ^ sign, b ^ sign) ^ sign;
}

static void order(lit *a, lit *b) {
    if (*a <= *b) return;
    lit swap = *a;
    *a = *b, *b = swap;
}

lit aig_majority(aig *g, lit a, lit b, lit c) {
    assert_debug(lit_node(a) < g->nodes.size);
    assert_debug(lit_node(b) < g->nodes.size && lit_node(c) < g->nodes.size);
    order(&a, &b), order(&b, &c), order(&a, &b);
    if (a == LIT_FALSE) return aig_and(g, b, c);
    if (a == LIT_TRUE) return aig_or(g, b, c);
    if (a == b) return a;
    if (b == c) return b;
    if (a == lit_not(b)) return c;
    if (b == lit_not(c)) return a;
    lit sign =
        (a & 1) + (b & 1) + (c & 1) > 1; /* majority is its own dual: at most one negated input */
    return gate_of(g, GATE_MAJORITY, a ^ sign, b ^ sign, c ^ sign) ^ sign;
}

/* ---- the invariants, in debug builds ---- */

#ifdef CINCH_CHECK

static void check_gate(const aig *g, uint32_t id) {
    const aig_node *n = &g->nodes.data[id];
    for (uint32_t i = 0; i < (n->gate > GATE_XOR ? 3u : 2u); i++)
        require(lit_node(n->in[i]) < id, "gate %u is before its input", id);
    require(g->table.data[find_slot(g, n->in, n->gate)] == id, "gate %u is there twice", id);
}

void aig_check(const aig *g) {
    require(g->hashed * 2 <= g->table.size, "the table of gates is too full");
    for (uint32_t id = 1; id < g->nodes.size; id++) {
        const aig_node *n = &g->nodes.data[id];
        if (n->gate >= GATE_AND) check_gate(g, id);
        else require(lit_node(n->in[0]) < g->nodes.size, "input %u assumes what is not there", id);
        require(!n->fact || map_get(&g->facts, id, NULL), "gate %u has lost its fact", id);
    }
}

#else

void aig_check(const aig *g) { (void)g; }

#endif
