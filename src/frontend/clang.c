#include "frontend/clang.h"
#include "base/budget.h"
#include "base/child.h"
#include "base/tool.h"
#include "frontend/flags.h"

#include <errno.h>
#include <llvm-c/BitReader.h>
#include <llvm-c/IRReader.h>
#include <llvm-c/Linker.h>
#include <string.h>

static const char *const always[] = {
    CLANG_PROGRAM,
    "-O0",
    "-Xclang",
    "-disable-O0-optnone",
    "-g",
    "-fno-discard-value-names",
    "-ffp-contract=off",
    "-emit-llvm",
    "-c",
    "-o",
    "-",
    "-fdebug-compilation-dir=.", /* so that files are named in positions as the user named them */
};

/* Old code: implicit declarations and careless pointer types were warnings when it was written. */
static const char *const lenient[] = {
    "-w",
    "-Wno-incompatible-function-pointer-types",
    "-Wno-int-conversion",
    "-Wno-implicit-function-declaration",
    "-Wno-implicit-int",
    "-Wno-return-type",
    "-fbracket-depth=4096",
};

/* Each check is clang's own instrumentation; a violation becomes a call of llvm.ubsantrap.
 * Out-of-bounds checks through pointers would need an LLVM pass, so `bounds` checks indices of
 * arrays of known size. */
static const struct {
    uint32_t check;
    const char *flag;
} sanitizers[] = {
    {CHECK_OVERFLOW, "-fsanitize=signed-integer-overflow"},
    {CHECK_DIV, "-fsanitize=integer-divide-by-zero"},
    {CHECK_SHIFT, "-fsanitize=shift"},
    {CHECK_BOUNDS, "-fsanitize=array-bounds"},
    {CHECK_NULL, "-fsanitize=null"},
    {CHECK_FLOAT_CAST, "-fsanitize=float-cast-overflow"},
};

static void add(string_vec *argv, const char *word) { vec_push(argv, (char *)word); }

static void add_sanitizers(string_vec *argv, uint32_t checks) {
    uint32_t before = argv->size;
    for (size_t i = 0; i < sizeof sanitizers / sizeof *sanitizers; i++)
        if (checks & sanitizers[i].check) add(argv, sanitizers[i].flag);
    if (argv->size > before) add(argv, "-fsanitize-trap=all");
}

/* What decides how a text is understood. */
static void add_language(const compiler *c, string_vec *argv) {
    for (size_t i = 0; i < sizeof lenient / sizeof *lenient; i++) add(argv, lenient[i]);
    const char *model = c->sources->data_model;
    if (c->options->target) add(argv, "-target"), add(argv, c->options->target);
    else if (model) add(argv, !strcmp(model, "ILP32") ? "-m32" : "-m64");
    /* The IR's floats are IEEE's, never x87's wider ones: its FLT_EVAL_METHOD and float_t would be
     * another program's. */
    if (!c->options->target && model && !strcmp(model, "ILP32")) add(argv, "-msse2");
}

static void add_common(const compiler *c, string_vec *argv) {
    for (size_t i = 0; i < sizeof always / sizeof *always; i++) add(argv, always[i]);
    add_language(c, argv);
}

static LLVMModuleRef fail(compiler *c, enum load_status status, const char *format, const char *a,
                          const char *b) {
    c->status = status;
    text_print(c->messages, format, a, b);
    return NULL;
}

static LLVMModuleRef parse_bitcode(compiler *c, const text *code, const char *name) {
    LLVMMemoryBufferRef buffer =
        LLVMCreateMemoryBufferWithMemoryRangeCopy(code->data, code->size, name);
    LLVMModuleRef m = NULL;
    bool bad = LLVMParseBitcodeInContext2(c->context, buffer, &m);
    LLVMDisposeMemoryBuffer(buffer);
    if (bad) return fail(c, LOAD_BAD_INPUT, "%s: clang gave no bitcode%s\n", name, "");
    return m;
}

static void cannot_run(compiler *c, const char *name, int error) {
    fail(c, LOAD_MISSING_TOOL, "cannot run %s: %s", name, strerror(error));
    text_print(c->messages, "%s\n", tool_package_note(name));
}

static LLVMModuleRef run(compiler *c, string_vec *argv, const text *stdin_text, const char *name,
                         const char *directory) {
    text code = {0}, errors = {0};
    vec_push(argv, NULL);
    child_limits limits = {.seconds = c->options->seconds, .directory = directory};
    child_result r = child_run(argv->data, stdin_text, &code, &errors, limits);
    if (errors.size) text_add(c->messages, text_string(&errors));
    LLVMModuleRef m = NULL;
    if (!r.started) cannot_run(c, argv->data[0], r.status);
    else if (r.timed_out)
        fail(c, LOAD_UNSUPPORTED, interrupt_requested ? "" : "%s ran out of time on %s\n",
             argv->data[0], name);
    else if (r.signal) fail(c, LOAD_UNSUPPORTED, "%s crashed on %s\n", argv->data[0], name);
    else if (r.status) fail(c, LOAD_BAD_INPUT, "%s%s does not compile\n", "", name);
    else m = parse_bitcode(c, &code, name);
    text_release(&code);
    text_release(&errors);
    return m;
}

