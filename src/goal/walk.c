/* Walking over functions: blocks of statements, cases, and where expressions are evaluated. */
#include "goal/mark_internal.h"
#include "source/words.h"

#include <string.h>

/* ---- where statements end, in the preprocessed text ---- */

static size_t skip_blanks(const walker *w, size_t at) {
    const char *s = w->code->data;
    return (size_t)(skip_blank(s + at, s + w->code->size) - s);
}

/* Past the next `c`, which follows here; the same place where another character does. */
static size_t past(const walker *w, size_t at, char c) {
    size_t next = skip_blanks(w, at);
    return next < w->code->size && w->code->data[next] == c ? next + 1 : at;
}

static CXCursor last_child(CXCursor c) {
    cursors all = {0};
    cursor_children(c, &all);
    CXCursor last = all.size ? vec_last(&all) : clang_getNullCursor();
    vec_release(&all);
    return last;
}

static size_t statement_end(const walker *w, CXCursor s) {
    switch (clang_getCursorKind(s)) {
    case CXCursor_IfStmt:
    case CXCursor_WhileStmt:
    case CXCursor_ForStmt:
    case CXCursor_SwitchStmt:
    case CXCursor_LabelStmt:
    case CXCursor_CaseStmt:
    case CXCursor_DefaultStmt: return statement_end(w, last_child(s));
    case CXCursor_CompoundStmt:
    case CXCursor_DeclStmt:
    case CXCursor_NullStmt: return cursor_end(w, s);
    default: return past(w, cursor_end(w, s), ';');
    }
}

/* ---- blocks ---- */

static void begin_block(walker *w, CXCursor from, CXCursor to, size_t at) {
    uint32_t number = mark_goal(
        w, from, to, (goal_request){GOAL_STATEMENT, OUTCOME_NONE, NULL, 0, 0, NO_MARK, NO_MARK});
    w->block = (w->places ? w->next : w->met.size) - 1;
    edit_at(w, at, EDIT_BEGINS, MARK_GOAL "(%u, 1); ", number);
}

/* Declarations that do nothing, and empty statements, are no code. */
static bool does_nothing(CXCursor s) {
    enum CXCursorKind k = clang_getCursorKind(s);
    if (k == CXCursor_NullStmt) return true;
    if (k != CXCursor_DeclStmt) return false;
    cursors all = {0};
    bool nothing = true;
    cursor_children(s, &all);
    for (uint32_t i = 0; i < all.size && nothing; i++) {
        enum CX_StorageClass c = clang_Cursor_getStorageClass(all.data[i]);
        nothing = clang_getCursorKind(all.data[i]) != CXCursor_VarDecl || c == CX_SC_Static ||
                  c == CX_SC_Extern ||
                  clang_Cursor_isNull(clang_Cursor_getVarDeclInitializer(all.data[i]));
    }
    vec_release(&all);
    return nothing;
}

static void walk_compound(walker *w, CXCursor s, bool fresh) {
    cursors all = {0};
    cursor_children(s, &all);
    if (!all.size && fresh) begin_block(w, s, s, w->places ? 0 : cursor_begin(w, s) + 1);
    w->calls = fresh;
    for (uint32_t i = 0; i < all.size; i++) {
        bool now = w->calls;
        if (does_nothing(all.data[i])) continue;
        w->calls = false;
        walk_statement(w, all.data[i], true, now);
    }
    vec_release(&all);
}

/* ---- switch ---- */

/* In the text, where the statement after a label begins: past its colon. */
static size_t past_colon(const walker *w, CXCursor label, const cursors *parts) {
    size_t at = cursor_begin(w, label);
    if (clang_getCursorKind(label) == CXCursor_CaseStmt) {
        uint32_t values = parts->size - 1;
        at = cursor_end(w, parts->data[values - 1]);
        while (at < w->code->size && w->code->data[at] != ':') at = skip_blanks(w, at + 1);
    } else at += strcspn(w->code->data + at, ":");
    return at + 1;
}

static char *case_name(const walker *w, const cursors *parts) {
    if (w->places) return mem_string("");
    size_t from = cursor_begin(w, parts->data[0]), to = cursor_end(w, parts->data[parts->size - 2]);
    char *name =
        mem_format("case %.*s", (int)(to - from < 60 ? to - from : 60), w->code->data + from);
    for (char *c = name; *c; c++)
        if (*c == '\n') *c = ' ';
    return name;
}

/* `case 3: S` becomes `if (0) { case 3: MARK; } S`: a jump to the case passes the
 * mark, falling through does not. */
