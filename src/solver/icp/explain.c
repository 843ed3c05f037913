/* Reasons, found when they are asked for: the contractor runs again on domains that know less, and
 * whatever it did not need is left out. Any set of facts from which the contractor establishes what
 * is wanted is a reason, because contractors are sound; so this needs to know nothing about
 * operations, and bounds become as weak as a few trials make them. */
#include "solver/icp/internal.h"

enum { MANY_NODES = 10, HIDDEN = 128 };

/* the domain before that change was made */
static dom dom_before(const icp_solver *s, uint32_t node, uint32_t change) {
    assert_debug(node < s->graph.nodes.size);
    dom after = s->graph.doms.data[node];
    for (uint32_t c = s->graph.nodes.data[node].last; c != NO_NODE && c >= change;
         c = s->trail.changes.data[c].previous)
        after = s->trail.changes.data[c].old;
    return after;
}

static bool holds(const icp_solver *s, const dom *d, icp_literal fact) {
    return literal_status(d, &s->graph.nodes.data[fact.node], fact) == HOLDS;
}

uint32_t change_of(const icp_solver *s, icp_literal fact, uint32_t before) {
    assert_debug(fact.node < s->graph.nodes.size);
    uint32_t c = s->graph.nodes.data[fact.node].last;
    while (c != NO_NODE && c >= before) c = s->trail.changes.data[c].previous;
    while (c != NO_NODE && holds(s, &s->trail.changes.data[c].old, fact))
        c = s->trail.changes.data[c].previous;
    return c;
}

/* ---- clauses ---- */

void icp_explain_clause(icp_solver *s, uint32_t clause, uint32_t first, uint32_t before) {
    assert_debug(clause < s->clauses.all.size);
    assert_debug(before <= s->trail.changes.size);
    for (uint32_t i = first; i < s->clauses.all.data[clause].size; i++) {
        icp_literal l = clause_literals(s, clause)[i];
        dom d = dom_before(s, l.node, before);
        literal_falsifier(&d, &s->graph.nodes.data[l.node], l, false, &s->analysis.reasons);
    }
}

/* ---- trials ---- */

typedef struct {
    uint32_t node;      /* whose contractor; NO_NODE: the domain itself, of scope[0] */
    uint32_t target, n; /* n wanted facts of the target; 0: a contradiction */
    const icp_literal *wanted;
} trial;

static void load(icp_solver *s) {
    for (uint32_t i = 0; i < s->analysis.scope.size; i++)
        s->graph.doms.data[s->analysis.scope.data[i]] =
            s->graph.ground.data[s->analysis.scope.data[i]];
    for (uint32_t i = 0; i < s->analysis.facts.size; i++) {
        icp_literal f = s->analysis.facts.data[i];
        if (f.node != NO_NODE)
            literal_apply(&s->graph.doms.data[f.node], &s->graph.nodes.data[f.node], f);
    }
}

static bool tidy_scope(icp_solver *s) {
    for (uint32_t i = 0; i < s->analysis.scope.size; i++) {
        dom *d = &s->graph.doms.data[s->analysis.scope.data[i]];
        *d = dom_tidy(d, &s->graph.nodes.data[s->analysis.scope.data[i]]);
        if (d->empty) return false;
    }
    return true;
}

/* Does it do the same with the facts that are left? */
static bool still(icp_solver *s, const trial *t) {
    load(s);
    if (!tidy_scope(s)) return true;
    if (t->node != NO_NODE && !icp_contract(s, t->node)) return true;
    for (uint32_t i = 0; i < t->n; i++)
        if (!holds(s, &s->graph.doms.data[t->target], t->wanted[i])) return false;
    return t->n != 0;
}

/* All facts of a node at once; returns how many it has, 0 where they went. */
static uint32_t drop_node(icp_solver *s, const trial *t, uint32_t node) {
    uint32_t had = 0;
    for (uint32_t i = 0; i < s->analysis.facts.size; i++)
        if (s->analysis.facts.data[i].node == node)
            s->analysis.facts.data[i].node = NO_NODE, s->analysis.facts.data[i].channel |= HIDDEN,
            had++;
    bool gone = had && still(s, t);
    for (uint32_t i = 0; i < s->analysis.facts.size; i++) {
        if (!(s->analysis.facts.data[i].channel & HIDDEN)) continue;
        s->analysis.facts.data[i].channel &= (uint8_t)~HIDDEN;
        if (!gone) s->analysis.facts.data[i].node = node;
    }
    return gone ? 0 : had;
}

