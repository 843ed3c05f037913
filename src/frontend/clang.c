#include "frontend/clang.h"
#include "base/log.h"
#include "frontend/stub_headers.h"
#include "base/budget.h"
#include "base/tool.h"
#include "frontend/bodies.h"
#include "frontend/compiler_runs.h"
#include "frontend/cprover.h"
#include "frontend/flags.h"
#include "frontend/ir_debug.h"
#include "frontend/library.h"

#include <errno.h>
#include <fcntl.h>
#include <llvm-c/Analysis.h>
#include <llvm-c/BitReader.h>
#include <llvm-c/DebugInfo.h>
#include <llvm-c/IRReader.h>
#include <llvm-c/Linker.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#define FOR_OURS(flag)
#define FOR_ALL(flag) flag,
static const char *const for_all[] = {
#include "frontend/clang.def"
};
#undef FOR_ALL
#undef FOR_OURS
#define FOR_ALL(flag)
#define FOR_OURS(flag) flag,
static const char *const for_ours[] = {
#include "frontend/clang.def"
};
#undef FOR_ALL
#undef FOR_OURS

static void add(string_vec *argv, const char *word) { vec_push(argv, (char *)word); }

/* What decides how a text is understood. */
static void add_language(const compiler *c, string_vec *argv) {
    flags_lenient(argv);
    const char *model = c->sources->data_model;
    if (c->options->target) add(argv, "-target"), add(argv, c->options->target);
    else if (model) add(argv, !strcmp(model, "ILP32") ? "-m32" : "-m64");
    /* The IR's floats are IEEE's, never x87's wider ones: its FLT_EVAL_METHOD and float_t would be
     * another program's. */
    if (!c->options->target && model && !strcmp(model, "ILP32")) add(argv, "-msse2");
}

static void add_common(const compiler *c, string_vec *argv) {
    add(argv, CLANG_PROGRAM);
    for (size_t i = 0; i < sizeof for_all / sizeof *for_all; i++) add(argv, for_all[i]);
    add_language(c, argv);
}

void clang_silent(LLVMDiagnosticInfoRef info, void *context) { (void)info, (void)context; }

static LLVMModuleRef fail(compiler *c, enum load_status status, const char *format, const char *a,
                          const char *b) {
    c->status = status;
    text_print(c->messages, format, a, b);
    return NULL;
}

/* LLVM prints by itself what it thinks of a module, with a stranger's words in it. */
static int silence(void) {
    int shown = dup(STDERR_FILENO), nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    if (nowhere >= 0) dup2(nowhere, STDERR_FILENO), close(nowhere);
    return shown;
}

static void speak(int shown) {
    if (shown >= 0) dup2(shown, STDERR_FILENO), close(shown);
}

static void cannot_read(const char *why) { require(false, "LLVM: %s", why); }

LLVMModuleRef clang_bitcode(compiler *c, const char *name, const void *code, size_t size) {
    LLVMMemoryBufferRef buffer = LLVMCreateMemoryBufferWithMemoryRangeCopy(code, size, name);
    LLVMModuleRef m = NULL;
    failure_point end;
    int shown = silence();
    enum failure f = failure_enter(&end);
    if (f) speak(shown);
    if (f == FAILURE_MEMORY) out_of_memory();
    if (f)
        return fail(c, LOAD_UNSUPPORTED, "%s: LLVM cannot read what clang made of it%s\n", name,
                    "");
    LLVMInstallFatalErrorHandler(cannot_read);
    bool bad = LLVMParseBitcodeInContext2(c->context, buffer, &m);
    LLVMResetFatalErrorHandler();
    failure_leave(&end);
    speak(shown);
    LLVMDisposeMemoryBuffer(buffer);
    if (bad) return fail(c, LOAD_BAD_INPUT, "%s: clang gave no bitcode%s\n", name, "");
    return m;
}

static void cannot_run(compiler *c, const char *name, int error) {
    bool missing = error == ENOENT || error == EACCES; /* otherwise a limit of this process */
    fail(c, missing ? LOAD_MISSING_TOOL : LOAD_UNSUPPORTED, "cannot run %s: %s", name,
         strerror(error));
    text_print(c->messages, "%s\n", missing ? tool_package_note(name) : "");
}

