#include "goal/propose.h"
#include "goal/mark_internal.h"

#include <stdlib.h>
#include <string.h>

enum { DEEPEST = 3 /* records that a pointer of a model leads to */ };

typedef struct {
    char *name;
    CXCursor at;
    uint32_t source;
    bool called;
} own_function;

typedef struct {
    char *name;
    CXType type;
    uint32_t source;
    bool hidden, constant; /* static; const */
    bool read, written;    /* written: or its address is taken */
} own_global;

/* All sources, read. */
typedef struct {
    load_options *o;
    model_proposal *out;
    CXIndex index;
    vec(CXTranslationUnit) units;
    vec(own_function) functions;
    vec(own_global) globals;
    uint32_t source; /* at hand */
    bool is_told;    /* external code or hardware gives values */
} model_survey;

static char *spelling(CXString s) {
    char *own = mem_string(clang_getCString(s) ? clang_getCString(s) : "");
    clang_disposeString(s);
    return own;
}

static bool ends_with(const char *s, const char *end) {
    size_t n = strlen(s), m = strlen(end);
    return n >= m && !strcmp(s + n - m, end);
}

/* ---- reading ---- */

static own_global *global_named(model_survey *x, const char *name) {
    for (uint32_t i = 0; i < x->globals.size; i++)
        if (!strcmp(x->globals.data[i].name, name)) return &x->globals.data[i];
    return NULL;
}

static own_function *function_named(model_survey *x, const char *name) {
    for (uint32_t i = 0; i < x->functions.size; i++)
        if (!strcmp(x->functions.data[i].name, name)) return &x->functions.data[i];
    return NULL;
}

/* A definition, or a declaration that another file may define. */
static void note_global(model_survey *x, CXCursor c) {
    char *name = spelling(clang_getCursorSpelling(c));
    bool defined = clang_getCursorLinkage(c) == CXLinkage_Internal || clang_isCursorDefinition(c) ||
                   clang_Cursor_getStorageClass(c) != CX_SC_Extern;
    if (!defined || global_named(x, name)) {
        mem_free(name);
        return;
    }
    CXType type = clang_getCursorType(c);
    own_global g = {.name = name,
                    .type = type,
                    .source = x->source,
                    .hidden = clang_getCursorLinkage(c) == CXLinkage_Internal,
                    .constant = clang_isConstQualifiedType(type)};
    vec_push(&x->globals, g);
}

static enum CXChildVisitResult note_top(CXCursor c, CXCursor parent, CXClientData data) {
    (void)parent;
    model_survey *x = data;
    if (clang_Location_isInSystemHeader(clang_getCursorLocation(c))) return CXChildVisit_Continue;
    if (clang_getCursorKind(c) == CXCursor_VarDecl) note_global(x, c);
    if (clang_getCursorKind(c) == CXCursor_FunctionDecl && clang_isCursorDefinition(c)) {
        own_function f = {spelling(clang_getCursorSpelling(c)), c, x->source, false};
        vec_push(&x->functions, f);
    }
    return CXChildVisit_Continue;
}

/* The variable that an expression is a part of; null: it is none. */
static CXCursor root_of(CXCursor e) {
    for (;;) {
        enum CXCursorKind k = clang_getCursorKind(e);
        if (k == CXCursor_DeclRefExpr) return e;
        bool part = k == CXCursor_MemberRefExpr || k == CXCursor_ArraySubscriptExpr ||
                    k == CXCursor_ParenExpr || k == CXCursor_UnexposedExpr;
        if (!part) return clang_getNullCursor();
        e = cursor_child(e, 0);
    }
}

static void note_written(model_survey *x, CXCursor e) {
    CXCursor root = root_of(e);
    if (clang_Cursor_isNull(root)) return;
    char *name = spelling(clang_getCursorSpelling(root));
    own_global *g = global_named(x, name);
    if (g) g->written = true;
    mem_free(name);
}

static bool is_assignment(CXCursor c) {
    enum CXCursorKind k = clang_getCursorKind(c);
    return k == CXCursor_CompoundAssignOperator ||
           (k == CXCursor_BinaryOperator &&
            clang_getCursorBinaryOperatorKind(c) == CXBinaryOperator_Assign);
}

