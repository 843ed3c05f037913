/* Learning: from a contradiction back to the one change of the last level that all its reasons run
 * through (the first unique implication point), and to the assumptions, where one of them is false.
 */
#include "solver/icp/internal.h"
#include "base/log.h"
#include "base/fail.h"

void node_bump(icp_solver *s, uint32_t node) {
    assert_debug(node < s->graph.nodes.size);
    s->order.activity.data[node] += s->order.node_bump;
    if (s->order.activity.data[node] < 1e30f) return;
    for (uint32_t i = 0; i < s->graph.nodes.size; i++) s->order.activity.data[i] *= 1e-30f;
    s->order.node_bump *= 1e-30f;
}

static void clause_bump(icp_solver *s, uint32_t clause) {
    s->clauses.all.data[clause].activity += s->clauses.bump;
    if (s->clauses.all.data[clause].activity < 1e30f) return;
    for (uint32_t i = 0; i < s->clauses.all.size; i++) s->clauses.all.data[i].activity *= 1e-30f;
    s->clauses.bump *= 1e-30f;
}

/* ---- needs ---- */

static bool is_low(uint8_t channel) { return channel == CH_LO || channel == CH_ULO; }

/* Two facts of one channel as one. */
static void strengthen(icp_literal *f, icp_literal g) {
    if (f->channel == CH_ZEROS || f->channel == CH_ONES) f->value |= g.value;
    else if (f->channel == CH_SLO || f->channel == CH_LO)
        f->value = (int64_t)g.value > (int64_t)f->value ? g.value : f->value;
    else if (f->channel == CH_SHI || f->channel == CH_HI)
        f->value = (int64_t)g.value < (int64_t)f->value ? g.value : f->value;
    else if (is_low(f->channel)) f->value = g.value > f->value ? g.value : f->value;
    else f->value = g.value < f->value ? g.value : f->value;
}

/* Returns whether the change was not needed so far. */
static bool need_of(icp_solver *s, uint32_t change, icp_literal fact) {
    uint32_t first = s->analysis.mark.data[change];
    for (uint32_t i = first; i; i = s->analysis.needs.data[i - 1].next) {
        icp_literal *f = &s->analysis.needs.data[i - 1].fact;
        if (f->channel != fact.channel) continue;
        strengthen(f, fact);
        return false;
    }
    vec_push(&s->analysis.needs, ((icp_need){fact, first}));
    s->analysis.mark.data[change] = s->analysis.needs.size;
    if (!first) vec_push(&s->analysis.marked, change);
    return !first;
}

/* Bits that came at different times are needed of different changes. Returns how many changes of
 * `level` are new. */
static uint32_t need_bits(icp_solver *s, icp_literal fact, uint32_t before, uint32_t level) {
    uint32_t c = s->graph.nodes.data[fact.node].last, fresh = 0;
    uint64_t left = fact.value;
    while (c != NO_NODE && c >= before) c = s->trail.changes.data[c].previous;
    for (; c != NO_NODE && left; c = s->trail.changes.data[c].previous) {
        const word_dom *old = &s->trail.changes.data[c].old.w;
        uint64_t there = fact.channel == CH_ZEROS ? old->zeros : old->ones;
        fact.value = left & ~there;
        left &= there;
        if (fact.value && need_of(s, c, fact)) fresh += s->trail.changes.data[c].level == level;
    }
    return fresh;
}

static uint32_t need(icp_solver *s, icp_literal fact, uint32_t before, uint32_t level) {
    node_bump(s, fact.node);
    if (fact.channel == CH_ZEROS || fact.channel == CH_ONES)
        return need_bits(s, fact, before, level);
    uint32_t c = change_of(s, fact, before);
    return c != NO_NODE && need_of(s, c, fact) && s->trail.changes.data[c].level == level;
}

static uint32_t need_reasons(icp_solver *s, uint32_t before, uint32_t level) {
    uint32_t fresh = 0;
    for (uint32_t i = 0; i < s->analysis.reasons.size; i++)
        fresh += need(s, s->analysis.reasons.data[i], before, level);
    vec_clear(&s->analysis.reasons);
    return fresh;
}

static void no_needs(icp_solver *s) {
    for (uint32_t i = 0; i < s->analysis.marked.size; i++)
        s->analysis.mark.data[s->analysis.marked.data[i]] = 0;
    vec_clear(&s->analysis.marked);
    vec_clear(&s->analysis.needs);
    vec_clear(&s->analysis.reasons);
    if (s->analysis.mark.size < s->trail.changes.size)
        vec_resize(&s->analysis.mark, s->trail.changes.size);
}