/* ---- what the compiler read ---- */

/* The way out, where a header is missing. */
static void say_missing(compiler *c, const char *errors) {
    char *name = missing_header(errors);
    if (name)
        text_print(c->messages,
                   "%s is missing: name its folder by -I after --, leave the file that includes it "
                   "out, or take it for empty with --stub-headers\n",
                   name);
    mem_free(name);
}

/* Where the compiler did not come to say what it read, and a rule was asked for: only what it says
 * before it reads. A program can make it print declarations, and then crash. */
static void keep_first_words(text *errors) {
    text kept = {0};
    const char *line = text_string(errors);
    for (size_t size; *line; line += size) {
        size = strcspn(line, "\n");
        size += line[size] == '\n';
        if (!strncmp(line, "clang", strlen("clang"))) text_bytes(&kept, line, size);
    }
    text_release(errors);
    *errors = kept;
}

/* Takes over what the compiler said; false where it read what it should not have. Then nothing
 * that it said is shown, since all of it may be about that. */
static bool judge(compiler *c, const char *file, const char *directory, bool rule,
                  compiler_output *said) {
    char *foreign = project_refuses(c->project, text_string(&said->rule), directory);
    text *errors = &said->errors;
    if (rule && !said->rule.size) keep_first_words(errors);
    if (!foreign) {
        if (errors->size) project_messages(c->project, errors->data, directory, c->messages);
        if (errors->size) say_missing(c, text_string(errors));
        return true;
    }
    c->refused = true;
    fail(c, LOAD_BAD_INPUT, "%s reads %s, which is outside of the project; ", file, foreign);
    text_add(c->messages, "run cinch in the project's folder, or name the folder by -I\n");
    mem_free(foreign);
    return false;
}

/* It did not come to its end, which says nothing about the program: by a signal, or without memory,
 * which it catches and says. (A program can make it say so; then it is undecided.) */
static bool has_failed(child_result r, compiler_output *said) {
    enum { NOT_LOADED = 127 };
    const char *errors = text_string(&said->errors);
    return r.signal || r.status == NOT_LOADED || (r.status && strstr(errors, "LLVM ERROR:")) ||
           (r.status && strstr(errors, "Stack dump:"));
}

/* Of a run that did not come to say what it read: what the preprocessor alone would read, with
 * headers that are missing. */
static void ask_what_it_reads(const compiler *c, const string_vec *argv, const text *given,
                              child_limits limits, compiler_output *said) {
    static char *const listing[] = {"-M", "-MG", "-MT", "r", "-MF", "-"};
    static const char head[] = "r:";
    string_vec words = {0};
    compiler_output list = {0};
    vec_append(&words, argv->data, argv->size);
    vec_append(&words, listing, sizeof listing / sizeof *listing);
    child_result r = compiler_run(c->options->runs, &words, given, false, limits, &list);
    bool good = r.started && !r.timed_out && !r.signal && !r.status;
    if (good && !strncmp(text_string(&list.output), head, sizeof head - 1))
        text_add(&said->rule, text_string(&list.output) + sizeof head - 1);
    compiler_output_release(&list);
    vec_release(&words);
}

/* `rule`: a file of the user's; otherwise a text of ours, or after the preprocessor. */
static child_result run(compiler *c, const string_vec *argv, const text *given,
                        const char *directory, bool rule, compiler_output *said) {
    child_limits limits = {.seconds = c->options->seconds, .directory = directory};
    child_result r = compiler_run(c->options->runs, argv, given, rule, limits, said);
    if (!r.started) cannot_run(c, argv->data[0], r.status);
    else if (rule && r.status && !said->rule.size && !has_failed(r, said))
        ask_what_it_reads(c, argv, given, limits, said);
    return r;
}

