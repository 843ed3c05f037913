/* Changes of domains: recorded with their reasons, propagated, undone. */
#include "base/log.h"
#include "solver/icp/internal.h"

void icp_enqueue(icp_solver *s, uint32_t node) {
    assert_debug(node < s->nodes.size);
    if (s->queued.data[node] || !s->nodes.data[node].args) return;
    s->queued.data[node] = 1;
    vec_push(&s->queue, node);
}

static void touch(icp_solver *s, uint32_t node) {
    if (s->is_touched.data[node]) return;
    s->is_touched.data[node] = 1;
    vec_push(&s->touched, node);
}

void icp_change_to(icp_solver *s, uint32_t node, const dom *to, enum reason reason, uint32_t of,
                   uint32_t start) {
    assert_debug(node < s->nodes.size);
    assert_debug(start <= s->trail.size);
    icp_node *n = &s->nodes.data[node];
    s->changes++;
    if (s->levels.size) {
        vec_push(&s->trail, ((icp_change){node, n->last, of, start, s->levels.size, (uint8_t)reason,
                                          s->doms.data[node]}));
        n->last = s->trail.size - 1;
    } else s->ground.data[node] = *to;
    s->doms.data[node] = *to;
    if (to->empty) {
        s->conflict = node;
        return;
    }
    touch(s, node);
    icp_enqueue(s, node);
    const u32_vec *users = &s->users.data[node];
    for (uint32_t i = 0; i < users->size; i++) icp_enqueue(s, users->data[i]);
}

/* First as it is said; what follows within the domain is another change, with a reason of its own.
 */
bool icp_set(icp_solver *s, icp_literal l, enum reason reason, uint32_t of) {
    assert_debug(l.node < s->nodes.size);
    const icp_node *n = &s->nodes.data[l.node];
    dom to = s->doms.data[l.node];
    literal_apply(&to, n, l);
    icp_change_to(s, l.node, &to, reason, of, s->trail.size);
    if (to.empty) return false;
    dom tidy = dom_tidy(&to, n);
    if (!tidy.empty && dom_within(&to, &tidy)) return true;
    icp_change_to(s, l.node, &tidy, BY_DOMAIN, 0, s->trail.size);
    return !tidy.empty;
}

void icp_decide(icp_solver *s, icp_literal l, uint32_t assumption) {
    assert_debug(l.node < s->nodes.size);
    assert_debug(assumption == NO_NODE || assumption < s->assumed.size);
    LOG("icp", "decide node %u, channel %u", l.node, l.channel);
    vec_push(&s->levels, ((icp_level){s->trail.size, l.node, l, assumption}));
    s->nodes.data[l.node].splits++;
    icp_set(s, l, BY_DECISION, 0);
}

static void empty_queues(icp_solver *s) {
    for (uint32_t i = s->queue_head; i < s->queue.size; i++) s->queued.data[s->queue.data[i]] = 0;
    for (uint32_t i = 0; i < s->touched.size; i++) s->is_touched.data[s->touched.data[i]] = 0;
    vec_clear(&s->queue);
    vec_clear(&s->touched);
    s->queue_head = 0;
}

void icp_undo(icp_solver *s, uint32_t level) {
    assert_debug(level <= s->levels.size);
    LOG("icp", "back to level %u", level);
    empty_queues(s);
    s->conflict = s->failed_clause = NO_NODE;
    if (s->levels.size <= level) return;
    uint32_t size = s->levels.data[level].trail;
    while (s->trail.size > size) {
        const icp_change *c = &vec_last(&s->trail);
        s->doms.data[c->node] = c->old;
        s->nodes.data[c->node].last = c->previous;
        s->trail.size--;
    }
    for (; s->levels.size > level; s->levels.size--)
        s->nodes.data[vec_last(&s->levels).node].splits--;
}

static bool visit_touched(icp_solver *s) {
    while (s->touched.size) {
        uint32_t node = vec_pop(&s->touched);
        s->is_touched.data[node] = 0;
        if (!clauses_visit(s, node)) return false;
    }
    return true;
}

/* Domains may creep towards a fixpoint for good; stopping early leaves them larger, no more. */
bool icp_propagate(icp_solver *s) {
    uint64_t enough = s->steps + 20ull * s->nodes.size + 2000;
    bool good = s->conflict == NO_NODE;
    while (good && (good = visit_touched(s)) && s->queue_head < s->queue.size &&
           s->steps < enough) {
        uint32_t node = s->queue.data[s->queue_head++];
        s->queued.data[node] = 0;
        s->steps++;
        s->start = s->trail.size;
        good = icp_contract(s, node);
    }
    empty_queues(s);
    return good;
}
