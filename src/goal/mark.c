#include "base/launch.h"
#include "goal/mark_internal.h"
#include "base/log.h"
#include "frontend/clang.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* ---- cursors ---- */

static enum CXChildVisitResult collect(CXCursor c, CXCursor parent, CXClientData out) {
    (void)parent;
    cursors *all = out;
    vec_push(all, c);
    return CXChildVisit_Continue;
}

void cursor_children(CXCursor c, cursors *out) { clang_visitChildren(c, collect, out); }

bool cursor_is_expression(CXCursor c) { return clang_isExpression(clang_getCursorKind(c)); }

static size_t offset_of(CXSourceLocation l) {
    unsigned offset = 0;
    clang_getFileLocation(l, NULL, NULL, NULL, &offset);
    return offset;
}

size_t cursor_begin(const walker *w, CXCursor c) {
    (void)w;
    return offset_of(clang_getRangeStart(clang_getCursorExtent(c)));
}

size_t cursor_end(const walker *w, CXCursor c) {
    (void)w;
    return offset_of(clang_getRangeEnd(clang_getCursorExtent(c)));
}

/* ---- edits ---- */

void edit_at(walker *w, size_t at, enum edit_order order, const char *format, ...) {
    va_list arguments;
    char *said = NULL;
    if (w->places) return;
    va_start(arguments, format);
    if (vasprintf(&said, format, arguments) < 0) out_of_memory();
    va_end(arguments);
    edit e = {at, order, w->edits.size, said};
    vec_push(&w->edits, e);
}

static int edit_compare(const void *a, const void *b) {
    const edit *x = a, *y = b;
    if (x->at != y->at) return x->at < y->at ? -1 : 1;
    if (x->order != y->order) return x->order < y->order ? -1 : 1;
    return x->number < y->number ? -1 : x->number > y->number;
}

static void edits_apply(walker *w, text *out) {
    size_t at = 0;
    if (w->edits.size) qsort(w->edits.data, w->edits.size, sizeof *w->edits.data, edit_compare);
    own_text("void " MARK_GOAL "(int, _Bool); _Bool " MARK_CONDITION "(int, int, _Bool);\n", out);
    for (uint32_t i = 0; i < w->edits.size; i++) {
        const edit *e = &w->edits.data[i];
        text_bytes(out, w->code->data + at, e->at - at);
        own_text(e->text, out); /* no edit has words of the program */
        at = e->at;
    }
    text_bytes(out, w->code->data + at, w->code->size - at);
}

static void edits_release(walker *w) {
    for (uint32_t i = 0; i < w->edits.size; i++) free(w->edits.data[i].text);
    vec_release(&w->edits);
}

/* ---- goals ---- */

/* A file has one name, however it was included: two copies of a function must not look like two
 * functions. */
uint32_t file_named(walker *w, const char *name) {
    char *path = w->directory && *name != '/' ? mem_format("%s/%s", w->directory, name)
                                              : mem_string(name),
         *real = realpath(path, NULL);
    uint32_t called = intern_id(&w->g->names, name),
             key = real ? intern_id(&w->g->names, real) : called;
    uint64_t first;
    free(real);
    mem_free(path);
    if (map_get(&w->g->by_path, key, &first)) return (uint32_t)first;
    map_set(&w->g->by_path, key, called);
    return called;
}

static goal_range range_of(walker *w, CXCursor from, CXCursor to) {
    goal_range r = {0};
    CXString name;
    unsigned line = 0, column = 0;
    clang_getPresumedLocation(clang_getRangeStart(clang_getCursorExtent(from)), &name, &line,
                              &column);
    r.file = file_named(w, clang_getCString(name));
    r.line = line;
    r.column = w->places ? column : 0;
    clang_disposeString(name);
    clang_getPresumedLocation(clang_getRangeEnd(clang_getCursorExtent(to)), NULL, &line, &column);
    r.end_line = line < r.line ? r.line : line;
    r.end_column = w->places ? column : 0;
    if (r.end_line == r.line && r.end_column < r.column) r.end_column = r.column; /* in a macro */
    return r;
}