static LLVMModuleRef run_to_module(compiler *c, const string_vec *argv, const text *given,
                                   const char *name, const char *directory, bool rule) {
    compiler_output said = {0};
    child_result r = run(c, argv, given, directory, rule, &said);
    bool failed = has_failed(r, &said);
    LLVMModuleRef m = NULL;
    if (!r.started || !judge(c, name, directory, rule, &said)) {
    } else if (r.timed_out)
        fail(c, LOAD_UNSUPPORTED, interrupt_requested ? "" : "%s ran out of time on %s\n",
             argv->data[0], name);
    else if (failed) fail(c, LOAD_UNSUPPORTED, "%s crashed on %s\n", argv->data[0], name);
    else if (r.status) fail(c, LOAD_NOT_COMPILED, "%s%s does not compile\n", "", name);
    else m = clang_bitcode(c, name, said.output.data, said.output.size);
    compiler_output_release(&said);
    return m;
}

static void add_own(const compiler *c, const source *s, string_vec *argv) {
    /* C99's inline functions have their body in another file; where there is none, they are as GNU
     * C meant them. */
    if (c->sources->items.size == 1 && !source_has_extern_inline(s)) add(argv, "-fgnu89-inline");
    for (uint32_t i = 0; i < c->defined.size; i++) add(argv, c->defined.data[i]);
    for (uint32_t i = 0; i < s->arguments.size; i++) add(argv, s->arguments.data[i]);
    for (uint32_t i = 0; i < c->options->clang_arguments.size; i++)
        if (!flag_optimizes(c->options->clang_arguments.data[i]))
            add(argv, c->options->clang_arguments.data[i]);
}

const char *clang_refuses(const compiler *c) {
    for (uint32_t i = 0; i < c->sources->items.size; i++) {
        string_vec argv = {0};
        vec_append(&argv, c->sources->items.data[i].arguments.data,
                   c->sources->items.data[i].arguments.size);
        vec_append(&argv, c->options->clang_arguments.data, c->options->clang_arguments.size);
        const char *flag = flags_refused(&argv);
        vec_release(&argv);
        if (flag) return flag;
    }
    return NULL;
}

static void add_source(const compiler *c, const source *s, string_vec *argv) {
    add_common(c, argv);
    add_own(c, s, argv);
    /* after what the project says: it takes none of them back */
    if (flags_sanitize(c->sources->checks, argv)) add(argv, "-fsanitize-trap=all");
}

/* Ours come first in such a text: a program that defined one, too, would not compile. */
static void mark_written(LLVMModuleRef m) {
    static const char *const names[] = {"__cinch_any_block", "__cinch_separated"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        LLVMValueRef f = LLVMGetNamedFunction(m, names[i]);
        if (f) clang_mark(f, LIBRARY_WRITTEN);
    }
}

static LLVMModuleRef compile_text(compiler *c, const source *s, const text *instead) {
    string_vec argv = {0};
    add_source(c, s, &argv);
    if (instead) add(&argv, "-xcpp-output");
    add(&argv, instead ? "-" : s->file);
    LLVMModuleRef m = run_to_module(c, &argv, instead, s->file, s->directory, !instead);
    if (m && instead) mark_written(m);
    vec_release(&argv);
    return m;
}

/* Declares functions that only CBMC knows: of those that it has no prototype for it has the type
 * wrong. */
static bool declares_cprover(LLVMModuleRef m) {
    size_t length;
    for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f)) {
        const char *name = LLVMGetValueName2(f, &length);
        if (!strncmp(name, CPROVER_PREFIX, strlen(CPROVER_PREFIX)) &&
            strncmp(name, CPROVER_FILE_LOCAL, strlen(CPROVER_FILE_LOCAL)))
            return true;
    }
    return false;
}

void clang_complaints_placed(compiler *c, const source *s, const text *code, text *out) {
    string_vec argv = {0};
    compiler_output said = {0};
    add_source(c, s, &argv);
    add(&argv, "-fsyntax-only");
    add(&argv, "-ferror-limit=0");
    add(&argv, "-fdiagnostics-print-source-range-info");
    add(&argv, "-xcpp-output");
    add(&argv, "-");
    child_limits limits = {.seconds = c->options->seconds, .directory = s->directory};
    compiler_run(c->options->runs, &argv, code, false, limits, &said);
    text_bytes(out, said.errors.data, said.errors.size);
    vec_release(&argv);
    compiler_output_release(&said);
}

