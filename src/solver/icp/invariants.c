/* The invariants of the trail and of the graph of implications that its reasons make, in debug
 * builds: a walk over all of it at the joints of the search. */
#include "solver/icp/internal.h"

#ifdef CINCH_CHECK

#include "base/fail.h"

static void check_levels(const icp_solver *s) {
    for (uint32_t i = 0; i < s->trail.levels.size; i++) {
        const icp_level *l = &s->trail.levels.data[i];
        require(l->trail <= s->trail.changes.size && l->node < s->graph.nodes.size,
                "a level is out of bounds");
        require(!i || s->trail.levels.data[i - 1].trail <= l->trail, "levels are not in order");
    }
}

static bool is_argument(const icp_solver *s, uint32_t node, uint32_t of) {
    const icp_node *n = &s->graph.nodes.data[of];
    for (uint32_t i = 0; i < n->args; i++)
        if (s->graph.args.data[n->first_arg + i] == node) return true;
    return node == of;
}

static bool is_of_clause(const icp_solver *s, uint32_t node, uint32_t of) {
    const icp_clause *c = &s->clauses.all.data[of];
    for (uint32_t i = 0; i < c->size; i++)
        if (s->clauses.literals.data[c->first + i].node == node) return true;
    return false;
}

/* A reason is a decision, which begins its level, or a clause or contractor that speaks of the
 * node; what it follows from is earlier in the trail. */
static void check_reason(const icp_solver *s, uint32_t i) {
    const icp_change *c = &s->trail.changes.data[i];
    require(c->start <= i, "a change follows from a later one");
    if (c->reason == BY_DECISION)
        require(s->trail.levels.data[c->level - 1].trail == i, "a decision within a level");
    if (c->reason == BY_CLAUSE)
        require(c->of < s->clauses.all.size && is_of_clause(s, c->node, c->of),
                "a change by a clause that does not speak of its node");
    if (c->reason == BY_CONTRACTOR)
        require(c->of < s->graph.nodes.size && is_argument(s, c->node, c->of),
                "a change by a contractor that does not speak of its node");
}

static void check_change(const icp_solver *s, uint32_t i, uint32_t *last) {
    const icp_change *c = &s->trail.changes.data[i];
    require(c->node < s->graph.nodes.size && c->level && c->level <= s->trail.levels.size,
            "a change is out of bounds");
    require(s->trail.levels.data[c->level - 1].trail <= i &&
                (c->level == s->trail.levels.size || i < s->trail.levels.data[c->level].trail),
            "a change is not in its level");
    require(c->previous == last[c->node], "the changes of a node are not a list");
    last[c->node] = i;
    check_reason(s, i);
}

static void check_nodes(const icp_solver *s, const uint32_t *last) {
    for (uint32_t i = 0; i < s->graph.nodes.size; i++) {
        const icp_node *n = &s->graph.nodes.data[i];
        require(n->last == last[i], "a node does not know its last change");
        require(s->graph.doms.data[i].empty ||
                    dom_within(&s->graph.doms.data[i], &s->graph.ground.data[i]),
                "a domain is larger than what always holds");
        for (uint32_t k = 0; k < n->args; k++)
            require(s->graph.args.data[n->first_arg + k] < i, "a node is before its argument");
    }
}

void icp_trail_check(const icp_solver *s) {
    uint32_t *last = mem_zero((s->graph.nodes.size + 1) * sizeof *last);
    for (uint32_t i = 0; i < s->graph.nodes.size; i++) last[i] = NO_NODE;
    check_levels(s);
    for (uint32_t i = 0; i < s->trail.changes.size; i++) check_change(s, i, last);
    check_nodes(s, last);
    mem_free(last);
}

#endif