static bool is_change(CXCursor c) {
    if (clang_getCursorKind(c) != CXCursor_UnaryOperator) return false;
    switch (clang_getCursorUnaryOperatorKind(c)) {
    case CXUnaryOperator_PostInc:
    case CXUnaryOperator_PostDec:
    case CXUnaryOperator_PreInc:
    case CXUnaryOperator_PreDec:
    case CXUnaryOperator_AddrOf: return true;
    default: return false;
    }
}

/* A function without a body that is none of the system's, or something volatile. */
static bool gives_values(CXCursor c) {
    CXCursor to = clang_getCursorReferenced(c);
    if (clang_isVolatileQualifiedType(clang_getCursorType(c))) return true;
    return clang_getCursorKind(c) == CXCursor_DeclRefExpr &&
           clang_getCursorKind(to) == CXCursor_FunctionDecl &&
           clang_Cursor_isNull(clang_getCursorDefinition(to)) &&
           !clang_Location_isInSystemHeader(clang_getCursorLocation(to));
}

static enum CXChildVisitResult note_use(CXCursor c, CXCursor parent, CXClientData data) {
    (void)parent;
    model_survey *x = data;
    if (is_assignment(c) || is_change(c)) note_written(x, cursor_child(c, 0));
    if (gives_values(c)) x->is_told = true;
    if (clang_getCursorKind(c) == CXCursor_DeclRefExpr) {
        char *name = spelling(clang_getCursorSpelling(c));
        own_global *g = global_named(x, name);
        own_function *f = function_named(x, name);
        if (g) g->read = true;
        if (f) f->called = true;
        mem_free(name);
    }
    return CXChildVisit_Recurse;
}

static void model_survey_clear(model_survey *x) {
    for (uint32_t i = 0; i < x->functions.size; i++) mem_free(x->functions.data[i].name);
    for (uint32_t i = 0; i < x->globals.size; i++) mem_free(x->globals.data[i].name);
    for (uint32_t i = 0; i < x->units.size; i++) clang_disposeTranslationUnit(x->units.data[i]);
    vec_clear(&x->functions);
    vec_clear(&x->globals);
    vec_clear(&x->units);
}

/* False: a source does not compile so. */
static bool read_sources(model_survey *x) {
    sources all = {0};
    input_error error = {0};
    text unheard = {0};
    project files = {0};
    model_survey_clear(x);
    bool good = sources_expand(x->o, &all, &error);
    if (good) project_of(x->o, &all, &files);
    compiler c = {.options = x->o, .sources = &all, .messages = &unheard, .project = &files};
    for (x->source = 0; good && x->source < all.items.size; x->source++) {
        const source *s = &all.items.data[x->source];
        text code = {0};
        bool is_c =
            s->kind == SOURCE_C && clang_preprocess(&c, s, &code) && mark_can_parse(&c, s, &code);
        CXTranslationUnit unit = is_c ? mark_parse(x->index, &c, s, NULL) : NULL;
        text_release(&code);
        good = unit != NULL;
        if (!good) break;
        vec_push(&x->units, unit);
        clang_visitChildren(clang_getTranslationUnitCursor(unit), note_top, x);
    }
    for (uint32_t i = 0; good && i < x->functions.size; i++)
        clang_visitChildren(x->functions.data[i].at, note_use, x);
    project_release(&files);
    sources_release(&all);
    text_release(&unheard);
    return good;
}

/* ---- what is taken ---- */

static void take(model_survey *x, const char *option, const char *what, const char *why) {
    text_print(&x->out->said, "takes %s %s%s%s\n", option, what, *why ? ": " : "", why);
}

static char *keep_name(model_survey *x, char *own) {
    vec_push(&x->out->names, own);
    return own;
}

/* Generated code refuses to be compiled for other word sizes. */
static bool take_data_model(model_survey *x) {
    if (read_sources(x)) return true;
    if (x->o->data_model || x->o->target) return false;
    static const char *const models[] = {"ILP32", "LP64"};
    for (int i = 0; i < 2; i++) {
        x->o->data_model = models[i];
        if (!read_sources(x)) continue;
        take(x, "--data-model", models[i], "the sources refuse other sizes of words");
        return true;
    }
    x->o->data_model = NULL;
    return false;
}