void clang_complaints(compiler *c, const source *s, const text *code, text *out) {
    text plain = {0};
    cprover_drop_origins(code, &plain);
    clang_complaints_placed(c, s, &plain, out);
    text_release(&plain);
}

/* Once more, with what CBMC allows of records written out where there are any. */
static LLVMModuleRef compile_records(compiler *c, const source *s, const text *code) {
    size_t said = c->messages->size;
    LLVMModuleRef m = compile_text(c, s, code);
    text complaints = {0}, again = {0};
    if (!m && load_is_bad(c->status)) {
        clang_complaints(c, s, code, &complaints);
        if (cprover_rewrite_records(code, text_string(&complaints), &again)) {
            c->messages->size = said;
            c->status = LOAD_OK;
            m = compile_text(c, s, &again);
        }
    }
    text_release(&complaints);
    text_release(&again);
    return m;
}

/* The text of a file as CBMC means it, made once: a program that defines memcpy is compiled again.
 * Empty: it has none of CBMC's words, or does not pass the preprocessor. */
static const text *cprover_text(compiler *c, const source *s) {
    uint32_t i = (uint32_t)(s - c->sources->items.data);
    text preprocessed = {0};
    if (i >= c->meant.size) vec_resize(&c->meant, c->sources->items.size);
    text *meant = &c->meant.data[i];
    if (!meant->size && clang_preprocess(c, s, &preprocessed) &&
        strstr(text_string(&preprocessed), CPROVER_PREFIX))
        cprover_rewrite(&preprocessed, false, meant);
    text_release(&preprocessed);
    return meant;
}

/* NULL with *meant false: the text has none of CBMC's words. */
static LLVMModuleRef compile_cprover(compiler *c, const source *s, bool *meant) {
    const text *code = cprover_text(c, s);
    *meant = code->size || c->status != LOAD_OK;
    c->cprover |= code->size > 0;
    return code->size ? compile_records(c, s, code) : NULL;
}

/* As it is; where that fails, or CBMC's words are met, once more as they are meant. */
static LLVMModuleRef compile_plainly(compiler *c, const source *s, const text *instead) {
    text *messages = c->messages, first = {0}, second = {0};
    c->messages = &first;
    LLVMModuleRef m = compile_text(c, s, instead), again = NULL;
    enum load_status status = c->status;
    bool meant = !instead && !c->refused && (m ? declares_cprover(m) : load_is_bad(status));
    if (meant) {
        c->messages = &second;
        c->status = LOAD_OK;
        again = compile_cprover(c, s, &meant);
    }
    c->messages = messages;
    text_add(messages, text_string(meant ? &second : &first));
    text_release(&first);
    text_release(&second);
    if (!meant) c->status = status;
    if (m && meant) LLVMDisposeModule(m);
    return meant ? again : m;
}

/* Where one file has CBMC's words, the others mostly have them, too: what they mean is compiled at
 * once, and their plain text only where there are none. */
static LLVMModuleRef compile(compiler *c, const source *s) {
    bool meant = false;
    if (c->options->texts.instead)
        return compile_plainly(c, s, c->options->texts.instead + (s - c->sources->items.data));
    LLVMModuleRef m = c->cprover ? compile_cprover(c, s, &meant) : NULL;
    return meant ? m : compile_plainly(c, s, NULL);
}

/* `how`: further arguments, ended by NULL. */
static bool preprocess(compiler *c, const source *s, const text *code, const char *const *how,
                       text *out) {
    string_vec argv = {0};
    compiler_output said = {0};
    add_source(c, s, &argv);
    add(&argv, "-E");
    while (*how) add(&argv, *how++);
    if (code) add(&argv, "-xc");
    add(&argv, code ? "-" : s->file);
    child_result r = run(c, &argv, code, s->directory, true, &said);
    bool failed = has_failed(r, &said),
         good = r.started && judge(c, s->file, s->directory, true, &said);
    if (good) text_bytes(out, said.output.data, said.output.size);
    if (!good) {
    } else if (r.timed_out || failed)
        fail(c, LOAD_UNSUPPORTED, interrupt_requested ? "" : "%s did not come to its end on %s\n",
             argv.data[0], s->file);
    else if (r.status) fail(c, LOAD_NOT_COMPILED, "%s%s does not compile\n", "", s->file);
    vec_release(&argv);
    compiler_output_release(&said);
    return c->status == LOAD_OK;
}