static void drop_facts(icp_solver *s, const trial *t) {
    bool table = t->node != NO_NODE &&
                 s->graph.nodes.data[t->node].op == OP_SELECT; /* each trial reads it all */
    for (uint32_t k = 0; k < s->analysis.scope.size; k++) {
        uint32_t node = s->analysis.scope.data[k];
        if (drop_node(s, t, node) < 2 || table) continue;
        for (uint32_t i = 0; i < s->analysis.facts.size; i++) {
            if (s->analysis.facts.data[i].node != node) continue;
            s->analysis.facts.data[i].node = NO_NODE;
            if (!still(s, t)) s->analysis.facts.data[i].node = node;
        }
    }
}

/* The weakest value that a bound could have: what holds anyway. */
static bool weakest(const icp_solver *s, icp_literal f, uint64_t *out) {
    const dom *g = &s->graph.ground.data[f.node];
    const icp_node *n = &s->graph.nodes.data[f.node];
    switch (f.channel) {
    case CH_LO: return *out = (uint64_t)span_rank(n->format, g->f.lo), true;
    case CH_HI: return *out = (uint64_t)span_rank(n->format, g->f.hi), true;
    case CH_ULO: return *out = g->w.ulo, true;
    case CH_UHI: return *out = g->w.uhi, true;
    case CH_SLO: return *out = (uint64_t)g->w.slo, true;
    case CH_SHI: return *out = (uint64_t)g->w.shi, true;
    default: return false;
    }
}

/* Half way; differences fit into an unsigned word whatever the order is. */
static uint64_t between(icp_literal f, uint64_t weak) {
    bool low = f.channel == CH_LO || f.channel == CH_ULO || f.channel == CH_SLO;
    uint64_t far = low ? f.value - weak : weak - f.value;
    return low ? f.value - far / 2 : f.value + far / 2;
}

static void weaken_bound(icp_solver *s, const trial *t, uint32_t i) {
    uint64_t weak;
    icp_literal *f = &s->analysis.facts.data[i];
    if (!weakest(s, *f, &weak)) return;
    for (uint32_t k = 0; k < s->analysis.patience; k++) {
        uint64_t now = f->value, middle = between(*f, weak);
        if (middle == now) return;
        f->value = middle;
        if (still(s, t)) continue;
        f->value = now;
        weak = middle;
    }
}

/* Bits in groups, then one by one where few are left. */
static void weaken_bits(icp_solver *s, const trial *t, uint32_t i, uint32_t group) {
    icp_literal *f = &s->analysis.facts.data[i];
    for (uint32_t low = 0; low < 64; low += group) {
        uint64_t now = f->value, some = (group == 64 ? ~0ull : (1ull << group) - 1) << low;
        if (!(now & some) || now == (now & some)) continue;
        f->value = now & ~some;
        if (!still(s, t)) f->value = now;
    }
}

static void weaken_facts(icp_solver *s, const trial *t) {
    if (t->node != NO_NODE && s->graph.nodes.data[t->node].op == OP_SELECT) return;
    for (uint32_t i = 0; i < s->analysis.facts.size; i++) {
        icp_literal f = s->analysis.facts.data[i];
        if (f.node == NO_NODE) continue;
        if (f.channel != CH_ZEROS && f.channel != CH_ONES) {
            weaken_bound(s, t, i);
            continue;
        }
        weaken_bits(s, t, i, 8);
        if (__builtin_popcountll(s->analysis.facts.data[i].value) <= 16) weaken_bits(s, t, i, 1);
    }
}

/* ---- contractors ---- */

static void add_scope(icp_solver *s, uint32_t node) {
    for (uint32_t i = 0; i < s->analysis.scope.size; i++)
        if (s->analysis.scope.data[i] == node) return;
    vec_push(&s->analysis.scope, node);
}

/* What changed last is left out first. */
static void newest_first(icp_solver *s) {
    for (uint32_t i = 1; i < s->analysis.scope.size; i++) {
        uint32_t node = s->analysis.scope.data[i], at = i,
                 last = s->graph.nodes.data[node].last + 1; /* NO_NODE: 0 */
        for (; at && s->graph.nodes.data[s->analysis.scope.data[at - 1]].last + 1 < last; at--)
            s->analysis.scope.data[at] = s->analysis.scope.data[at - 1];
        s->analysis.scope.data[at] = node;
    }
}

static void collect_facts(icp_solver *s, uint32_t before) {
    vec_clear(&s->analysis.facts);
    for (uint32_t i = 0; i < s->analysis.scope.size; i++) {
        uint32_t node = s->analysis.scope.data[i];
        dom d = dom_before(s, node, before);
        facts_of(&d, &s->graph.ground.data[node], &s->graph.nodes.data[node], node,
                 &s->analysis.facts);
    }
}