static bool is_beginning_or_end(const char *name) {
    static const char *const words[] = {"init", "Init", "reset", "Reset", "terminate", "Terminate"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strstr(name, words[i])) return true;
    return false;
}

static int step_rank(const own_function *f) {
    if (is_beginning_or_end(f->name) || !strcmp(f->name, "main")) return 0;
    if (ends_with(f->name, "_step") || !strcmp(f->name, "step")) return 3;
    if (f->called || clang_getCursorLinkage(f->at) == CXLinkage_Internal) return 0;
    return strstr(f->name, "step") || strstr(f->name, "Step") ? 2 : 1;
}

static own_function *find_step(model_survey *x) {
    own_function *best = NULL;
    uint32_t alike = 0;
    for (uint32_t i = 0; i < x->functions.size; i++) {
        own_function *f = &x->functions.data[i];
        int rank = step_rank(f), most = best ? step_rank(best) : 0;
        if (!rank || rank < most) continue;
        alike = rank == most ? alike + 1 : 1;
        best = f;
    }
    if (alike <= 1) return best;
    text_print(&x->out->said, "several functions may be the step function: name one with --step:");
    for (uint32_t i = 0; i < x->functions.size; i++)
        if (step_rank(&x->functions.data[i]) == step_rank(best))
            text_print(&x->out->said, " %s", x->functions.data[i].name);
    text_add(&x->out->said, "\n");
    return NULL;
}

static own_function *find_init(model_survey *x, const char *step) {
    static const char *const ends[] = {"_initialize", "_init",      "_Init",
                                       "_reset",      "initialize", "init"};
    char *stem = mem_string(step), *cut = strstr(stem, "step");
    own_function *found = NULL;
    if (cut) *cut = 0;
    if (cut && cut > stem && cut[-1] == '_') cut[-1] = 0;
    for (size_t i = 0; i < sizeof ends / sizeof *ends && !found; i++) {
        char *name = mem_format("%s%s", stem, ends[i]);
        found = function_named(x, name);
        mem_free(name);
    }
    mem_free(stem);
    return found;
}

static bool is_input_name(const char *name) {
    return !strcmp(name, "rtU") || ends_with(name, "_U") || ends_with(name, "_inputs") ||
           ends_with(name, "_inC") || strstr(name, "_rtu_");
}

static bool is_input_type(const char *type) {
    return strstr(type, "ExtU") || strstr(type, "ExternalInputs") || strstr(type, "inC_");
}

static void take_input(model_survey *x, const char *name, const char *why) {
    for (uint32_t i = 0; i < x->o->inputs.size; i++)
        if (!strcmp(x->o->inputs.data[i], name)) return;
    vec_push(&x->o->inputs, keep_name(x, mem_string(name)));
    take(x, "--input", name, why);
}

static bool holds_pointers(CXType t);
static enum CXVisitorResult find_pointer(CXCursor field, CXClientData data) {
    *(bool *)data |= holds_pointers(clang_getCursorType(field));
    return CXVisit_Continue;
}

static bool holds_pointers(CXType t) {
    bool any = false;
    t = clang_getCanonicalType(t);
    if (t.kind == CXType_ConstantArray) return holds_pointers(clang_getArrayElementType(t));
    if (t.kind == CXType_Record) clang_Type_visitFields(t, find_pointer, &any);
    return any || t.kind == CXType_Pointer;
}

static void take_global_inputs(model_survey *x) {
    bool any = x->o->inputs.size > 0;
    for (uint32_t i = 0; i < x->globals.size; i++) {
        const own_global *g = &x->globals.data[i];
        char *type = spelling(clang_getTypeSpelling(g->type));
        bool is = !g->constant && !holds_pointers(g->type) &&
                  (is_input_name(g->name) || is_input_type(type));
        if (is) take_input(x, g->name, "by its name or type");
        any |= is;
        mem_free(type);
    }
    for (uint32_t i = 0; i < x->globals.size && !any; i++) {
        const own_global *g = &x->globals.data[i];
        if (g->read && !g->written && !g->hidden && !g->constant && !holds_pointers(g->type))
            take_input(x, g->name, "read, and never written");
    }
}