bool clang_preprocess(compiler *c, const source *s, text *out) {
    LOG("frontend", "preprocess %s", s->file);
    return preprocess(c, s, NULL, (const char *const[]){NULL}, out);
}

bool clang_preprocess_meant(compiler *c, const source *s, text *out) {
    text preprocessed = {0};
    bool good = clang_preprocess(c, s, &preprocessed);
    if (good && strstr(text_string(&preprocessed), CPROVER_PREFIX))
        cprover_rewrite(&preprocessed, false, out);
    else if (good) text_bytes(out, preprocessed.data, preprocessed.size);
    text_release(&preprocessed);
    return good;
}

bool clang_preprocess_fully(compiler *c, const source *s, text *out) {
    return preprocess(c, s, NULL, (const char *const[]){"-CC", "-dD", NULL}, out);
}

bool clang_macros(compiler *c, const source *s, text *out) {
    return preprocess(c, s, NULL, (const char *const[]){"-dM", NULL}, out);
}

bool clang_preprocess_text(compiler *c, const source *s, const text *code, text *out) {
    return preprocess(c, s, code, (const char *const[]){"-P", NULL}, out);
}

bool clang_preprocess_placed(compiler *c, const source *s, const text *code, text *out) {
    return preprocess(c, s, code, (const char *const[]){NULL}, out);
}

void clang_arguments(const compiler *c, const source *s, string_vec *out) {
    add_language(c, out);
    add_own(c, s, out);
}

void clang_mark(LLVMValueRef function, const char *mark) {
    LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(function));
    LLVMAddAttributeAtIndex(
        function, LLVMAttributeFunctionIndex,
        LLVMCreateStringAttribute(context, mark, (unsigned)strlen(mark), "", 0));
}

static void remove_marks(LLVMModuleRef m) {
    for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f)) {
        LLVMRemoveStringAttributeAtIndex(f, LLVMAttributeFunctionIndex, LIBRARY_MARK,
                                         sizeof LIBRARY_MARK - 1);
        LLVMRemoveStringAttributeAtIndex(f, LLVMAttributeFunctionIndex, LIBRARY_WRITTEN,
                                         sizeof LIBRARY_WRITTEN - 1);
    }
}

/* What IR says that somebody else sets begins with any value. */
static void open_globals(LLVMModuleRef m) {
    for (LLVMValueRef g = LLVMGetFirstGlobal(m); g; g = LLVMGetNextGlobal(g)) {
        if (!LLVMIsExternallyInitialized(g)) continue;
        LLVMSetInitializer(g, NULL);
        LLVMSetLinkage(g, LLVMExternalLinkage);
    }
}

/* The reader accepts IR that means nothing: values before their definition, branches without a
 * block. */
static LLVMModuleRef verified(compiler *c, const char *file, LLVMModuleRef m) {
    char *message = NULL;
    bool bad = LLVMVerifyModule(m, LLVMReturnStatusAction, &message);
    if (bad) {
        LLVMDisposeModule(m);
        m = fail(c, LOAD_BAD_INPUT, "%s: this is no valid IR: %s\n", file, message);
    }
    LLVMDisposeMessage(message);
    if (m && !ir_debug_is_sound(m)) LLVMStripModuleDebugInfo(m);
    if (m) remove_marks(m), open_globals(m);
    return m;
}

