#include "frontend/load/load.h"
#include "base/log.h"
#include "frontend/bodies.h"
#include "frontend/builtin.h"
#include "frontend/clang.h"
#include "frontend/format.h"
#include "frontend/library.h"
#include "frontend/llvm/llvm.h"
#include "frontend/sources.h"
#include "frontend/startup.h"
#include "frontend/llvm/input_type.h"
#include "frontend/step.h"
#include "frontend/ts/ts.h"
#include "frontend/written/written.h"
#include "program/text_form.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

typedef struct {
    terms *terms;
    const load_options *options;
    sources sources;
    project project; /* once the sources are known */
    enum load_status status;
    text *messages, *reason;
    written_program contracts; /* with --function */
} loading;

static program *bad_input(loading *l, const input_error *e) {
    if (e->file) text_print(l->messages, "%s:", e->file);
    if (e->line) text_print(l->messages, "%u:", e->line);
    if (e->column) text_print(l->messages, "%u:", e->column);
    text_print(l->messages, "%s%s\n", e->file ? " " : "", e->message);
    l->status = LOAD_BAD_INPUT;
    return NULL;
}

static bool expand(loading *l, input_error *error) {
    bool good = sources_expand(l->options, &l->sources, error);
    project_of(l->options, &l->sources, &l->project);
    return good;
}

static program *load_text(loading *l, const char *file,
                          program *(*parse)(terms *, const char *, size_t, const char *,
                                            input_error *)) {
    text all = {0};
    input_error error = {0};
    program *p = NULL;
    if (!text_read_file(&all, file))
        input_fail(&error, file, 0, 0, "cannot read: %s", strerror(errno));
    else p = parse(l->terms, text_string(&all), all.size, file, &error);
    /* Whatever it was a reduction of is not here. */
    for (loc at = {0}; p && at.id < p->locations.size; at.id++)
        p->locations.data[at.id].origin = at;
    text_release(&all);
    return p ? p : bad_input(l, &error);
}

/* With the defaults of the task filled in, for the translation. */
static program *translate(loading *l, LLVMModuleRef m) {
    load_options resolved = *l->options;
    resolved.checks = l->sources.checks;
    resolved.error_function = l->sources.error_function;
    resolved.data_model = l->sources.data_model;
    resolved.volatile_reads = l->sources.volatile_reads;
    if (resolved.step) resolved.entry = STEP_ENTRY;
    if (resolved.function) resolved.entry = l->contracts.entry;
    return llvm_translate(l->terms, m, &resolved, &l->status, l->messages, l->reason);
}

/* The module to translate; NULL with c->status set. */
static LLVMModuleRef whole_module(compiler *c) {
    LLVMModuleRef m = clang_sources(c);
    if (!m) return NULL;
    format_expand(m, c->sources->checks);
    builtin_expand(m);
    bool built = bodies_replace(c, m) &&
                 (!c->options->step || step_build(c, m, &types_from_debug_info)) &&
                 (!c->options->function || written_globals(c, m));
    if (built) startup_build(c, m);
    if (built && library_link(c, m)) return m;
    LLVMDisposeModule(m);
    return NULL;
}

static void compiler_of(loading *l, compiler *c) {
    *c = (compiler){.context = LLVMContextCreate(),
                    .options = l->options,
                    .sources = &l->sources,
                    .project = &l->project,
                    .messages = l->messages};
    LLVMContextSetDiagnosticHandler(c->context, clang_silent, NULL);
}

/* The sources, rewritten to what their contracts say of --function. What a caller of it frees is
 * not known. */
static bool read_contracts(loading *l, compiler *c, load_options *with) {
    l->sources.checks &= ~(uint32_t)(CHECK_TRACK | CHECK_CLEANUP);
    if (!written_rewrite(c, &l->contracts, l->reason)) return false;
    with->texts.instead = l->contracts.texts.data;
    c->options = with;
    return true;
}