/* ---- a step function that takes pointers ---- */

/* The functions that call it and its init, and the objects that they hand over. */
typedef struct {
    char *name;
    char *type;
} own_object;
typedef struct {
    model_survey *x;
    text objects, setup;
    vec(own_object) made;
} wrapping;

static char *type_name(CXType t) {
    return spelling(clang_getTypeSpelling(clang_getUnqualifiedType(t)));
}

static const char *object_of_type(const wrapping *w, const char *type) {
    for (uint32_t i = 0; i < w->made.size; i++)
        if (!strcmp(w->made.data[i].type, type)) return w->made.data[i].name;
    return NULL;
}

static bool is_record(CXType t) {
    t = clang_getCanonicalType(t);
    return t.kind == CXType_Record && clang_Type_getSizeOf(t) > 0;
}

/* A global of this type that the sources define: a set of parameters, or the state itself. */
static own_global *global_of_type(model_survey *x, CXType t) {
    for (uint32_t i = 0; i < x->globals.size; i++)
        if (!x->globals.data[i].hidden &&
            clang_equalTypes(
                clang_getUnqualifiedType(clang_getCanonicalType(x->globals.data[i].type)),
                clang_getUnqualifiedType(clang_getCanonicalType(t))))
            return &x->globals.data[i];
    return NULL;
}

/* Types of different readings are equal by their names only. */
static own_global *global_of_type_named(model_survey *x, CXType t) {
    own_global *same_unit = global_of_type(x, t);
    char *wanted = type_name(t);
    own_global *found = same_unit;
    for (uint32_t i = 0; i < x->globals.size && !found; i++) {
        char *type = type_name(x->globals.data[i].type);
        if (!x->globals.data[i].hidden && !strcmp(type, wanted)) found = &x->globals.data[i];
        mem_free(type);
    }
    mem_free(wanted);
    return found;
}

typedef struct {
    wrapping *w;
    const char *name, *path; /* of the object for the user, and as C names its members */
    unsigned depth;
} member_walk;

static const char *make_object(wrapping *w, CXType t, const char *name, bool is_input,
                               unsigned depth);

static enum CXVisitorResult set_member(CXCursor field, CXClientData data) {
    member_walk *m = data;
    CXType t = clang_getCursorType(field), to = clang_getPointeeType(clang_getCanonicalType(t));
    char *member = spelling(clang_getCursorSpelling(field));
    char *path = mem_format("%s.%s", m->path, member), *name = mem_format("%s_%s", m->name, member);
    if (is_record(t)) {
        member_walk inner = {m->w, name, path, m->depth};
        clang_Type_visitFields(clang_getCanonicalType(t), set_member, &inner);
    } else if (clang_getCanonicalType(t).kind == CXType_Pointer && is_record(to) &&
               m->depth < DEEPEST) {
        CXType named = clang_getPointeeType(t);
        if (named.kind == CXType_Invalid) named = to;
        char *type = type_name(named);
        const char *object = make_object(m->w, named, name,
                                         is_input_type(type) || is_input_name(name), m->depth + 1);
        text_print(&m->w->setup, "    %s = &%s;\n", path, object);
        mem_free(type);
    }
    mem_free(member);
    mem_free(path);
    mem_free(name);
    return CXVisit_Continue;
}

/* An object of this type: a global of the sources, or one of ours, with what it points to. */
static const char *make_object(wrapping *w, CXType t, const char *name, bool is_input,
                               unsigned depth) {
    own_global *g = is_record(t) ? global_of_type_named(w->x, t) : NULL;
    char *type = type_name(t);
    own_object o = {mem_string(g ? g->name : name), type};
    while (!g && global_named(w->x, o.name)) {
        char *longer = mem_format("%s_", o.name);
        mem_free(o.name);
        o.name = longer;
    }
    vec_push(&w->made, o);
    text_print(&w->objects, g ? "extern %s%s %s;\n" : "%s%s %s;\n",
               g && g->constant ? "const " : "", type, o.name);
    if (g) take(w->x, "the global", o.name, "a pointer leads to its type");
    if (is_input) take_input(w->x, o.name, "an object that the step function gets");
    if (!g && is_record(t)) {
        member_walk m = {w, o.name, o.name, depth};
        clang_Type_visitFields(clang_getCanonicalType(t), set_member, &m);
    }
    return o.name;
}