static LLVMModuleRef parse_ir(compiler *c, const char *file) {
    LLVMMemoryBufferRef buffer;
    char *message = NULL;
    LLVMModuleRef m = NULL;
    if (LLVMCreateMemoryBufferWithContentsOfFile(file, &buffer, &message))
        fail(c, LOAD_BAD_INPUT, "%s: %s\n", file, message);
    else if (LLVMParseIRInContext(c->context, buffer, &m, &message)) /* consumes the buffer */
        m = fail(c, LOAD_BAD_INPUT, "%s: %s\n", file, message);
    if (message) LLVMDisposeMessage(message);
    return m ? verified(c, file, m) : NULL;
}

LLVMModuleRef clang_parse_ir(compiler *c, const char *file) {
    int shown = silence();
    LLVMModuleRef m = parse_ir(c, file);
    speak(shown);
    return m;
}

typedef struct {
    compiler *c;
    const char *file;
} ir_file;

static void try_ir(void *on) {
    const ir_file *x = on;
    parse_ir(x->c, x->file);
}

/* LLVM's reader ends the process at some invalid files, before its verifier sees them: whether it
 * does is tried in one of our own. */
static bool ends_reader(compiler *c, const char *file) {
    ir_file x = {c, file};
    return !child_survives(try_ir, &x, c->options->seconds, TOOL_MEMORY);
}

static LLVMModuleRef read_ir(compiler *c, const char *file) {
    if (ends_reader(c, file))
        return fail(c, LOAD_BAD_INPUT, "%s: this is no valid IR: %s\n", file,
                    "LLVM cannot read it");
    return clang_parse_ir(c, file);
}

/* ---- programs that say what is checked ---- */

/* `# pragma clang attribute`: its words are macros, too, which the preprocessor leaves. */
static bool adds_attributes(const char *line) {
    static const char *const words[] = {"#", "pragma", "clang", "attribute"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        line += strspn(line, " \t");
        if (strncmp(line, words[i], strlen(words[i]))) return false;
        line += strlen(words[i]);
    }
    return true;
}

/* A function with an attribute of this name has no checks, and nothing in its bitcode says so. */
static bool takes_checks_away(const char *code) {
    if (strstr(code, "no_sanitize") || strstr(code, "disable_sanitizer_instrumentation"))
        return true;
    for (const char *line = code; line; line = strchr(line, '\n'), line += line != NULL)
        if (adds_attributes(line)) return true;
    return false;
}

/* The property is the user's. What the compiler checks for it, the program must not switch off. */
static bool keeps_checks(compiler *c, const source *s) {
    string_vec checked = {0};
    text code = {0};
    bool any = flags_sanitize(c->sources->checks, &checked), good = true;
    vec_release(&checked);
    if (any && c->options->texts.instead)
        good = !takes_checks_away(c->options->texts.instead[s - c->sources->items.data].data);
    else if (any) /* of .i clang prints nothing unless told */
        good = preprocess(c, s, NULL, (const char *const[]){"-xc", NULL}, &code) &&
               !takes_checks_away(text_string(&code));
    text_release(&code);
    if (!good && c->status == LOAD_OK)
        fail(c, LOAD_UNSUPPORTED, "%s: attributes%s\n", s->file,
             " that switch checks off (no_sanitize) are unsupported");
    return good;
}

/* LLVM takes these for its own, and ends the process at some; \01 it takes off in the end, so that
 * two names are one symbol. */
static bool is_own_symbol(const char *name) { return !strncmp(name, "llvm.", 5) || *name == 1; }

/* What start-up code and the loader call around main. */
static bool is_of_start(const char *name) {
    static const char *const names[] = {"_start",
                                        "_init",
                                        "_fini",
                                        "__gmon_start__",
                                        "__libc_start_main",
                                        "__libc_start_call_main",
                                        "__libc_csu_init",
                                        "__libc_csu_fini",
                                        "__cxa_finalize",
                                        "_dl_relocate_static_pie",
                                        "_ITM_registerTMCloneTable",
                                        "_ITM_deregisterTMCloneTable"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(name, names[i])) return true;
    return false;
}