uint32_t mark_new(walker *w) {
    mark m = {.state = STATE_OPEN, .test = NO_TEST, .proof = UINT32_MAX};
    vec_push(&w->g->marks, m);
    return w->g->marks.size - 1;
}

/* What two copies of a function agree on, also where the preprocessor left out lines of one: the
 * line, and which goal of its kind and outcome it is there. */
static uint32_t key_of(walker *w, goal_range at, goal_request r) {
    text key = {0};
    text_print(&key, "%u|%u|%u|%u|%u|%s", at.file, at.line, w->function, (unsigned)r.kind,
               (unsigned)r.outcome, r.label ? r.label : "");
    uint32_t name = intern_id(&w->g->names, text_string(&key));
    uint64_t before = map_find(&w->on_line, name, 0);
    map_set(&w->on_line, name, before + 1);
    text_print(&key, "|%llu", (unsigned long long)before);
    name = intern_id(&w->g->names, text_string(&key));
    text_release(&key);
    return name;
}

static void meet(walker *w, goal_range at, enum goal_kind kind) {
    if (w->next >= w->met.size) {
        w->astray = true;
        return;
    }
    goal *x = &w->g->items.data[w->met.data[w->next++]];
    if (x->kind == kind && x->at.line == at.line && x->at.file == at.file) x->at = at;
}

/* The words of a range of the preprocessed text, on one line, at most so many characters; an open
 * parenthesis is closed. */
static uint32_t words_of(walker *w, size_t from, size_t to) {
    enum { MOST = 60 };
    text t = {0};
    int open = 0;
    bool blank = true;
    for (size_t at = from; at < to; at++) {
        char c = w->code->data[at];
        if (c == '#' && at && w->code->data[at - 1] == '\n') { /* a line marker */
            at += strcspn(w->code->data + at, "\n") - 1;
            continue;
        }
        bool is_blank = isspace((unsigned char)c);
        if (t.size >= MOST) {
            text_add(&t, "...");
            break;
        }
        if (!is_blank) text_char(&t, c);
        else if (!blank) text_char(&t, ' ');
        open += (c == '(') - (c == ')');
        blank = is_blank;
    }
    if (open == 1 && t.size < MOST) text_char(&t, ')');
    while (t.size && (t.data[t.size - 1] == ' ' || t.data[t.size - 1] == ';')) t.data[--t.size] = 0;
    uint32_t name = intern_id(&w->g->names, text_string(&t));
    text_release(&t);
    return name;
}

static void add_goal(walker *w, goal_range at, uint32_t words, goal_request r) {
    goal x = {.kind = r.kind,
              .function = w->function,
              .at = at,
              .words = words,
              .outcome = r.outcome,
              .label = intern_id(&w->g->names, r.label ? r.label : ""),
              .decision = r.decision,
              .condition = r.condition,
              .mark = r.mark == NO_MARK ? mark_new(w) : r.mark,
              .other = r.other};
    if (r.kind == GOAL_MCDC && r.other == NO_MARK) x.other = mark_new(w);
    vec_push(&w->g->items, x);
}

uint32_t mark_goal(walker *w, CXCursor from, CXCursor to, goal_request r) {
    goal_range at = range_of(w, from, to);
    if (w->places) {
        meet(w, at, r.kind);
        return 0;
    }
    uint32_t key = key_of(w, at, r);
    uint64_t found;
    if (!map_get(&w->g->by_key, key, &found)) {
        found = w->g->items.size;
        add_goal(w, at, words_of(w, cursor_begin(w, from), cursor_end(w, to)), r);
        map_set(&w->g->by_key, key, found);
    }
    vec_push(&w->met, (uint32_t)found);
    return w->g->items.data[found].mark;
}