static bool takes_pointers(const own_function *f) {
    for (int i = 0; i < clang_Cursor_getNumArguments(f->at); i++) {
        CXType t = clang_getCursorType(clang_Cursor_getArgument(f->at, (unsigned)i));
        if (clang_getCanonicalType(t).kind == CXType_Pointer ||
            clang_getArrayElementType(t).kind != CXType_Invalid)
            return true;
    }
    return false;
}

/* What is handed over for a parameter; scalars go through where `parameters` is not NULL, and are 0
 * otherwise. */
static void hand_over(wrapping *w, const own_function *f, unsigned i, text *arguments,
                      text *parameters) {
    CXCursor c = clang_Cursor_getArgument(f->at, i);
    CXType t = clang_getCursorType(c), to = clang_getPointeeType(t);
    char *name = spelling(clang_getCursorSpelling(c));
    CXType element = clang_getArrayElementType(t);
    bool pointer = clang_getCanonicalType(t).kind == CXType_Pointer,
         array = element.kind != CXType_Invalid;
    if (to.kind == CXType_Invalid) to = clang_getPointeeType(clang_getCanonicalType(t));
    if (i) text_add(arguments, ", ");
    if (pointer || array) {
        CXType of = array ? element : to;
        char *type = type_name(of);
        const char *object = object_of_type(w, type);
        bool taken = parameters && (clang_isConstQualifiedType(of) || is_input_type(type));
        long long n = array && t.kind == CXType_ConstantArray ? clang_getArraySize(t) : 0;
        char *sized = n > 0 ? mem_format("%s[%lld]", name, n) : mem_string(name);
        bool fresh = !object || (parameters && !is_record(of));
        if (fresh && n > 0) {
            text_print(&w->objects, "%s %s;\n", type, sized);
            if (taken) take_input(w->x, name, "an array that the step function gets");
            text_add(arguments, name);
        } else {
            if (fresh) object = make_object(w, of, name, taken, 0);
            text_print(arguments, "&%s", object);
        }
        mem_free(sized);
        mem_free(type);
    } else if (parameters) {
        char *type = type_name(t);
        text_print(parameters, "%s%s %s", parameters->size ? ", " : "", type, name);
        text_add(arguments, name);
        mem_free(type);
    } else {
        take(w->x, "0 for", name, "a parameter of the init function");
        text_add(arguments, "0");
    }
    mem_free(name);
}

static void call_with(wrapping *w, const own_function *f, text *arguments, text *parameters) {
    int n = clang_Cursor_getNumArguments(f->at);
    for (int i = 0; i < n; i++) hand_over(w, f, (unsigned)i, arguments, parameters);
}

static void wrap(model_survey *x, const own_function *step, const own_function *init) {
    wrapping w = {.x = x};
    text step_arguments = {0}, init_arguments = {0}, parameters = {0};
    text *out = &x->out->wrapper;
    call_with(&w, step, &step_arguments, &parameters);
    if (init) call_with(&w, init, &init_arguments, NULL);
    text_print(out, "\n%s", text_string(&w.objects));
    if (init && init->source != step->source) { /* as its own source declares it */
        char *type = spelling(clang_getTypeSpelling(clang_getCursorType(init->at)));
        text_print(out, "__typeof__(%s) %s;\n", type, init->name);
        mem_free(type);
    }
    text_print(out, "void " PROPOSED_INIT "(void) {\n%s", text_string(&w.setup));
    if (init) text_print(out, "    %s(%s);\n", init->name, text_string(&init_arguments));
    text_print(out, "}\nvoid " PROPOSED_STEP "(%s) {\n    %s(%s);\n}\n",
               parameters.size ? text_string(&parameters) : "void", step->name,
               text_string(&step_arguments));
    x->o->step = PROPOSED_STEP;
    x->o->init = PROPOSED_INIT;
    x->o->texts.wrapper = out;
    x->o->texts.wrapped = step->source;
    for (uint32_t i = 0; i < w.made.size; i++)
        mem_free(w.made.data[i].name), mem_free(w.made.data[i].type);
    vec_release(&w.made);
    text_release(&w.objects);
    text_release(&w.setup);
    text_release(&step_arguments);
    text_release(&init_arguments);
    text_release(&parameters);
}