static bool claims_symbols(compiler *c, LLVMModuleRef m) {
    size_t length;
    const char *found = NULL;
    for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f)) {
        const char *name = LLVMGetValueName2(f, &length);
        bool intrinsic = !strncmp(name, "llvm.", 5) && LLVMGetIntrinsicID(f),
             body = LLVMCountBasicBlocks(f);
        if (is_own_symbol(name) ? body || !intrinsic : body && is_of_start(name)) found = name;
        if (LLVMHasPrologueData(f)) found = name; /* code before its body */
    }
    for (LLVMValueRef g = LLVMGetFirstGlobal(m); g; g = LLVMGetNextGlobal(g)) {
        const char *name = LLVMGetValueName2(g, &length);
        bool list = LLVMGetLinkage(g) == LLVMAppendingLinkage;
        if ((is_own_symbol(name) && !list) || is_of_start(name)) found = name;
    }
    if (found)
        fail(c, LOAD_UNSUPPORTED, "unsupported: a symbol called %s%s\n", found + (*found == 1), "");
    return found;
}

/* What the interface of LLVM does not tell: sections by a pragma, where the linker may collect code
 * to run, and types of no fixed size. In the text of a module quotes in strings are escaped. */
static bool has_hidden(compiler *c, LLVMModuleRef m) {
    static const char *const words[] = {"-section\"=\"", "\"implicit-section-name\"=\"",
                                        "<vscale x "};
    const char *found = NULL;
    char *all = LLVMPrintModuleToString(m);
    for (size_t i = 0; i < sizeof words / sizeof *words && !found; i++)
        found = strstr(all, words[i]);
    if (found)
        fail(c, LOAD_UNSUPPORTED, "unsupported: %s%s\n",
             *found == '<' ? "vectors of any length" : "pragmas",
             *found == '<' ? "" : " that name sections");
    LLVMDisposeMessage(all);
    return found;
}

/* A body that the compiler uses at every call, whatever another file says. */
static void keep_inline(LLVMModuleRef m) {
    unsigned always = LLVMGetEnumAttributeKindForName("alwaysinline", 12);
    for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
        if (LLVMGetLinkage(f) == LLVMAvailableExternallyLinkage &&
            LLVMGetEnumAttributeAtIndex(f, LLVMAttributeFunctionIndex, always))
            LLVMSetLinkage(f, LLVMInternalLinkage);
}

LLVMModuleRef clang_file(compiler *c, const source *s) {
    LOG("frontend", "compile %s", s->file);
    bool is_c = s->kind != SOURCE_IR;
    LLVMModuleRef m = is_c ? compile(c, s) : read_ir(c, s->file);
    if (m && (claims_symbols(c, m) || has_hidden(c, m) || (is_c && !keeps_checks(c, s)))) {
        LLVMDisposeModule(m);
        return NULL;
    }
    if (m && is_c) keep_inline(m);
    return m;
}

/* The user's arguments that change the ABI. */
static void add_abi(const compiler *c, string_vec *argv) {
    const string_vec *given = &c->options->clang_arguments;
    for (uint32_t i = 0; i < given->size; i++) {
        bool target = !strcmp(given->data[i], "-target") && i + 1 < given->size;
        if (target || !strncmp(given->data[i], "-m", 2) || !strncmp(given->data[i], "--target=", 9))
            add(argv, given->data[i]);
        if (target) add(argv, given->data[++i]);
    }
}

LLVMModuleRef clang_text(compiler *c, const char *name, const char *code, uint32_t checks) {
    LOG("frontend", "compile text %s", name);
    string_vec argv = {0};
    text lines = {0};
    text_print(&lines, "# 1 \"%s\"\n%s", name, code);
    add_common(c, &argv);
    add_abi(c, &argv);
    for (size_t i = 0; i < sizeof for_ours / sizeof *for_ours; i++) add(&argv, for_ours[i]);
    if (flags_sanitize(checks, &argv)) add(&argv, "-fsanitize-trap=all");
    add(&argv, "-xc");
    add(&argv, "-");
    LLVMModuleRef m = run_to_module(c, &argv, &lines, name, NULL, false);
    vec_release(&argv);
    text_release(&lines);
    return m;
}

bool clang_plain_machine(const compiler *c, bool *narrow) {
    string_vec abi = {0};
    const char *model = c->sources->data_model;
    add_abi(c, &abi);
    bool plain = !abi.size && !c->options->target;
    vec_release(&abi);
    *narrow = model && !strcmp(model, "ILP32");
    return plain;
}