static void say_caller(const load_options *o, program *p) {
    char *says = mem_format("arguments of %s that point to objects of known size are null or the "
                            "start of an object of their own, of at most %" PRIu64 " bytes",
                            o->texts.called, o->entry_size);
    program_add_note(p, NOTE_ASSUMPTION, says, (position){0});
    mem_free(says);
}

static void say_contracts(const loading *l, program *p) {
    for (uint32_t i = 0; i < l->contracts.assumed.size; i++)
        program_add_note(p, NOTE_ASSUMPTION, l->contracts.assumed.data[i], (position){0});
    for (uint32_t i = 0; i < l->contracts.met.size; i++) {
        char *says = mem_format("%s does what its contract says, and may do all that it allows",
                                l->contracts.met.data[i]);
        program_add_note(p, NOTE_ASSUMPTION, says, (position){0});
        mem_free(says);
    }
}

static program *load_c(loading *l) {
    compiler c;
    program *p = NULL;
    compiler_of(l, &c);
    const char *flag = clang_refuses(&c);
    if (flag) text_print(l->reason, "unsupported: flag %s", flag);
    load_options with_contracts = *l->options;
    if (!flag && l->options->function && !read_contracts(l, &c, &with_contracts)) {
        l->status = c.status;
        LLVMContextDispose(c.context);
        return NULL;
    }
    LLVMModuleRef m = flag ? NULL : whole_module(&c);
    if (flag) l->status = LOAD_UNSUPPORTED;
    else if (m) p = translate(l, m);
    else l->status = c.status;
    if (p) step_say_bounds(l->options, p);
    if (p && l->options->function) say_contracts(l, p);
    if (p && l->options->texts.called) say_caller(l->options, p);
    if (l->status == LOAD_UNSUPPORTED && !l->reason->size) text_add(l->reason, "compiler");
    if (m) LLVMDisposeModule(m);
    LLVMContextDispose(c.context);
    return p;
}

/* Transition systems: what is valid but beyond us is UNKNOWN, not an error. */
static program *load_system(loading *l, const char *file,
                            program *(*read)(terms *, const char *, size_t, const char *,
                                             input_error *, text *)) {
    text all = {0}, unsupported = {0};
    input_error error = {0};
    program *p = NULL;
    if (!text_read_file(&all, file))
        input_fail(&error, file, 0, 0, "cannot read: %s", strerror(errno));
    else p = read(l->terms, text_string(&all), all.size, file, &error, &unsupported);
    if (!p && unsupported.size) {
        l->status = LOAD_UNSUPPORTED;
        text_print(l->reason, "unsupported: %s", text_string(&unsupported));
    } else if (!p) bad_input(l, &error);
    text_release(&all);
    text_release(&unsupported);
    return p;
}

static program *load(loading *l) {
    const source *first = &l->sources.items.data[0];
    switch (first->kind) {
    case SOURCE_CFA: return load_text(l, first->file, cfa_parse);
    case SOURCE_CHC: return load_system(l, first->file, horn_load);
    case SOURCE_VMT: return load_system(l, first->file, vmt_load);
    case SOURCE_BTOR2: return load_system(l, first->file, btor2_load);
    default: return load_c(l);
    }
}

program *frontend_load(terms *t, const load_options *o, enum load_status *status, text *messages,
                       text *reason) {
    LOG("frontend", "load");
    loading l = {.terms = t, .options = o, .messages = messages, .reason = reason};
    input_error error = {0};
    program *p = expand(&l, &error) ? load(&l) : bad_input(&l, &error);
    for (uint32_t i = 0; p && i < l.project.roots.size; i++)
        program_add_root(p, l.project.roots.data[i]);
    for (uint32_t i = 0; p && i < l.sources.notes.size; i++)
        program_add_note(p, NOTE_ASSUMPTION, l.sources.notes.data[i], (position){0});
    written_release(&l.contracts);
    project_release(&l.project);
    sources_release(&l.sources);
    *status = p ? LOAD_OK : l.status;
    require(p || *status != LOAD_OK, "a load failed without a reason");
    return p;
}

/* Reads the texts of the sources, without making a program of them. */
typedef bool read_texts(compiler *c, void *out);