/* ---- all ---- */

static bool choose(model_survey *x) {
    load_options *o = x->o;
    bool given = o->step != NULL, told = o->inputs.size > 0;
    own_function *step = given ? function_named(x, o->step) : find_step(x);
    if (!step) {
        if (!x->out->said.size)
            text_add(&x->out->said, "no function looks like a step function: name it with --step, "
                                    "or another function to start in with --entry\n");
        return given; /* what is wrong with it is said where it is called */
    }
    if (!given) take(x, "--step", step->name, "");
    own_function *init = o->init ? function_named(x, o->init) : NULL;
    if (!o->init && (init = find_init(x, step->name))) take(x, "--init", init->name, "");
    if (!given) o->step = keep_name(x, mem_string(step->name));
    if (!o->init && init) o->init = keep_name(x, mem_string(init->name));
    bool wraps = takes_pointers(step) || (init && clang_Cursor_getNumArguments(init->at) > 0);
    if (wraps) wrap(x, step, init);
    if (!told) take_global_inputs(x);
    return true;
}

/* Every step does the same, by what the user says. */
static bool lacks_inputs(const model_survey *x, const own_function *step) {
    return !x->o->inputs.size && !x->o->bounds.size && !x->is_told &&
           clang_Cursor_getNumArguments(step->at) == 0;
}

/* The user says where it starts, and nothing more is needed. */
static bool is_settled(model_survey *x) {
    own_function *step = x->o->step ? function_named(x, x->o->step) : NULL;
    own_function *init = x->o->init ? function_named(x, x->o->init) : NULL;
    if (x->o->step)
        return step && !takes_pointers(step) && !lacks_inputs(x, step) &&
               (!init || clang_Cursor_getNumArguments(init->at) == 0);
    return x->o->entry || function_named(x, "main");
}

bool model_propose(load_options *o, model_proposal *out) {
    model_survey x = {.o = o, .out = out, .index = clang_createIndex(0, 0)};
    *out = (model_proposal){0};
    bool good = true, read = take_data_model(&x);
    if (read && !is_settled(&x)) good = choose(&x);
    model_survey_clear(&x);
    vec_release(&x.functions);
    vec_release(&x.globals);
    vec_release(&x.units);
    clang_disposeIndex(x.index);
    return good;
}

void model_texts(load_options *o, model_proposal *p) {
    sources all = {0};
    input_error error = {0};
    text unheard = {0};
    project files = {0};
    if (!o->texts.wrapper || !sources_expand(o, &all, &error)) return;
    project_of(o, &all, &files);
    compiler c = {.options = o, .sources = &all, .messages = &unheard, .project = &files};
    bool good = true;
    for (uint32_t i = 0; i < all.items.size && good; i++) {
        text code = {0};
        good = clang_preprocess(&c, &all.items.data[i], &code);
        if (i == o->texts.wrapped)
            text_bytes(&code, o->texts.wrapper->data, o->texts.wrapper->size);
        vec_push(&p->texts, code);
    }
    if (good) o->texts.instead = p->texts.data;
    project_release(&files);
    sources_release(&all);
    text_release(&unheard);
}

void model_wrapper_print(const load_options *o, const model_proposal *p, text *out) {
    const char *file = o->files.data[o->texts.wrapped < o->files.size ? o->texts.wrapped : 0];
    char *path = realpath(file, NULL);
    text_print(out, "/* Compile this with the tests, in the place of %s. */\n#include \"%s\"\n%.*s",
               file, path ? path : file, (int)p->wrapper.size, p->wrapper.data);
    free(path); // NOLINT: of realpath
}

void model_proposal_release(model_proposal *p) {
    vec_release_each(&p->texts, text_release);
    text_release(&p->said);
    text_release(&p->wrapper);
    vec_free_each(&p->names);
}
