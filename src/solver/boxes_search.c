/* The search of the boxes backend. Sets are made smaller along operations, forward and backward, until nothing changes;
 * then what is nearest to the last assertion that its arguments do not imply is decided: the condition of
 * a choice, or half of a set. A refutation names the decisions that it depends on; decisions that it does not
 * are taken back without a look at their other part. Nothing is learnt. */
#include "base/log.h"
#include "solver/boxes_internal.h"

enum { LAST_BIT = 63, MOST_LEVELS = 2000 };

/* ---- propagation ---- */

static bool look_at(boxes_solver *m, uint32_t node) {
    value_set v = box_evaluate(m, &m->nodes.data[node]);
    return box_narrow(m, node, &v, v.why) && box_invert(m, node);
}

static void forget_queue(boxes_solver *m) {
    for (uint32_t i = m->queue_start; i < m->queue.size; i++) m->queued.data[m->queue.data[i]] = 0;
    vec_clear(&m->queue);
    m->queue_start = 0;
}

/* Ended early, it has made the sets less small than it could. */
static bool propagate(boxes_solver *m) {
    uint64_t most = 20ull * m->nodes.size + 1000;
    bool good = true;
    while (good && m->queue_start < m->queue.size && most--) {
        uint32_t node = m->queue.data[m->queue_start++];
        m->queued.data[node] = 0;
        good = look_at(m, node);
    }
    forget_queue(m);
    return good;
}

static void undo(boxes_solver *m, uint32_t trail) {
    while (m->trail.size > trail) {
        const box_change *c = &m->trail.data[--m->trail.size];
        m->cells.data[c->node] = c->old;
    }
}

/* ---- what is decided ---- */

static bool is_open(const boxes_solver *m, uint32_t node) {
    return m->cells.data[node].can_true && m->cells.data[node].can_false;
}

/* Its arguments do not imply what it is known to be. */
static bool is_demanded(const boxes_solver *m, uint32_t node) {
    const box_term *x = &m->nodes.data[node];
    if (!x->args || x->kind == OTHER) return false;
    value_set v = box_evaluate(m, x), both = set_meet(&v, &m->cells.data[node], x);
    return !set_same(&both, &v, x);
}

/* An open variable can satisfy it: `edge => ...`. */
static bool is_guarded(const boxes_solver *m, const box_term *x, uint32_t *guard) {
    for (uint32_t i = 0; x->op == OP_OR && i < x->args; i++) {
        const box_term *a = box_arg_term(m, x, i);
        if (a->op != OP_NOT || !is_open(m, m->args.data[x->first_arg + i])) continue;
        *guard = m->args.data[a->first_arg];
        if (!m->nodes.data[*guard].args) return true;
    }
    return false;
}

static void add_to_cone(boxes_solver *m, uint32_t node) {
    if (m->stamp.data[node] == m->stamps) return;
    m->stamp.data[node] = m->stamps;
    if (m->nodes.data[node].kind != OTHER &&
        !set_is_one(&m->cells.data[node], &m->nodes.data[node]))
        vec_push(&m->cone, node);
}

static void add_args(boxes_solver *m, uint32_t node) {
    const box_term *x = &m->nodes.data[node];
    for (uint32_t i = 0; i < x->args; i++) add_to_cone(m, m->args.data[x->first_arg + i]);
}

/* A comparison of an index with a constant: there are many of these, and halves of the index decide more. */
static bool is_lookup(const boxes_solver *m, uint32_t node) {
    const box_term *x = &m->nodes.data[node];
    return x->op == OP_EQ && box_arg_term(m, x, 0)->kind == WORD;
}

/* Nothing below it says more: a variable, or the bits of one that are used. */
static bool is_leaf(const boxes_solver *m, const box_term *x) {
    return !x->args || (x->op == OP_EXTRACT && !box_arg_term(m, x, 0)->args);
}

/* Below a node: the nearest open condition; otherwise the leaf of which most is left. */
static uint32_t below(boxes_solver *m, uint32_t from) {
    uint32_t best = NO_NODE;
    double most = 0;
    vec_clear(&m->cone);
    m->stamps++;
    add_args(m, from);
    for (uint32_t i = 0; i < m->cone.size; i++) {
        uint32_t node = m->cone.data[i];
        const box_term *x = &m->nodes.data[node];
        if (x->op == OP_ITE) {
            uint32_t condition = m->args.data[x->first_arg];
            if (is_open(m, condition) && !is_lookup(m, condition)) return condition;
        }
        if (x->kind == TRUTH && !x->args) return node;
        if (!is_leaf(m, x)) add_args(m, node);
        else if (x->kind != TRUTH) {
            double left = set_size(&m->cells.data[node], x) / m->sizes.data[node];
            if (left > most) best = node, most = left;
        }
    }
    return best;
}

