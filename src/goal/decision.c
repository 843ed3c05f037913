/* Expressions: decisions, their conditions, and the goals of both. */
#include "goal/mark_internal.h"

#include <string.h>

static void declare_records(walker *w, const decision_tree *t, uint32_t decision) {
    text_add(&w->declares, "_Bool ");
    for (uint32_t i = 0; i < t->leaves.size; i++)
        text_print(&w->declares, OWN "e%u_%u = 0, " OWN "v%u_%u = 0, ", decision, i, decision, i);
    text_print(&w->declares, OWN "o%u = 0; ", decision);
}

static void print_reset(const decision_tree *t, uint32_t decision, text *out) {
    for (uint32_t i = 0; i < t->leaves.size; i++)
        text_print(out, OWN "e%u_%u = " OWN "v%u_%u = ", decision, i, decision, i);
    text_add(out, "0, ");
}

static void mark_halves(walker *w, const decision_tree *t, uint32_t decision, text *out) {
    for (uint32_t i = 0; i < t->leaves.size; i++) {
        CXCursor leaf = t->nodes.data[t->leaves.data[i]].leaf;
        if (cursor_is_constant(leaf)) continue;
        uint32_t met = w->met.size;
        mark_goal(w, leaf, leaf,
                  (goal_request){GOAL_MCDC, OUTCOME_NONE, NULL, decision, i + 1, NO_MARK, NO_MARK});
        const goal *x = &w->g->items.data[w->met.data[w->places ? w->next - 1 : met]];
        for (int value = 1; value >= 0; value--) {
            text_print(out, ", " MARK_GOAL "(%u, ", value ? x->mark : x->other);
            decision_print_half(t, i, value, decision, out);
            text_add(out, ")");
        }
    }
}

/* Unique cause: a mark for each way through the decision, and for each condition the pairs of ways
 * that show its effect. */
static void add_pairs(goals *g, goal *x, const ways *v, uint32_t condition, uint32_t first) {
    if (x->pairs) return; /* of a copy of the function */
    x->mark = x->other = first;
    x->first_pair = g->pairs.size;
    for (uint32_t i = 0; i < v->outcomes.size; i++)
        for (uint32_t k = 0; k < v->outcomes.size; k++) {
            goal_pair p = {first + i, first + k};
            if (ways_show(v, condition, i, k)) vec_push(&g->pairs, p);
        }
    x->pairs = g->pairs.size - x->first_pair;
}

static uint32_t new_marks(walker *w, uint32_t count) {
    uint32_t first = w->g->marks.size;
    for (uint32_t i = 0; !w->places && i < count; i++) mark_new(w);
    return first;
}

static void mark_ways(walker *w, const decision_tree *t, const ways *v, uint32_t decision,
                      text *out) {
    uint32_t first = new_marks(w, v->outcomes.size), used = NO_MARK;
    for (uint32_t i = 0; i < t->leaves.size; i++) {
        CXCursor leaf = t->nodes.data[t->leaves.data[i]].leaf;
        if (cursor_is_constant(leaf)) continue;
        uint32_t met = w->met.size;
        mark_goal(w, leaf, leaf,
                  (goal_request){GOAL_MCDC, OUTCOME_NONE, NULL, decision, i + 1, first, first});
        if (w->places) continue;
        goal *x = &w->g->items.data[w->met.data[met]];
        add_pairs(w->g, x, v, i, first);
        used = x->mark;
    }
    for (uint32_t i = 0; used != NO_MARK && i < v->outcomes.size; i++) {
        text_print(out, ", " MARK_GOAL "(%u, ", used + i);
        way_print(v, i, decision, out);
        text_add(out, ")");
    }
}

static void mark_effects(walker *w, CXCursor e, const decision_tree *t, uint32_t decision,
                         text *out) {
    ways v;
    if (w->g->mcdc == MCDC_MASKING) mark_halves(w, t, decision, out);
    else {
        if (ways_of(t, &v)) mark_ways(w, t, &v, decision, out);
        else walk_skip(w, e, "with more ways through it than unique cause is looked for in");
        ways_release(&v);
    }
}

/* ---- decisions ---- */

typedef struct {
    uint32_t yes, no;
} outcomes;

static outcomes mark_outcomes(walker *w, CXCursor at, enum goal_kind kind, uint32_t decision,
                              uint32_t condition, outcomes shared) {
    outcomes o = shared;
    o.yes = mark_goal(
        w, at, at,
        (goal_request){kind, OUTCOME_TRUE, NULL, decision, condition, shared.yes, NO_MARK});
    o.no = mark_goal(
        w, at, at,
        (goal_request){kind, OUTCOME_FALSE, NULL, decision, condition, shared.no, NO_MARK});
    return o;
}