static bool with_texts(const load_options *o, enum load_status *status, text *messages,
                       read_texts *read, void *out) {
    loading l = {.options = o, .messages = messages};
    input_error error = {0};
    compiler c = {0};
    bool good = expand(&l, &error);
    if (!good) bad_input(&l, &error);
    else {
        compiler_of(&l, &c);
        good = read(&c, out);
        l.status = c.status;
        LLVMContextDispose(c.context);
    }
    project_release(&l.project);
    sources_release(&l.sources);
    *status = l.status;
    return good;
}

static bool read_names(compiler *c, void *names) { return written_functions(c, names); }

static bool read_proposals(compiler *c, void *proposals) {
    LLVMModuleRef m = clang_sources(c);
    bool good = m && written_propose(c, m, proposals);
    if (m) LLVMDisposeModule(m);
    return good;
}

bool frontend_contracts(const load_options *o, enum load_status *status, text *messages,
                        string_vec *names) {
    return with_texts(o, status, messages, read_names, names);
}

bool frontend_propose(const load_options *o, enum load_status *status, text *messages,
                      proposal_vec *out) {
    LOG("frontend", "propose contracts");
    return with_texts(o, status, messages, read_proposals, out);
}

static bool read_requirements(compiler *c, void *r) { return requirements_attach(c, r); }

bool frontend_requirements(const load_options *o, requirements *r, enum load_status *status,
                           text *messages) {
    LOG("frontend", "read requirements");
    return with_texts(o, status, messages, read_requirements, r);
}

typedef struct {
    const requirements *about;
    uint32_t number;
    enum requirement_question asks;
    text *out;
} monitor_question;

static bool read_monitor(compiler *c, void *question) {
    const monitor_question *q = question;
    return requirements_monitor(c, q->about, q->number, q->asks, q->out);
}

bool frontend_monitor(const load_options *o, const requirements *r, uint32_t number,
                      enum requirement_question asks, enum load_status *status, text *messages,
                      text *out) {
    monitor_question q = {r, number, asks, out};
    return with_texts(o, status, messages, read_monitor, &q);
}

static bool read_caller(compiler *c, void *caller) { return caller_write(c, caller); }

bool frontend_caller(load_options *o, entry_caller *out) {
    enum load_status status;
    text messages = {0};
    bool asked = o->entry && o->entry_size && !o->function && !o->step && !o->texts.instead;
    bool read = asked && with_texts(o, &status, &messages, read_caller, out);
    if (read && out->entry) {
        o->texts.called = o->entry;
        o->entry = out->entry;
        o->texts.instead = out->texts.data;
    }
    text_release(&messages);
    return !read || out->entry;
}

static bool print_module(loading *l, text *ir) {
    compiler c;
    load_options with_contracts = *l->options;
    text reason = {0};
    compiler_of(l, &c);
    l->reason = &reason;
    LLVMModuleRef m =
        l->options->function && !read_contracts(l, &c, &with_contracts) ? NULL : whole_module(&c);
    text_release(&reason);
    l->status = c.status;
    if (m) {
        char *printed = LLVMPrintModuleToString(m);
        text_add(ir, printed);
        LLVMDisposeMessage(printed);
        LLVMDisposeModule(m);
    }
    LLVMContextDispose(c.context);
    return m != NULL;
}

bool frontend_ir(const load_options *o, enum load_status *status, text *messages, text *ir) {
    loading l = {.options = o, .messages = messages};
    input_error error = {0};
    bool good = false;
    if (!expand(&l, &error)) bad_input(&l, &error);
    else if (l.sources.items.data[0].kind != SOURCE_C && l.sources.items.data[0].kind != SOURCE_IR)
        input_fail(&error, l.sources.items.data[0].file, 0, 0,
                   "only C and LLVM files have LLVM IR"),
            bad_input(&l, &error);
    else good = print_module(&l, ir);
    written_release(&l.contracts);
    project_release(&l.project);
    sources_release(&l.sources);
    *status = l.status;
    return good;
}
