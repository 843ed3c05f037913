/* Decisions as trees of their conditions, and when a condition only decides (MC/DC). */
#include "goal/mark_internal.h"

CXCursor cursor_bare(CXCursor c) {
    for (;;) {
        cursors parts = {0};
        enum CXCursorKind k = clang_getCursorKind(c);
        if (k != CXCursor_UnexposedExpr) return c;
        cursor_children(c, &parts);
        CXCursor inner = parts.size == 1 && cursor_is_expression(parts.data[0]) ? parts.data[0] : c;
        bool done = parts.size != 1 || !cursor_is_expression(parts.data[0]);
        vec_release(&parts);
        if (done) return c;
        c = inner;
    }
}

/* ---- the tree ---- */

enum node_kind node_kind_of(CXCursor e) {
    switch (clang_getCursorKind(e)) {
    case CXCursor_BinaryOperator: {
        enum CXBinaryOperatorKind k = clang_getCursorBinaryOperatorKind(e);
        return k == CXBinaryOperator_LAnd  ? NODE_AND
               : k == CXBinaryOperator_LOr ? NODE_OR
                                           : NODE_LEAF;
    }
    case CXCursor_UnaryOperator:
        return clang_getCursorUnaryOperatorKind(e) == CXUnaryOperator_LNot ? NODE_NOT : NODE_LEAF;
    default: return NODE_LEAF;
    }
}

CXCursor cursor_child(CXCursor c, uint32_t i) {
    cursors parts = {0};
    cursor_children(c, &parts);
    CXCursor found = i < parts.size ? parts.data[i] : clang_getNullCursor();
    vec_release(&parts);
    return found;
}

CXCursor cursor_unwrapped(CXCursor e) {
    for (e = cursor_bare(e); clang_getCursorKind(e) == CXCursor_ParenExpr;)
        e = cursor_bare(cursor_child(e, 0));
    return e;
}

bool has_operator(CXCursor e) {
    for (e = cursor_unwrapped(e);; e = cursor_unwrapped(cursor_child(e, 0))) {
        enum node_kind k = node_kind_of(e);
        if (k == NODE_AND || k == NODE_OR) return true;
        if (k != NODE_NOT) return false;
    }
}

uint32_t decision_add(decision_tree *t, CXCursor e, uint32_t parent) {
    uint32_t at = t->nodes.size;
    CXCursor inner = cursor_unwrapped(e);
    decision_node n = {
        has_operator(inner) ? node_kind_of(inner) : NODE_LEAF, 0, 0, parent, inner, 0};
    vec_push(&t->nodes, n);
    if (n.kind == NODE_LEAF) {
        t->nodes.data[at].number = t->leaves.size;
        vec_push(&t->leaves, at);
        return at;
    }
    uint32_t left = decision_add(t, cursor_child(inner, 0), at),
             right = n.kind == NODE_NOT ? 0 : decision_add(t, cursor_child(inner, 1), at);
    t->nodes.data[at].left = left;
    t->nodes.data[at].right = right;
    return at;
}

void decision_release(decision_tree *t) {
    vec_release(&t->nodes);
    vec_release(&t->leaves);
}

/* ---- independence ---- */

/* The value of a part of the decision that was evaluated, from the recorded values of its
 * conditions. */
static void print_value(const decision_tree *t, uint32_t at, uint32_t decision, text *out) {
    const decision_node *n = &t->nodes.data[at];
    switch (n->kind) {
    case NODE_LEAF: text_print(out, OWN "v%u_%u", decision, n->number); return;
    case NODE_NOT:
        text_add(out, "!");
        print_value(t, n->left, decision, out);
        return;
    default:
        text_add(out, "(");
        print_value(t, n->left, decision, out);
        text_add(out, n->kind == NODE_AND ? " & " : " | ");
        print_value(t, n->right, decision, out);
        text_add(out, ")");
    }
}

/* The condition was evaluated to `value` and nothing masked it: where it stands left of an operator
 * that went on to evaluate the right side, the right side did not decide. */
void decision_print_half(const decision_tree *t, uint32_t leaf, bool value, uint32_t decision,
                         text *out) {
    assert_debug(leaf < t->leaves.size);
    uint32_t at = t->leaves.data[leaf];
    text_print(out, OWN "e%u_%u & %s" OWN "v%u_%u", decision, leaf, value ? "" : "!", decision,
               leaf);
    for (; at; at = t->nodes.data[at].parent) {
        const decision_node *up = &t->nodes.data[t->nodes.data[at].parent];
        if (up->kind == NODE_NOT) value = !value;
        else if (up->left == at && value == (up->kind == NODE_AND)) {
            text_add(out, value ? " & " : " & !");
            print_value(t, up->right, decision, out);
        }
    }
}