static void add_own(const compiler *c, const source *s, string_vec *argv) {
    /* C99's inline functions have their body in another file; where there is none, they are as GNU
     * C meant them. */
    if (c->sources->items.size == 1 && !source_has_extern_inline(s)) add(argv, "-fgnu89-inline");
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
    add_sanitizers(argv, c->sources->checks);
    add_own(c, s, argv);
}

static LLVMModuleRef compile(compiler *c, const source *s) {
    string_vec argv = {0};
    const text *instead =
        c->options->instead ? c->options->instead + (s - c->sources->items.data) : NULL;
    add_source(c, s, &argv);
    if (instead) add(&argv, "-xcpp-output");
    add(&argv, instead ? "-" : s->file);
    LLVMModuleRef m = run(c, &argv, instead, s->file, s->directory);
    vec_release(&argv);
    return m;
}

bool clang_preprocess(compiler *c, const source *s, text *out) {
    string_vec argv = {0};
    text errors = {0};
    add_source(c, s, &argv);
    add(&argv, "-E");
    add(&argv, s->file);
    vec_push(&argv, NULL);
    child_limits limits = {.seconds = c->options->seconds, .directory = s->directory};
    child_result r = child_run(argv.data, NULL, out, &errors, limits);
    if (errors.size) text_add(c->messages, text_string(&errors));
    if (!r.started) cannot_run(c, argv.data[0], r.status);
    else if (r.timed_out || r.signal)
        fail(c, LOAD_UNSUPPORTED, interrupt_requested ? "" : "%s did not come to its end on %s\n",
             argv.data[0], s->file);
    else if (r.status) fail(c, LOAD_BAD_INPUT, "%s%s does not compile\n", "", s->file);
    vec_release(&argv);
    text_release(&errors);
    return c->status == LOAD_OK;
}

void clang_arguments(const compiler *c, const source *s, string_vec *out) {
    add_language(c, out);
    add_own(c, s, out);
}

static LLVMModuleRef read_ir(compiler *c, const char *file) {
    LLVMMemoryBufferRef buffer;
    char *message = NULL;
    LLVMModuleRef m = NULL;
    if (LLVMCreateMemoryBufferWithContentsOfFile(file, &buffer, &message))
        fail(c, LOAD_BAD_INPUT, "%s: %s\n", file, message);
    else if (LLVMParseIRInContext(c->context, buffer, &m, &message)) /* consumes the buffer */
        m = fail(c, LOAD_BAD_INPUT, "%s: %s\n", file, message);
    if (message) LLVMDisposeMessage(message);
    return m;
}

LLVMModuleRef clang_file(compiler *c, const source *s) {
    return s->kind == SOURCE_IR ? read_ir(c, s->file) : compile(c, s);
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

LLVMModuleRef clang_text(compiler *c, const char *name, const char *code) {
    string_vec argv = {0};
    text lines = {0};
    text_print(&lines, "# 1 \"%s\"\n%s", name, code);
    add_common(c, &argv);
    add_abi(c, &argv);
    add(&argv, "-ffreestanding");
    add(&argv, "-fno-builtin");
    add(&argv, "-fno-math-errno"); /* sqrt and fmod are instructions, not calls */
    add(&argv, "-xc");
    add(&argv, "-");
    LLVMModuleRef m = run(c, &argv, &lines, name, NULL);
    vec_release(&argv);
    text_release(&lines);
    return m;
}

static void collect(LLVMDiagnosticInfoRef info, void *messages) {
    char *said = LLVMGetDiagInfoDescription(info);
    text_print(messages, "%s\n", said);
    LLVMDisposeMessage(said);
}

bool clang_link(compiler *c, LLVMModuleRef into, LLVMModuleRef from) {
    LLVMContextSetDiagnosticHandler(c->context, collect, c->messages);
    bool bad = LLVMLinkModules2(into, from);
    LLVMContextSetDiagnosticHandler(c->context, NULL, NULL);
    if (bad) fail(c, LOAD_BAD_INPUT, "%s%s", "the files do not link\n", "");
    return !bad;
}

LLVMModuleRef clang_sources(compiler *c) {
    LLVMModuleRef all = NULL;
    for (uint32_t i = 0; i < c->sources->items.size; i++) {
        LLVMModuleRef m = clang_file(c, &c->sources->items.data[i]);
        if (m && !all) all = m;
        else if (!m || !clang_link(c, all, m)) {
            if (all) LLVMDisposeModule(all);
            return NULL;
        }
    }
    return all;
}