static void walk_case(walker *w, CXCursor s) {
    cursors parts = {0};
    cursor_children(s, &parts);
    CXCursor body = vec_last(&parts), name = parts.size > 1 ? parts.data[parts.size - 2] : s;
    if (w->g->criterion >= CRITERION_BRANCH) {
        bool other = clang_getCursorKind(s) == CXCursor_DefaultStmt;
        char *label = other ? NULL : case_name(w, &parts);
        goal_request r = {
            GOAL_BRANCH, other ? OUTCOME_DEFAULT : OUTCOME_CASE, label, w->choice, 0, NO_MARK,
            NO_MARK};
        uint32_t number = mark_goal(w, parts.size > 1 ? parts.data[0] : s, name, r);
        if (!w->places) {
            edit_at(w, cursor_begin(w, s), EDIT_BEGINS, "if (0) { ");
            edit_at(w, past_colon(w, s, &parts), EDIT_BEGINS, " " MARK_GOAL "(%u, 1); } ", number);
        }
        mem_free(label);
    }
    walk_statement(w, body, true, true);
    vec_release(&parts);
}

static enum CXChildVisitResult look_for_default(CXCursor c, CXCursor parent, CXClientData found) {
    (void)parent;
    switch (clang_getCursorKind(c)) {
    case CXCursor_DefaultStmt: *(bool *)found = true; return CXChildVisit_Break;
    case CXCursor_SwitchStmt: return CXChildVisit_Continue;
    default:
        return clang_isStatement(clang_getCursorKind(c)) ? CXChildVisit_Recurse
                                                         : CXChildVisit_Continue;
    }
}

/* Where no default is written there is one anyway: `if (0) { default: MARK; }` at the end of
 * the body. */
static void mark_no_match(walker *w, CXCursor value, CXCursor body) {
    bool has_default = false;
    look_for_default(body, body, &has_default);
    if (!has_default) clang_visitChildren(body, look_for_default, &has_default);
    if (has_default || w->g->criterion < CRITERION_BRANCH) return;
    uint32_t number = mark_goal(
        w, value, value,
        (goal_request){GOAL_BRANCH, OUTCOME_NO_CASE, NULL, w->choice, 0, NO_MARK, NO_MARK});
    if (w->places) return;
    bool compound = clang_getCursorKind(body) == CXCursor_CompoundStmt;
    size_t end = statement_end(w, body);
    edit_at(w, compound ? end - 1 : end, EDIT_ENDS, " ; if (0) { default: " MARK_GOAL "(%u, 1); } ",
            number);
}

static void walk_switch(walker *w, CXCursor s) {
    cursors parts = {0};
    cursor_children(s, &parts);
    CXCursor body = vec_last(&parts);
    walk_expression(w, parts.data[0]);
    uint32_t around = w->choice;
    w->choice = ++w->g->decisions;
    bool compound = clang_getCursorKind(body) == CXCursor_CompoundStmt;
    if (!compound && !w->places) edit_at(w, cursor_begin(w, body), EDIT_BEGINS, "{ ");
    walk_statement(w, body, true, true);
    mark_no_match(w, parts.data[0], body);
    w->choice = around;
    if (!compound && !w->places) edit_at(w, statement_end(w, body), EDIT_ENDS, " }");
    vec_release(&parts);
}

/* ---- loops and the rest ---- */

/* Which of init, condition and increment are there (bits 0 to 2), which libclang does not say: read
 * off the text. */
static uint32_t shape_of_for(walker *w, CXCursor s, const cursors *parts) {
    if (w->places)
        return w->next_shape < w->shapes.size ? w->shapes.data[w->next_shape++]
                                              : (w->astray = true, 0u);
    uint32_t shape = 0, semicolons = 0, depth = 0, part = 0;
    size_t end = cursor_begin(w, vec_last(parts));
    for (size_t at = cursor_begin(w, s); at < end; at++) {
        while (part + 1 < parts->size && at == cursor_begin(w, parts->data[part])) {
            shape |= 1u << semicolons;
            at = cursor_end(w, parts->data[part++]);
            if (w->code->data[at - 1] == ';') at--; /* a declaration has it */
        }
        char c = w->code->data[at];
        if (c == '(') depth++;
        if (c == ')') depth--;
        if (c == ';' && depth == 1) semicolons++;
    }
    vec_push(&w->shapes, shape);
    return shape;
}

static void walk_for(walker *w, CXCursor s) {
    cursors parts = {0};
    cursor_children(s, &parts);
    uint32_t shape = shape_of_for(w, s, &parts), part = 0;
    if (__builtin_popcount(shape) + 1u != parts.size) w->astray = true;
    else {
        if (shape & 1) {
            CXCursor first = parts.data[part++];
            if (cursor_is_expression(first)) walk_expression(w, first);
            else walk_statement(w, first, true, false);
        }
        if (shape & 2) walk_decision(w, parts.data[part++]);
        if (shape & 4) walk_expression(w, parts.data[part++]);
        walk_statement(w, parts.data[part], false, true);
    }
    vec_release(&parts);
}