/* ---- the ways through a decision ---- */

static void add_way(ways *x, const uint8_t *left, const uint8_t *right, bool outcome) {
    for (uint32_t i = 0; i < x->conditions; i++) {
        uint8_t v = left[i];
        if (right && v == WAY_NOT_EVALUATED) v = right[i];
        vec_push(&x->values, v);
    }
    vec_push(&x->outcomes, outcome);
}

static const uint8_t *way_at(const ways *x, uint32_t way) {
    return x->values.data + (size_t)way * x->conditions;
}

static bool collect_ways(const decision_tree *t, uint32_t at, ways *out);

static void leaf_ways(const decision_tree *t, uint32_t at, ways *out) {
    vec(uint8_t) values = {0};
    for (uint32_t i = 0; i < out->conditions; i++) vec_push(&values, WAY_NOT_EVALUATED);
    for (int v = WAY_FALSE; v <= WAY_TRUE; v++) {
        values.data[t->nodes.data[at].number] = v;
        add_way(out, values.data, NULL, v == WAY_TRUE);
    }
    vec_release(&values);
}

/* Where the left side decides, the right one is not evaluated. */
static void join_ways(const ways *left, const ways *right, bool decides, ways *out) {
    for (uint32_t i = 0; i < left->outcomes.size; i++) {
        if (left->outcomes.data[i] == decides) add_way(out, way_at(left, i), NULL, decides);
        for (uint32_t k = 0; left->outcomes.data[i] != decides && k < right->outcomes.size; k++)
            add_way(out, way_at(left, i), way_at(right, k), right->outcomes.data[k]);
    }
}

static bool operator_ways(const decision_tree *t, uint32_t at, ways *out) {
    const decision_node *n = &t->nodes.data[at];
    ways left = {.conditions = out->conditions}, right = {.conditions = out->conditions};
    bool good = collect_ways(t, n->left, &left) && collect_ways(t, n->right, &right);
    if (good) join_ways(&left, &right, n->kind == NODE_OR, out);
    ways_release(&left);
    ways_release(&right);
    return good && out->outcomes.size <= MOST_WAYS;
}

static bool collect_ways(const decision_tree *t, uint32_t at, ways *out) {
    const decision_node *n = &t->nodes.data[at];
    if (n->kind == NODE_LEAF) leaf_ways(t, at, out);
    else if (n->kind != NODE_NOT) return operator_ways(t, at, out);
    else if (!collect_ways(t, n->left, out)) return false;
    for (uint32_t i = 0; n->kind == NODE_NOT && i < out->outcomes.size; i++)
        out->outcomes.data[i] = !out->outcomes.data[i];
    return true;
}

bool ways_of(const decision_tree *t, ways *out) {
    *out = (ways){.conditions = t->leaves.size};
    return collect_ways(t, 0, out);
}

void ways_release(ways *x) {
    vec_release(&x->values);
    vec_release(&x->outcomes);
}

bool ways_show(const ways *x, uint32_t condition, uint32_t yes, uint32_t no) {
    assert_debug(condition < x->conditions);
    assert_debug(yes < x->outcomes.size && no < x->outcomes.size);
    const uint8_t *a = way_at(x, yes), *b = way_at(x, no);
    bool good = a[condition] == WAY_TRUE && b[condition] == WAY_FALSE &&
                x->outcomes.data[yes] != x->outcomes.data[no];
    for (uint32_t i = 0; i < x->conditions; i++)
        good &= i == condition || a[i] == b[i] || a[i] == WAY_NOT_EVALUATED ||
                b[i] == WAY_NOT_EVALUATED;
    return good;
}

/* The first condition is always evaluated, and by the values of those before it whether another one
 * is: the values say it all. */
void way_print(const ways *x, uint32_t way, uint32_t decision, text *out) {
    assert_debug(way < x->outcomes.size);
    bool any = false;
    for (uint32_t i = 0; i < x->conditions; i++) {
        enum way_value v = (enum way_value)way_at(x, way)[i];
        if (v == WAY_NOT_EVALUATED) continue;
        text_print(out, "%s%s" OWN "v%u_%u", any ? " & " : "", v == WAY_TRUE ? "" : "!", decision,
                   i);
        any = true;
    }
}