static void explain_by_trials(icp_solver *s, const trial *t) {
    vec_clear(&s->analysis.kept);
    for (uint32_t i = 0; i < s->analysis.scope.size; i++)
        vec_push(&s->analysis.kept, s->graph.doms.data[s->analysis.scope.data[i]]);
    s->trail.dry = true;
    if (still(s, t)) { /* otherwise all facts stay: they are what it had */
        drop_facts(s, t);
        weaken_facts(s, t);
    }
    s->trail.dry = false;
    for (uint32_t i = 0; i < s->analysis.scope.size; i++)
        s->graph.doms.data[s->analysis.scope.data[i]] = s->analysis.kept.data[i];
}

static void explain_contractor(icp_solver *s, uint32_t change, uint32_t n,
                               const icp_literal *wanted) {
    const icp_change c = s->trail.changes.data[change];
    trial t = {c.reason == BY_DOMAIN ? NO_NODE : c.of, c.node, n, wanted};
    vec_clear(&s->analysis.scope);
    if (t.node == NO_NODE) add_scope(s, c.node);
    else {
        const icp_node *k = &s->graph.nodes.data[t.node];
        add_scope(s, t.node);
        for (uint32_t i = 0; i < k->args; i++) add_scope(s, arg_of(s, k, i));
        newest_first(s);
    }
    collect_facts(s, c.start);
    if (s->analysis.scope.size <= MANY_NODES) explain_by_trials(s, &t);
    for (uint32_t i = 0; i < s->analysis.facts.size; i++)
        if (s->analysis.facts.data[i].node != NO_NODE)
            vec_push(&s->analysis.reasons, s->analysis.facts.data[i]);
}

/* ---- conjunctions and disjunctions, of any size ---- */

static bool is_value(const icp_solver *s, uint32_t node, bool truth, uint32_t before) {
    dom d = dom_before(s, node, before);
    return truth ? !d.can_false : !d.can_true;
}

static bool add_value(icp_solver *s, uint32_t node, bool truth, uint32_t before) {
    if (!is_value(s, node, truth, before)) return false;
    if (s->graph.ground.data[node].can_true && s->graph.ground.data[node].can_false)
        vec_push(&s->analysis.reasons, ((icp_literal){node, truth ? CH_TRUE : CH_FALSE, 0}));
    return true;
}

static bool add_all(icp_solver *s, const icp_node *k, bool truth, uint32_t except,
                    uint32_t before) {
    for (uint32_t i = 0; i < k->args; i++)
        if (arg_of(s, k, i) != except && !add_value(s, arg_of(s, k, i), truth, before))
            return false;
    return true;
}

/* The argument that decides, and has been there longest. */
static bool add_some(icp_solver *s, const icp_node *k, bool truth, uint32_t before) {
    uint32_t best = NO_NODE, since = NO_NODE;
    for (uint32_t i = 0; i < k->args; i++) {
        uint32_t x = arg_of(s, k, i);
        if (!is_value(s, x, truth, before)) continue;
        uint32_t at = change_of(s, (icp_literal){x, truth ? CH_TRUE : CH_FALSE, 0}, before);
        if (at == NO_NODE) return true;
        if (best == NO_NODE || at < since) best = x, since = at;
    }
    return best != NO_NODE && add_value(s, best, truth, before);
}

/* For a conjunction `unit` is true: it is so iff all its arguments are. */
static bool explain_junction(icp_solver *s, uint32_t change, uint32_t n,
                             const icp_literal *wanted) {
    const icp_change c = s->trail.changes.data[change];
    const icp_node *k = &s->graph.nodes.data[c.of];
    bool unit = k->op == OP_AND, is_unit = n && (wanted->channel == CH_TRUE) == unit;
    if (!n)
        return is_value(s, c.of, unit, c.start)
                   ? add_value(s, c.of, unit, c.start) && add_some(s, k, !unit, c.start)
                   : add_value(s, c.of, !unit, c.start) && add_all(s, k, unit, NO_NODE, c.start);
    if (c.node == c.of)
        return is_unit ? add_all(s, k, unit, NO_NODE, c.start) : add_some(s, k, !unit, c.start);
    return is_unit ? add_value(s, c.of, unit, c.start)
                   : add_value(s, c.of, !unit, c.start) && add_all(s, k, unit, c.node, c.start);
}

void icp_explain(icp_solver *s, uint32_t change, uint32_t n, const icp_literal *wanted) {
    assert_debug(change < s->trail.changes.size);
    const icp_change c = s->trail.changes.data[change];
    uint32_t had = s->analysis.reasons.size;
    if (c.reason == BY_CLAUSE) {
        icp_explain_clause(s, c.of, 1, change);
        return;
    }
    bool junction = c.reason == BY_CONTRACTOR && (s->graph.nodes.data[c.of].op == OP_AND ||
                                                  s->graph.nodes.data[c.of].op == OP_OR);
    if (junction && explain_junction(s, change, n, wanted)) return;
    s->analysis.reasons.size = had;
    explain_contractor(s, change, n, wanted);
}