static uint32_t open_arg(const boxes_solver *m, const box_term *x) {
    for (uint32_t i = 0; i < x->args; i++)
        if (is_open(m, m->args.data[x->first_arg + i])) return m->args.data[x->first_arg + i];
    return NO_NODE;
}

/* Numbers first, those near the last assertion before others; then ways; then what an open variable can satisfy. */
static uint32_t choose(boxes_solver *m) {
    uint32_t way = NO_NODE, guarded = NO_NODE, guard = NO_NODE;
    for (uint32_t node = m->nodes.size; node--;) {
        const box_term *x = &m->nodes.data[node];
        if (!x->args || (x->kind == TRUTH && is_open(m, node))) continue;
        bool join = x->op == OP_AND || x->op == OP_OR || x->op == OP_NOT;
        if ((join && way != NO_NODE && guarded != NO_NODE) || !is_demanded(m, node)) continue;
        if (is_guarded(m, x, &guard)) {
            if (guarded == NO_NODE) guarded = guard;
        } else if (join) {
            if (way == NO_NODE) way = open_arg(m, x);
        } else {
            uint32_t found = below(m, node);
            if (found != NO_NODE) return found;
        }
    }
    return way != NO_NODE ? way : guarded;
}

static uint64_t bit_of(uint32_t level) { return 1ull << (level < LAST_BIT ? level : LAST_BIT); }

static bool decide(boxes_solver *m, bool *good) {
    uint32_t node = choose(m);
    value_set first;
    box_level l = {.node = node, .trail = m->trail.size};
    if (node == NO_NODE || m->levels.size == MOST_LEVELS ||
        !set_cut(&m->cells.data[node], &m->nodes.data[node], &first, &l.second))
        return false;
    vec_push(&m->levels, l);
    *good = box_narrow(m, node, &first, bit_of(m->levels.size - 1));
    return true;
}

/* Back to the last decision that the refutation depends on, and to its other part; false: there is none. */
static bool turn_back(boxes_solver *m, bool *good) {
    uint64_t why = m->conflict;
    while (m->levels.size) {
        uint32_t level = m->levels.size - 1;
        box_level *l = &m->levels.data[level];
        undo(m, l->trail);
        if (!(why & bit_of(level))) {
            m->levels.size--;
            continue;
        }
        if (!l->turned) {
            l->turned = true;
            l->because = why;
            *good = box_narrow(m, l->node, &l->second, bit_of(level));
            return true;
        }
        why |= l->because;
        if (level <= LAST_BIT) why &= ~bit_of(level);
        m->levels.size--;
    }
    return false;
}

/* ---- the search ---- */

static bool begin(boxes_solver *m) {
    value_set yes = set_truth(true, false);
    forget_queue(m);
    vec_clear(&m->trail);
    vec_clear(&m->levels);
    for (uint32_t i = 0; i < m->nodes.size; i++) {
        if (!m->nodes.data[i].args) continue;
        m->queued.data[i] = 1;
        vec_push(&m->queue, i);
    }
    for (uint32_t i = 0; i < m->roots.size; i++)
        if (!box_narrow(m, m->roots.data[i], &yes, 0)) return false;
    return true;
}

static void measure(boxes_solver *m) {
    vec_resize(&m->sizes, m->nodes.size);
    for (uint32_t i = 0; i < m->nodes.size; i++)
        m->sizes.data[i] = set_size(&m->cells.data[i], &m->nodes.data[i]);
}

enum answer box_search(boxes_solver *m, double deadline) {
    bool good = begin(m);
    for (uint32_t count = 1;; count++) {
        good = good && propagate(m);
        if (count == 1) measure(m);
        if (good && !decide(m, &good))
            return m->base.why = "a point is not refuted", ANSWER_UNKNOWN;
        if (!good) forget_queue(m);
        if (!good && !turn_back(m, &good)) break;
        if (count % 16 == 0 && (m->base.interrupted || (deadline > 0 && clock_now() > deadline)))
            return solver_stopped(&m->base, stop_by(BUDGET_TIME));
    }
    LOG("boxes", "refuted");
    return ANSWER_UNSAT;
}