void mark_extend(walker *w, uint32_t met, CXCursor to) {
    if (met >= w->met.size) return;
    goal_range *at = &w->g->items.data[w->met.data[met]].at, end = range_of(w, to, to);
    if (w->places && !at->column) return; /* the place is not known so well */
    if (end.file != at->file || end.end_line < at->end_line) return;
    at->end_line = end.end_line;
    at->end_column = end.end_column;
}

/* ---- one reading ---- */

static enum CXChildVisitResult visit_top(CXCursor c, CXCursor parent, CXClientData data) {
    (void)parent;
    walker *w = data;
    if (clang_getCursorKind(c) != CXCursor_FunctionDecl || !clang_isCursorDefinition(c))
        return CXChildVisit_Continue;
    if (clang_Location_isInSystemHeader(clang_getCursorLocation(c))) return CXChildVisit_Continue;
    CXString name = clang_getCursorSpelling(c);
    w->function = intern_id(&w->g->names, clang_getCString(name));
    /* Calls of these mean what they mean to every verifier; a body is not executed. */
    bool own = strncmp(clang_getCString(name), "__cinch_", 8) &&
               strcmp(clang_getCString(name), "__VERIFIER_assume") &&
               strcmp(clang_getCString(name), "__VERIFIER_error");
    clang_disposeString(name);
    if (own) walk_function(w, c);
    return w->astray ? CXChildVisit_Break : CXChildVisit_Continue;
}

static void print_errors(CXTranslationUnit unit, text *out) {
    for (unsigned i = 0; i < clang_getNumDiagnostics(unit); i++) {
        CXDiagnostic d = clang_getDiagnostic(unit, i);
        if (clang_getDiagnosticSeverity(d) >= CXDiagnostic_Error) {
            CXString s = clang_getDiagnosticSpelling(d), file;
            unsigned line;
            clang_getPresumedLocation(clang_getDiagnosticLocation(d), &file, &line, NULL);
            text_print(out, "%s:%u: error: %s\n", clang_getCString(file), line,
                       clang_getCString(s));
            clang_disposeString(file);
            clang_disposeString(s);
        }
        clang_disposeDiagnostic(d);
    }
}

static bool has_errors(CXTranslationUnit unit) {
    text t = {0};
    print_errors(unit, &t);
    bool any = t.size;
    text_release(&t);
    return any;
}

CXTranslationUnit mark_parse(CXIndex index, const compiler *c, const source *s, const text *code) {
    string_vec argv = {0};
    char *directory = s->directory ? mem_format("-working-directory=%s", s->directory) : NULL;
    struct CXUnsavedFile unsaved = {"cinch.i", code ? code->data : NULL, code ? code->size : 0};
    CXTranslationUnit unit = NULL;
    clang_arguments(c, s, &argv);
    if (code) vec_push(&argv, (char *)(uintptr_t)"-xcpp-output");
    if (directory) vec_push(&argv, directory);
    if (clang_parseTranslationUnit2(index, code ? unsaved.Filename : s->file,
                                    (const char *const *)argv.data, (int)argv.size,
                                    code ? &unsaved : NULL, code ? 1 : 0, CXTranslationUnit_None,
                                    &unit) != CXError_Success)
        unit = NULL;
    if (unit && has_errors(unit)) {
        text said = {0};
        if (code) print_errors(unit, &said);
        project_messages(c->project, text_string(&said), s->directory, c->messages);
        text_release(&said);
        clang_disposeTranslationUnit(unit);
        unit = NULL;
    }
    vec_release(&argv);
    mem_free(directory);
    return unit;
}

typedef struct {
    const compiler *c;
    const source *s;
    const text *code;
} parsing;

static void try_parsing(void *on) {
    const parsing *x = on;
    setenv("LIBCLANG_DISABLE_CRASH_RECOVERY", "1", 1);
    CXIndex index = clang_createIndex(0, 0);
    mark_parse(index, x->c, x->s, x->code);
    mark_parse(index, x->c, x->s, NULL);
}