static void collect(LLVMDiagnosticInfoRef info, void *messages) {
    char *said = LLVMGetDiagInfoDescription(info);
    text_print(messages, "%s\n", said);
    LLVMDisposeMessage(said);
}

bool clang_link(compiler *c, LLVMModuleRef into, LLVMModuleRef from) {
    LOG("frontend", "link two modules");
    LLVMContextSetDiagnosticHandler(c->context, collect, c->messages);
    bool bad = LLVMLinkModules2(into, from);
    LLVMContextSetDiagnosticHandler(c->context, clang_silent, NULL);
    if (bad)
        fail(c, LOAD_BAD_INPUT, "%s%s", "the files do not link",
             "; of a compilation database, some of them: --only FILE (all of them: --list)\n");
    return !bad;
}

/* Links all into the first; NULL where one does not. Consumes the modules. */
static LLVMModuleRef link_all(compiler *c, module_vec *modules) {
    LLVMModuleRef all = modules->data[0];
    for (uint32_t i = 1; i < modules->size; i++) {
        LLVMModuleRef m = modules->data[i];
        if (clang_link(c, all, m)) continue;
        LLVMDisposeModule(all);
        for (i++; i < modules->size; i++) LLVMDisposeModule(modules->data[i]);
        return NULL;
    }
    return all;
}

/* ---- functions that the compiler knows, and the program defines ---- */
static const struct {
    const char *name, *flag, *intrinsic;
} known[] = {{"memcpy", "-fno-builtin-memcpy", "llvm.memcpy."},
             {"memmove", "-fno-builtin-memmove", "llvm.memmove."},
             {"memset", "-fno-builtin-memset", "llvm.memset."}};
enum { KNOWN = sizeof known / sizeof *known };

static bool is_defined(const module_vec *modules, const char *name) {
    for (uint32_t i = 0; i < modules->size; i++) {
        LLVMValueRef f = LLVMGetNamedFunction(modules->data[i], name);
        if (f && !LLVMIsDeclaration(f)) return true;
    }
    return false;
}

static bool uses_intrinsic(LLVMModuleRef m, const char *prefix) {
    size_t length;
    for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
        if (!strncmp(LLVMGetValueName2(f, &length), prefix, strlen(prefix))) return true;
    return false;
}

/* Calls of them are to reach the program's own. */
static bool compile_again(compiler *c, module_vec *modules) {
    bool again[KNOWN] = {false}, good = true;
    for (int k = 0; k < KNOWN; k++)
        if ((again[k] = is_defined(modules, known[k].name))) add(&c->defined, known[k].flag);
    for (uint32_t i = 0; i < modules->size && good && c->defined.size; i++) {
        bool uses = false;
        for (int k = 0; k < KNOWN; k++)
            uses |= again[k] && uses_intrinsic(modules->data[i], known[k].intrinsic);
        if (!uses || c->sources->items.data[i].kind == SOURCE_IR) continue;
        LLVMModuleRef m = clang_file(c, &c->sources->items.data[i]);
        if ((good = m != NULL)) {
            LLVMDisposeModule(modules->data[i]);
            modules->data[i] = m;
        }
    }
    vec_release(&c->defined);
    return good;
}

LLVMModuleRef clang_sources(compiler *c) {
    LOG("frontend", "compile and link the sources");
    module_vec modules = {0};
    LLVMModuleRef all = NULL, m = NULL;
    for (uint32_t i = 0; i < c->sources->items.size; i++) {
        if (!(m = clang_file(c, &c->sources->items.data[i]))) break;
        vec_push(&modules, m);
    }
    bool good = m && compile_again(c, &modules);
    if (good) bodies_arrange(c, &modules);
    if (good) all = link_all(c, &modules);
    for (uint32_t i = 0; !good && i < modules.size; i++) LLVMDisposeModule(modules.data[i]);
    vec_release(&modules);
    vec_release_each(&c->meant, text_release);
    return all;
}