static const outcomes none = {NO_MARK, NO_MARK};

/* One condition alone: its outcomes are the decision's, and each of them shows its effect. */
static outcomes mark_single(walker *w, CXCursor e, uint32_t decision) {
    outcomes o = mark_outcomes(w, e, GOAL_BRANCH, decision, 0, none);
    if (w->g->criterion >= CRITERION_CONDITION) mark_outcomes(w, e, GOAL_CONDITION, decision, 1, o);
    if (w->g->criterion >= CRITERION_MCDC)
        mark_goal(w, e, e, (goal_request){GOAL_MCDC, OUTCOME_NONE, NULL, decision, 1, o.yes, o.no});
    return o;
}

static void walk_single(walker *w, CXCursor e, uint32_t decision) {
    outcomes o = mark_single(w, e, decision);
    char *before = mem_format("(int)" MARK_CONDITION "(%u, %u, (", o.yes, o.no);
    if (!w->places) edit_at(w, cursor_begin(w, e), EDIT_BEGINS, "%s", before);
    walk_expression(w, e);
    if (!w->places) edit_at(w, cursor_end(w, e), EDIT_ENDS, "))");
    mem_free(before);
}

static void walk_leaf(walker *w, const decision_tree *t, uint32_t i, uint32_t decision,
                      bool records) {
    CXCursor leaf = t->nodes.data[t->leaves.data[i]].leaf;
    text before = {0}, after = {0};
    if (records)
        text_print(&before, "(" OWN "e%u_%u = 1, " OWN "v%u_%u = ", decision, i, decision, i);
    if (w->g->criterion >= CRITERION_CONDITION && !cursor_is_constant(leaf)) {
        outcomes o = mark_outcomes(w, leaf, GOAL_CONDITION, decision, i + 1, none);
        text_print(&before, MARK_CONDITION "(%u, %u, ", o.yes, o.no);
        text_add(&after, ")");
    } else if (cursor_is_constant(leaf)) w->g->constant += !w->places;
    text_add(&before, "(");
    if (!w->places) edit_at(w, cursor_begin(w, leaf), EDIT_BEGINS, "%s", text_string(&before));
    walk_expression(w, leaf);
    if (!w->places)
        edit_at(w, cursor_end(w, leaf), EDIT_ENDS, ")%s%s", text_string(&after),
                records ? ")" : "");
    text_release(&before);
    text_release(&after);
}

static void walk_tree(walker *w, CXCursor e, const decision_tree *t, uint32_t decision) {
    bool records = w->g->criterion >= CRITERION_MCDC;
    outcomes o = mark_outcomes(w, e, GOAL_BRANCH, decision, 0, none);
    text before = {0}, after = {0};
    text_add(&before, "(");
    if (records && !w->places) {
        declare_records(w, t, decision);
        print_reset(t, decision, &before);
    }
    if (records) text_print(&before, OWN "o%u = ", decision);
    text_print(&before, "%s" MARK_CONDITION "(%u, %u, (", records ? "" : "(int)", o.yes, o.no);
    text_add(&after, "))");
    if (!w->places) edit_at(w, cursor_begin(w, e), EDIT_BEGINS, "%s", text_string(&before));
    for (uint32_t i = 0; i < t->leaves.size; i++) walk_leaf(w, t, i, decision, records);
    if (records) mark_effects(w, e, t, decision, &after);
    if (records) text_print(&after, ", (int)" OWN "o%u", decision);
    if (!w->places) edit_at(w, cursor_end(w, e), EDIT_ENDS, "%s)", text_string(&after));
    text_release(&before);
    text_release(&after);
}

bool cursor_is_constant(CXCursor e) {
    CXEvalResult r = clang_Cursor_Evaluate(cursor_bare(e));
    bool constant = r && clang_EvalResult_getKind(r) == CXEval_Int;
    if (r) clang_EvalResult_dispose(r);
    return constant;
}

void walk_decision(walker *w, CXCursor e) {
    if (w->g->criterion < CRITERION_BRANCH) {
        walk_expression(w, e);
        return;
    }
    if (cursor_is_constant(e)) {
        w->g->constant += !w->places;
        return;
    }
    decision_tree t = {0};
    e = cursor_unwrapped(e);
    uint32_t decision = ++w->g->decisions;
    decision_add(&t, e, 0);
    if (t.leaves.size == 1) walk_single(w, e, decision);
    else walk_tree(w, e, &t, decision);
    decision_release(&t);
}