static void wanted_of(icp_solver *s, uint32_t change) {
    vec_clear(&s->analysis.wanted);
    for (uint32_t i = s->analysis.mark.data[change]; i; i = s->analysis.needs.data[i - 1].next)
        vec_push(&s->analysis.wanted, s->analysis.needs.data[i - 1].fact);
}

/* "A number" and a weak bound of it are one strong bound. */
static void join_wanted(icp_solver *s) {
    uint32_t number = NO_NODE, limit = NO_NODE;
    for (uint32_t i = 0; i < s->analysis.wanted.size; i++) {
        uint8_t c = s->analysis.wanted.data[i].channel;
        if (c == CH_NUMBER) number = i;
        if (c == CH_LO || c == CH_HI) limit = i;
    }
    if (number == NO_NODE || limit == NO_NODE) return;
    icp_literal *b = &s->analysis.wanted.data[limit];
    b->channel = b->channel == CH_LO ? CH_NUMBER_LO : CH_NUMBER_HI;
    s->analysis.wanted.data[number] = vec_last(&s->analysis.wanted);
    s->analysis.wanted.size--;
}

static bool one_literal(const icp_solver *s) {
    const icp_literal *f = s->analysis.wanted.data;
    bool bits = f->channel == CH_ZEROS || f->channel == CH_ONES;
    return s->analysis.wanted.size == 1 && (!bits || !(f->value & (f->value - 1)));
}

/* ---- conflicts ---- */

static uint32_t begin(icp_solver *s, uint32_t level) {
    no_needs(s);
    uint32_t end = s->trail.changes.size;
    if (s->analysis.failed_clause != NO_NODE) {
        clause_bump(s, s->analysis.failed_clause);
        icp_explain_clause(s, s->analysis.failed_clause, 0, end);
        interpolant_begin(s, end - 1);
        return need_reasons(s, end, level);
    }
    uint32_t start = s->trail.changes.data[end - 1].start;
    icp_explain(s, end - 1, 0, NULL);
    interpolant_begin(s, end - 1);
    return need_reasons(s, start < end - 1 ? start : end - 1, level);
}

static void resolve(icp_solver *s, uint32_t change) {
    const icp_change *c = &s->trail.changes.data[change];
    if (c->reason == BY_CLAUSE) clause_bump(s, c->of);
    icp_explain(s, change, s->analysis.wanted.size, s->analysis.wanted.data);
    interpolant_resolve(s, change);
}

/* The highest level that something is needed of, and how many changes of it are. Returns 0 where
 * nothing is needed of any level. */
static uint32_t lower_level(const icp_solver *s, uint32_t *level) {
    uint32_t n = 0;
    *level = 0;
    for (uint32_t i = 0; i < s->analysis.marked.size; i++) {
        uint32_t at = s->trail.changes.data[s->analysis.marked.data[i]].level;
        if (!s->analysis.mark.data[s->analysis.marked.data[i]] || at < *level) continue;
        n = at == *level ? n + 1 : 1;
        *level = at;
    }
    return n;
}

/* Leaves the change, and what is wanted of it in s->analysis.wanted. A reason may need less than what its
 * contractor had; where it needs nothing of the last level, the contradiction was there on a lower
 * one, whose propagation stopped early. NO_NODE: it needs no decision. */
static uint32_t find_uip(icp_solver *s, uint32_t open, uint32_t level) {
    for (uint32_t i = s->trail.changes.size; i--;) {
        if (!open && !(open = lower_level(s, &level))) return NO_NODE;
        if (!s->analysis.mark.data[i]) continue;
        wanted_of(s, i);
        if (open == 1) join_wanted(s);
        if (open == 1 && one_literal(s)) return i;
        require(s->trail.changes.data[i].reason != BY_DECISION, "a decision is one literal");
        wanted_of(s, i);
        uint32_t start =
            s->trail.changes.data[i].reason == BY_CLAUSE ? i : s->trail.changes.data[i].start;
        resolve(s, i);
        s->analysis.mark.data[i] = 0;
        open += need_reasons(s, start, level) - 1;
    }
    return NO_NODE;
}