bool mark_can_parse(const compiler *c, const source *s, const text *code) {
    parsing x = {c, s, code};
    return child_survives(try_parsing, &x, c->options->seconds, TOOL_MEMORY);
}

/* The source itself, for columns. What it meets otherwise than the first reading did keeps its line
 * only. */
static void read_places(walker *w, CXIndex index, const compiler *c, const source *s) {
    uint32_t decisions = w->g->decisions;
    goals *g = w->g;
    vec(goal) before = {0};
    w->unit = mark_parse(index, c, s, NULL);
    if (!w->unit) return;
    vec_append(&before, g->items.data, g->items.size);
    w->places = true;
    clang_visitChildren(clang_getTranslationUnitCursor(w->unit), visit_top, w);
    if (w->astray || w->next != w->met.size)
        memcpy(g->items.data, before.data, before.size * sizeof *before.data);
    w->astray = false;
    vec_release(&before);
    g->decisions = decisions;
    clang_disposeTranslationUnit(w->unit);
}

static bool no(compiler *c, text *reason, const char *why, const char *file) {
    c->status = LOAD_UNSUPPORTED;
    text_print(reason, "unsupported: %s, %s", why, file);
    text_print(c->messages, "%s\n", text_string(reason));
    return false;
}

static void too_much(compiler *c, const char *file) {
    c->status = LOAD_UNSUPPORTED;
    text_print(c->messages, "%s: the compiler ends, or takes too long or too much\n", file);
}

static bool mark_source(goals *g, CXIndex index, compiler *c, const source *s, text *out,
                        text *reason) {
    text code = {0};
    if (s->kind != SOURCE_C) return no(c, reason, "only C sources have goals", s->file);
    if (!clang_preprocess(c, s, &code)) {
        text_release(&code);
        return false;
    }
    const text *more = c->options->texts.wrapper;
    if (more && s == &c->sources->items.data[c->options->texts.wrapped])
        text_bytes(&code, more->data, more->size);
    walker w = {.g = g, .code = &code, .directory = s->directory};
    bool can = mark_can_parse(c, s, &code);
    if (can) w.unit = mark_parse(index, c, s, &code);
    else too_much(c, s->file);
    bool good = w.unit != NULL;
    if (good) {
        clang_visitChildren(clang_getTranslationUnitCursor(w.unit), visit_top, &w);
        clang_disposeTranslationUnit(w.unit);
        if (w.astray) good = no(c, reason, "a statement that cannot be marked", s->file);
    } else if (can) {
        c->status = LOAD_NOT_COMPILED;
        text_print(c->messages, "%s does not compile\n", s->file);
    }
    if (good) {
        edits_apply(&w, out);
        read_places(&w, index, c, s);
    }
    edits_release(&w);
    vec_release(&w.met);
    vec_release(&w.shapes);
    map_release(&w.on_line);
    text_release(&w.declares);
    text_release(&code);
    return good;
}

bool mark_sources(const load_options *o, goals *g, marked_texts *out, enum load_status *status,
                  text *messages, text *reason) {
    LOG("goal", "mark the sources");
    sources all = {0};
    input_error error = {0};
    *status = LOAD_OK;
    if (!sources_expand(o, &all, &error)) {
        text_print(messages, "%s%s%s\n", error.file ? error.file : "", error.file ? ": " : "",
                   error.message);
        *status = LOAD_BAD_INPUT;
        sources_release(&all);
        return false;
    }
    project files;
    project_of(o, &all, &files);
    compiler c = {.options = o, .sources = &all, .messages = messages, .project = &files};
    CXIndex index = clang_createIndex(0, 0);
    vec_resize(out, all.items.size);
    for (uint32_t i = 0; i < all.items.size && c.status == LOAD_OK; i++)
        mark_source(g, index, &c, &all.items.data[i], &out->data[i], reason);
    clang_disposeIndex(index);
    project_release(&files);
    sources_release(&all);
    *status = c.status;
    return c.status == LOAD_OK;
}

void marked_texts_release(marked_texts *t) { vec_release_each(t, text_release); }