/* ---- assertions ---- */

bool cursor_fails_assertion(CXCursor s) {
    static const char *const names[] = {"__assert_fail", "__assert", "__assert_rtn",
                                        "__assert_func", "_assert",  "__assert_perror_fail"};
    s = cursor_is_expression(s) ? cursor_unwrapped(s) : s;
    if (clang_getCursorKind(s) != CXCursor_CallExpr) return false;
    CXString name = clang_getCursorSpelling(s);
    bool found = false;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        found |= !strcmp(clang_getCString(name), names[i]);
    clang_disposeString(name);
    return found;
}

bool cursor_is_assertion(CXCursor s) {
    enum CXCursorKind k = clang_getCursorKind(s);
    cursors parts = {0};
    bool found = false;
    if (k != CXCursor_IfStmt && k != CXCursor_ConditionalOperator) return false;
    cursor_children(s, &parts);
    for (uint32_t i = 1; i < parts.size; i++) found |= cursor_fails_assertion(parts.data[i]);
    vec_release(&parts);
    return found;
}

/* ({ if (holds) ; else __assert_fail(...); }) */
static bool is_asserting(CXCursor e) {
    cursors parts = {0};
    cursor_children(cursor_child(e, 0), &parts);
    bool found = parts.size == 1 && cursor_is_assertion(parts.data[0]);
    vec_release(&parts);
    return found;
}

/* ---- other expressions ---- */

static enum CXChildVisitResult look_for_decision(CXCursor c, CXCursor parent, CXClientData found) {
    (void)parent;
    enum node_kind k = node_kind_of(c);
    if (clang_getCursorKind(c) == CXCursor_ConditionalOperator || k == NODE_AND || k == NODE_OR) {
        *(bool *)found = true;
        return CXChildVisit_Break;
    }
    return CXChildVisit_Recurse;
}

void walk_skip(walker *w, CXCursor c, const char *what) {
    bool found = false;
    look_for_decision(c, c, &found);
    if (!found) clang_visitChildren(c, look_for_decision, &found);
    if (!found || w->places) return;
    CXString file;
    unsigned line = 0;
    clang_getPresumedLocation(clang_getRangeStart(clang_getCursorExtent(c)), &file, &line, NULL);
    struct goal_skipped s = {
        {.file = file_named(w, clang_getCString(file)), .line = line, .end_line = line},
        intern_id(&w->g->names, what)};
    clang_disposeString(file);
    vec_push(&w->g->skipped, s);
}

void walk_expressions(walker *w, CXCursor e) {
    cursors parts = {0};
    cursor_children(e, &parts);
    for (uint32_t i = 0; i < parts.size; i++)
        if (cursor_is_expression(parts.data[i])) walk_expression(w, parts.data[i]);
    vec_release(&parts);
}

/* The operand of a cast, the list of a compound literal, the value of a designated initializer: it
 * comes last. */
static void walk_last(walker *w, CXCursor e) {
    cursors parts = {0};
    cursor_children(e, &parts);
    if (parts.size && cursor_is_expression(vec_last(&parts))) walk_expression(w, vec_last(&parts));
    vec_release(&parts);
}

static void walk_list(walker *w, CXCursor e) {
    cursors parts = {0};
    cursor_children(e, &parts);
    for (uint32_t i = 0; i < parts.size; i++) {
        bool designated = clang_getCursorKind(parts.data[i]) == CXCursor_UnexposedExpr &&
                          cursor_bare(parts.data[i]).data[1] == parts.data[i].data[1];
        if (designated) walk_last(w, parts.data[i]);
        else if (cursor_is_expression(parts.data[i])) walk_expression(w, parts.data[i]);
    }
    vec_release(&parts);
}

/* Functions of the compiler may not evaluate what they get. */
static void walk_call(walker *w, CXCursor e) {
    CXString s = clang_getCursorSpelling(e);
    const char *name = clang_getCString(s);
    bool own = name && !strncmp(name, "__builtin_", 10),
         evaluates = own && !strncmp(name, "__builtin_expect", 16);
    w->calls |= !own;
    if (own && !evaluates) walk_skip(w, e, "in an argument of the compiler's own function");
    else walk_expressions(w, e);
    clang_disposeString(s);
}