static void push_negated(icp_solver *s, icp_literal f) {
    if (f.channel != CH_ZEROS && f.channel != CH_ONES) {
        vec_push(&s->analysis.learnt, literal_negated(f));
        return;
    }
    for (uint64_t left = f.value; left; left &= left - 1) {
        f.value = left & -left;
        vec_push(&s->analysis.learnt, literal_negated(f));
    }
}

/* The clause, its literal of the last level first and one of the level below second. Returns that
 * level. */
static uint32_t make_clause(icp_solver *s, uint32_t uip) {
    uint32_t back = 0;
    vec_clear(&s->analysis.learnt);
    push_negated(s, s->analysis.wanted.data[0]);
    for (uint32_t k = 0; k < s->analysis.marked.size; k++) {
        uint32_t change = s->analysis.marked.data[k], level = s->trail.changes.data[change].level,
                 first = s->analysis.learnt.size;
        if (change == uip || !s->analysis.mark.data[change]) continue;
        wanted_of(s, change);
        join_wanted(s);
        for (uint32_t i = 0; i < s->analysis.wanted.size; i++)
            push_negated(s, s->analysis.wanted.data[i]);
        if (level <= back) continue;
        back = level;
        icp_literal highest = s->analysis.learnt.data[first];
        s->analysis.learnt.data[first] = s->analysis.learnt.data[1];
        s->analysis.learnt.data[1] = highest;
    }
    return back;
}

bool icp_learn(icp_solver *s) {
    LOG("icp", "learn at level %u", s->trail.levels.size);
    uint32_t level = s->trail.levels.size;
    s->conflicts++;
    if (!level) { /* a contradiction without reasons: they are not kept */
        if (s->proof) s->proof->chain = (term){0};
        return false;
    }
    uint32_t uip = find_uip(s, begin(s, level), level);
    if (uip == NO_NODE) return false;
    uint32_t back = make_clause(s, uip);
    icp_undo(s, back);
    s->clauses.bump *= 1.001f;
    s->order.node_bump *= 1.05f;
    uint32_t clause = clause_add(s, s->analysis.learnt.size, s->analysis.learnt.data, true);
    if (s->proof) s->clauses.all.data[clause].worth = s->proof->chain;
    icp_set(s, clause_literals(s, clause)[0], BY_CLAUSE, clause);
    return true;
}

/* ---- cores ---- */

static void use(icp_solver *s, uint32_t assumption, const icp_literals *facts) {
    if (assumption == NO_NODE) {
        s->rests_on_gap = true;
        return;
    }
    s->analysis.used.data[assumption] = 1;
    for (uint32_t i = 0; i < facts->size; i++) {
        icp_literal f = facts->data[i];
        vec_push(&s->analysis.core_facts, ((icp_need){f, assumption}));
    }
}

/* The assumption is weakened too, to the negation of what holds instead of it. */
void icp_blame(icp_solver *s, uint32_t assumption) {
    assert_debug(assumption < s->assumed.size);
    LOG("icp", "assumption %u is refuted", assumption);
    icp_literal l = s->assumed.data[assumption].literal;
    s->analysis.patience = PATIENCE_CORE;
    no_needs(s);
    literal_falsifier(&s->graph.doms.data[l.node], &s->graph.nodes.data[l.node], l, true,
                      &s->analysis.reasons);
    vec_clear(&s->analysis.wanted);
    if (s->analysis.reasons.size == 1 && l.channel != CH_ZEROS && l.channel != CH_ONES)
        vec_push(&s->analysis.wanted, literal_negated(s->analysis.reasons.data[0]));
    else vec_push(&s->analysis.wanted, l);
    use(s, assumption, &s->analysis.wanted);
    interpolant_axiom(s, l.node);
    interpolant_assumption(s, assumption);
    need_reasons(s, s->trail.changes.size, 0);
    for (uint32_t i = s->trail.changes.size; i--;) {
        if (!s->analysis.mark.data[i]) continue;
        const icp_change *c = &s->trail.changes.data[i];
        wanted_of(s, i);
        s->analysis.mark.data[i] = 0;
        if (c->reason == BY_DECISION) {
            join_wanted(s);
            use(s, s->trail.levels.data[c->level - 1].assumption, &s->analysis.wanted);
            interpolant_assumption(s, s->trail.levels.data[c->level - 1].assumption);
            continue;
        }
        uint32_t start = c->reason == BY_CLAUSE ? i : c->start;
        resolve(s, i);
        need_reasons(s, start, 0);
    }
    s->analysis.patience = PATIENCE_CLAUSE;
}