static void walk_declarations(walker *w, CXCursor s) {
    cursors all = {0};
    cursor_children(s, &all);
    for (uint32_t i = 0; i < all.size; i++) {
        CXCursor d = all.data[i], value = clang_getNullCursor();
        enum CX_StorageClass c = clang_Cursor_getStorageClass(d);
        if (clang_getCursorKind(d) == CXCursor_VarDecl)
            value = clang_Cursor_getVarDeclInitializer(d);
        if (clang_Cursor_isNull(value) || c == CX_SC_Static || c == CX_SC_Extern)
            walk_skip(w, d, "in a declaration");
        else walk_expression(w, value);
    }
    vec_release(&all);
}

/* if, while, do: the parts in order; `decides` is the controlling expression. */
static void walk_parts(walker *w, CXCursor s, uint32_t decides) {
    cursors parts = {0};
    cursor_children(s, &parts);
    bool asserts = cursor_is_assertion(s);
    for (uint32_t i = 0; i < parts.size; i++) {
        if (i == decides && !asserts) walk_decision(w, parts.data[i]);
        else if (i != decides && !(asserts && cursor_fails_assertion(parts.data[i])))
            walk_statement(w, parts.data[i], false, true);
    }
    vec_release(&parts);
}

static bool is_label(CXCursor s) {
    enum CXCursorKind k = clang_getCursorKind(s);
    return k == CXCursor_LabelStmt || k == CXCursor_CaseStmt || k == CXCursor_DefaultStmt;
}

/* Where the header of a statement ends: its controlling expression, for a range that is not the
 * whole body. */
static CXCursor header_of(CXCursor s) {
    cursors parts = {0};
    cursor_children(s, &parts);
    CXCursor to = s;
    switch (clang_getCursorKind(s)) {
    case CXCursor_IfStmt:
    case CXCursor_WhileStmt:
    case CXCursor_SwitchStmt: to = parts.data[0]; break;
    case CXCursor_ForStmt: to = parts.size > 1 ? parts.data[parts.size - 2] : s; break;
    default: break;
    }
    vec_release(&parts);
    return to;
}

/* A statement that is no label and no compound; sets `calls` where what comes after it is another
 * block. */
static void walk_plain(walker *w, CXCursor s) {
    enum CXCursorKind k = clang_getCursorKind(s);
    if (cursor_is_expression(s)) {
        walk_expression(w, s);
        return;
    }
    switch (k) {
    case CXCursor_IfStmt:
    case CXCursor_WhileStmt: walk_parts(w, s, 0); break;
    case CXCursor_DoStmt: walk_parts(w, s, 1); break;
    case CXCursor_ForStmt: walk_for(w, s); break;
    case CXCursor_SwitchStmt: walk_switch(w, s); break;
    case CXCursor_ReturnStmt:
    case CXCursor_IndirectGotoStmt: walk_expressions(w, s); break;
    case CXCursor_DeclStmt: walk_declarations(w, s); return;
    case CXCursor_BreakStmt:
    case CXCursor_ContinueStmt:
    case CXCursor_GotoStmt: break;
    default: walk_skip(w, s, "in a statement of another kind"); break;
    }
    w->calls = true;
}

static void walk_label(walker *w, CXCursor s) {
    if (clang_getCursorKind(s) != CXCursor_LabelStmt) {
        walk_case(w, s);
        return;
    }
    CXCursor body = last_child(s);
    if (clang_Cursor_isNull(body) || does_nothing(body)) w->calls = true;
    else walk_statement(w, body, true, true);
}

/* `listed`: other statements may stand before and after it. `fresh`: a block begins with it. */
void walk_statement(walker *w, CXCursor s, bool listed, bool fresh) {
    enum CXCursorKind k = clang_getCursorKind(s);
    if (k == CXCursor_CompoundStmt) {
        walk_compound(w, s, fresh);
        return;
    }
    if (does_nothing(s)) {
        w->calls |= fresh;
        return;
    }
    if (!listed && !w->places) edit_at(w, cursor_begin(w, s), EDIT_BEGINS, "{ ");
    if (is_label(s)) walk_label(w, s);
    else {
        if (fresh) begin_block(w, s, header_of(s), w->places ? 0 : cursor_begin(w, s));
        else mark_extend(w, w->block, header_of(s));
        walk_plain(w, s);
    }
    if (!listed && !w->places) edit_at(w, statement_end(w, s), EDIT_ENDS, " }");
}

void walk_function(walker *w, CXCursor f) {
    CXCursor body = last_child(f);
    if (clang_getCursorKind(body) != CXCursor_CompoundStmt) return;
    text_clear(&w->declares);
    map_clear(&w->on_line);
    walk_statement(w, body, true, true);
    if (!w->places && w->declares.size)
        edit_at(w, cursor_begin(w, body) + 1, EDIT_DECLARES, " %s", text_string(&w->declares));
}