static void walk_choice(walker *w, CXCursor e) {
    cursors parts = {0};
    cursor_children(e, &parts);
    bool asserts = cursor_is_assertion(e);
    if (parts.size != 3) w->astray = true;
    else if (!asserts) walk_decision(w, parts.data[0]);
    for (uint32_t i = 1; i < 3 && parts.size == 3; i++)
        if (!cursor_fails_assertion(parts.data[i])) walk_expression(w, parts.data[i]);
    w->calls |= asserts;
    vec_release(&parts);
}

/* a ?: b. libclang has no word for it, and shows a three times: as what is evaluated, as what is
 * asked, and as the result. */
static bool is_short_choice(const walker *w, CXCursor e, const cursors *parts) {
    bool good = clang_getCursorKind(e) == CXCursor_UnexposedExpr && parts->size == 4;
    for (uint32_t i = 0; good && i < 3; i++)
        good = cursor_begin(w, parts->data[i]) == cursor_begin(w, e) &&
               cursor_end(w, parts->data[i]) == cursor_end(w, parts->data[0]);
    return good && cursor_end(w, parts->data[3]) == cursor_end(w, e);
}

static bool is_truth_value(CXCursor e) {
    enum CXBinaryOperatorKind k;
    if (node_kind_of(e) != NODE_LEAF) return true;
    if (clang_getCursorKind(e) != CXCursor_BinaryOperator) return false;
    k = clang_getCursorBinaryOperatorKind(e);
    return k >= CXBinaryOperator_LT && k <= CXBinaryOperator_NE;
}

/* The decision is whether it is zero, and its value goes on. `promoted`: as ?: would do, which a
 * variable for a bit-field would not. */
static void walk_kept(walker *w, CXCursor e, bool promoted) {
    uint32_t decision = ++w->g->decisions;
    outcomes o = mark_single(w, e, decision);
    edit_at(w, cursor_begin(w, e), EDIT_BEGINS, "({ __auto_type " OWN "a%u = %s(", decision,
            promoted ? "+" : "");
    walk_expression(w, e);
    edit_at(w, cursor_end(w, e), EDIT_ENDS,
            "); (void)" MARK_CONDITION "(%u, %u, " OWN "a%u); " OWN "a%u; })", o.yes, o.no,
            decision, decision);
}

static void walk_short_choice(walker *w, const cursors *parts) {
    enum CXTypeKind type = clang_getCanonicalType(clang_getCursorType(parts->data[0])).kind;
    CXCursor asked = cursor_unwrapped(parts->data[0]);
    if (w->g->criterion < CRITERION_BRANCH || is_truth_value(asked) || cursor_is_constant(asked))
        walk_decision(w, asked);
    else walk_kept(w, asked, type != CXType_Pointer);
    walk_expression(w, parts->data[3]);
}

/* True: it was one. */
static bool try_short_choice(walker *w, CXCursor e) {
    cursors parts = {0};
    cursor_children(e, &parts);
    bool found = is_short_choice(w, e, &parts);
    if (found) walk_short_choice(w, &parts);
    vec_release(&parts);
    return found;
}

void walk_expression(walker *w, CXCursor e) {
    e = cursor_bare(e);
    enum node_kind k = node_kind_of(e);
    if ((k == NODE_AND || k == NODE_OR) || (k == NODE_NOT && has_operator(e))) {
        if (w->g->criterion >= CRITERION_BRANCH) walk_decision(w, e);
        else walk_expressions(w, e);
        return;
    }
    switch (clang_getCursorKind(e)) {
    case CXCursor_ParenExpr:
    case CXCursor_UnaryOperator:
    case CXCursor_BinaryOperator:
    case CXCursor_CompoundAssignOperator:
    case CXCursor_ArraySubscriptExpr:
    case CXCursor_MemberRefExpr: walk_expressions(w, e); return;
    case CXCursor_ConditionalOperator: walk_choice(w, e); return;
    case CXCursor_CallExpr: walk_call(w, e); return;
    case CXCursor_CStyleCastExpr:
    case CXCursor_CompoundLiteralExpr: walk_last(w, e); return;
    case CXCursor_InitListExpr: walk_list(w, e); return;
    case CXCursor_UnaryExpr:
    case CXCursor_DeclRefExpr:
    case CXCursor_AddrLabelExpr: return; /* sizes are not evaluated */
    case CXCursor_StmtExpr: {
        uint32_t block = w->block;
        if (!is_asserting(e)) walk_statement(w, cursor_child(e, 0), true, true);
        w->block = block;
        w->calls = true;
        return;
    }
    default:
        if (!try_short_choice(w, e)) walk_skip(w, e, "in an expression that is not looked into");
        return;
    }
}
