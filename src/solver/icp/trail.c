/* Changes of domains: recorded with their reasons, propagated, undone. */
#include "base/log.h"
#include "solver/icp/internal.h"

void icp_enqueue(icp_solver *s, uint32_t node) {
    assert_debug(node < s->graph.nodes.size);
    if (s->trail.queued.data[node] || !s->graph.nodes.data[node].args) return;
    s->trail.queued.data[node] = 1;
    vec_push(&s->trail.queue, node);
}

static void touch(icp_solver *s, uint32_t node) {
    if (s->trail.is_touched.data[node]) return;
    s->trail.is_touched.data[node] = 1;
    vec_push(&s->trail.touched, node);
}

void icp_change_to(icp_solver *s, uint32_t node, const dom *to, enum reason reason, uint32_t of,
                   uint32_t start) {
    assert_debug(node < s->graph.nodes.size);
    assert_debug(start <= s->trail.changes.size);
    icp_node *n = &s->graph.nodes.data[node];
    s->changes++;
    if (s->trail.levels.size) {
        vec_push(&s->trail.changes, ((icp_change){node, n->last, of, start, s->trail.levels.size,
                                                  (uint8_t)reason, s->graph.doms.data[node]}));
        n->last = s->trail.changes.size - 1;
    } else s->graph.ground.data[node] = *to;
    s->graph.doms.data[node] = *to;
    if (to->empty) {
        s->analysis.conflict = node;
        return;
    }
    touch(s, node);
    icp_enqueue(s, node);
    const u32_vec *users = &s->graph.users.data[node];
    for (uint32_t i = 0; i < users->size; i++) icp_enqueue(s, users->data[i]);
}

/* First as it is said; what follows within the domain is another change, with a reason of its own.
 */
bool icp_set(icp_solver *s, icp_literal l, enum reason reason, uint32_t of) {
    assert_debug(l.node < s->graph.nodes.size);
    const icp_node *n = &s->graph.nodes.data[l.node];
    dom to = s->graph.doms.data[l.node];
    literal_apply(&to, n, l);
    icp_change_to(s, l.node, &to, reason, of, s->trail.changes.size);
    if (to.empty) return false;
    dom tidy = dom_tidy(&to, n);
    if (!tidy.empty && dom_within(&to, &tidy)) return true;
    icp_change_to(s, l.node, &tidy, BY_DOMAIN, 0, s->trail.changes.size);
    return !tidy.empty;
}

void icp_decide(icp_solver *s, icp_literal l, uint32_t assumption) {
    assert_debug(l.node < s->graph.nodes.size);
    assert_debug(assumption == NO_NODE || assumption < s->assumed.size);
    LOG("icp", "decide node %u, channel %u", l.node, l.channel);
    vec_push(&s->trail.levels, ((icp_level){s->trail.changes.size, l.node, l, assumption}));
    s->graph.nodes.data[l.node].splits++;
    icp_set(s, l, BY_DECISION, 0);
}

static void empty_queues(icp_solver *s) {
    for (uint32_t i = s->trail.queue_head; i < s->trail.queue.size; i++)
        s->trail.queued.data[s->trail.queue.data[i]] = 0;
    for (uint32_t i = 0; i < s->trail.touched.size; i++)
        s->trail.is_touched.data[s->trail.touched.data[i]] = 0;
    vec_clear(&s->trail.queue);
    vec_clear(&s->trail.touched);
    s->trail.queue_head = 0;
}

void icp_undo(icp_solver *s, uint32_t level) {
    assert_debug(level <= s->trail.levels.size);
    LOG("icp", "back to level %u", level);
    empty_queues(s);
    s->analysis.conflict = s->analysis.failed_clause = NO_NODE;
    if (s->trail.levels.size <= level) return;
    uint32_t size = s->trail.levels.data[level].trail;
    while (s->trail.changes.size > size) {
        const icp_change *c = &vec_last(&s->trail.changes);
        s->graph.doms.data[c->node] = c->old;
        s->graph.nodes.data[c->node].last = c->previous;
        s->trail.changes.size--;
    }
    for (; s->trail.levels.size > level; s->trail.levels.size--)
        s->graph.nodes.data[vec_last(&s->trail.levels).node].splits--;
}

static bool visit_touched(icp_solver *s) {
    while (s->trail.touched.size) {
        uint32_t node = vec_pop(&s->trail.touched);
        s->trail.is_touched.data[node] = 0;
        if (!clauses_visit(s, node)) return false;
    }
    return true;
}

/* Domains may creep towards a fixpoint for good; stopping early leaves them larger, no more. */
bool icp_propagate(icp_solver *s) {
    uint64_t enough = s->steps + 20ull * s->graph.nodes.size + 2000;
    bool good = s->analysis.conflict == NO_NODE;
    while (good && (good = visit_touched(s)) && s->trail.queue_head < s->trail.queue.size &&
           s->steps < enough) {
        uint32_t node = s->trail.queue.data[s->trail.queue_head++];
        s->trail.queued.data[node] = 0;
        s->steps++;
        s->trail.start = s->trail.changes.size;
        good = icp_contract(s, node);
    }
    empty_queues(s);
    return good;
}
