/* Building and running the generated test. */
#include "base/child.h"
#include "base/fail.h"
#include "evidence/ctest_write.h"

#include <dirent.h>
#include <stdlib.h>
#include <unistd.h>

enum { RUN_SECONDS = 10, FILE_BYTES = 16 << 20 };

typedef struct {
    program *p;
    const load_options *o;
    const budget *b;
    evidence *e;
    sources s;
    char directory[64];
    const char *filling;     /* of locals */
    text said;               /* by the last program that was run */
    string_vec missing;
    ctest_functions defined;
} builder;

static const char *const lenient[] = {
    "-w", "-Wno-incompatible-function-pointer-types", "-Wno-int-conversion", "-Wno-implicit-function-declaration",
    "-Wno-implicit-int", "-Wno-return-type", "-fbracket-depth=4096", "-ffp-contract=off", "-O0",
};

/* What locals hold before they are assigned, where the run does not care: one of these may lead along its path. */
static const char *const fillings[] = {"-ftrivial-auto-var-init=zero", "-ftrivial-auto-var-init=pattern",
                                       "-ftrivial-auto-var-init=uninitialized"};

static const struct { uint32_t check; const char *flag; } sanitizers[] = {
    {CHECK_OVERFLOW, "-fsanitize=signed-integer-overflow"}, {CHECK_DIV, "-fsanitize=integer-divide-by-zero"},
    {CHECK_SHIFT, "-fsanitize=shift"},                      {CHECK_BOUNDS, "-fsanitize=array-bounds"},
    {CHECK_NULL, "-fsanitize=null"},                        {CHECK_FLOAT_CAST, "-fsanitize=float-cast-overflow"},
};

static bool no(builder *r, const char *why) {
    snprintf(r->e->why, sizeof r->e->why, "no test was run: %s", why);
    return false;
}

static void add(string_vec *argv, const char *word) { vec_push(argv, (char *)(uintptr_t)word); }

/* Run a tool; its output goes to `said`. */
static bool tool(builder *r, string_vec *argv, const char *directory) {
    vec_push(argv, NULL);
    double left = budget_left(r->b);
    child_limits limits = {.seconds = left < 60 ? (left > 0.1 ? left : 0.1) : 60, .directory = directory};
    text_clear(&r->said);
    child_result c = child_run(argv->data, NULL, &r->said, &r->said, limits);
    vec_release(argv);
    return c.started && !c.timed_out && !c.signal && !c.status;
}

static void add_machine(const builder *r, string_vec *argv) {
    if (r->s.data_model) add(argv, !strcmp(r->s.data_model, "ILP32") ? "-m32" : "-m64");
}

static bool compile(builder *r, const source *s, uint32_t number) {
    string_vec argv = {0};
    char *object = mem_format("%s/%u.o", r->directory, number);
    add(&argv, "clang-19");
    for (uint32_t i = 0; i < s->arguments.size; i++) add(&argv, s->arguments.data[i]);
    for (uint32_t i = 0; i < r->o->clang_arguments.size; i++) add(&argv, r->o->clang_arguments.data[i]);
    for (size_t i = 0; i < sizeof lenient / sizeof *lenient; i++) add(&argv, lenient[i]);
    add(&argv, r->filling);
    add_machine(r, &argv);
    uint32_t before = argv.size;
    for (size_t i = 0; i < sizeof sanitizers / sizeof *sanitizers; i++)
        if (r->s.checks & sanitizers[i].check) add(&argv, sanitizers[i].flag);
    if (argv.size > before) add(&argv, "-fsanitize-trap=all");
    add(&argv, "-c");
    add(&argv, s->file);
    add(&argv, "-o");
    add(&argv, object);
    bool good = tool(r, &argv, s->directory);
    mem_free(object);
    return good || no(r, "the program does not compile");
}

static bool compile_all(builder *r) {
    for (uint32_t i = 0; i < r->s.items.size; i++) {
        if (r->s.items.data[i].kind != SOURCE_C) return no(r, "not all of the program is C");
        if (!compile(r, &r->s.items.data[i], i)) return false;
    }
    return true;
}

/* The program's own definitions of what the test defines give way at linking; what the test uses can be seen. */
static bool weaken(builder *r) {
    for (uint32_t i = 0; i < r->s.items.size; i++) {
        string_vec argv = {0};
        char *object = mem_format("%s/%u.o", r->directory, i);
        string_vec words = {0};
        add(&argv, "objcopy");
        for (uint32_t k = 0; k < r->defined.names.size; k++) {
            char *word = mem_format("--weaken-symbol=%s", r->defined.names.data[k]);
            vec_push(&words, word);
            add(&argv, word);
        }
        for (uint32_t k = 0; k < r->defined.used.size; k++) {
            char *word = mem_format("--globalize-symbol=%s", r->defined.used.data[k]);
            vec_push(&words, word);
            add(&argv, word);
        }
        add(&argv, object);
        bool good = tool(r, &argv, NULL);
        for (uint32_t k = 0; k < words.size; k++) mem_free(words.data[k]);
        vec_release(&words);
        mem_free(object);
        if (!good) return no(r, "objcopy failed");
    }
    return true;
}

static bool link_all(builder *r) {
    string_vec argv = {0}, words = {0};
    char *test = mem_format("%s/test.c", r->directory), *program_ = mem_format("%s/test", r->directory);
    bool good = text_write_file(&r->e->test, test);
    add(&argv, "clang-19");
    for (uint32_t i = 0; i < sizeof lenient / sizeof *lenient; i++) add(&argv, lenient[i]);
    add(&argv, "-fno-builtin");
    add_machine(r, &argv);
    add(&argv, test);
    for (uint32_t i = 0; i < r->s.items.size; i++) {
        char *object = mem_format("%s/%u.o", r->directory, i);
        vec_push(&words, object);
        add(&argv, object);
    }
    for (const char *const *w = (const char *const[]){"-lm", "-lpthread", "-o", NULL}; *w; w++) add(&argv, *w);
    add(&argv, program_);
    if (good) good = tool(r, &argv, NULL);
    else vec_release(&argv);
    for (uint32_t i = 0; i < words.size; i++) mem_free(words.data[i]);
    vec_release(&words);
    mem_free(test);
    mem_free(program_);
    return good;
}

/* The names in the linker's "undefined reference to `x'"; false where there is none that is new. */
static bool find_missing(builder *r) {
    static const char says[] = "undefined reference to `";
    bool any = false;
    for (char *at = (char *)(uintptr_t)text_string(&r->said); (at = strstr(at, says));) {
        at += sizeof says - 1;
        size_t n = strcspn(at, "'\n");
        char *name = mem_format("%.*s", (int)n, at);
        bool known = false;
        for (uint32_t i = 0; i < r->missing.size; i++) known |= !strcmp(r->missing.data[i], name);
        if (known) mem_free(name);
        else vec_push(&r->missing, name);
        any |= !known;
    }
    return any;
}

static bool build(builder *r) {
    if (!compile_all(r)) return false;
    for (int round = 0; round < 3; round++) {
        ctest_functions_release(&r->defined);
        if (!ctest_write(r->p, &r->s, r->o, &r->missing, r->e, &r->defined)) return false;
        if (!weaken(r)) return false;
        if (link_all(r)) return true;
        if (!find_missing(r)) break;
    }
    return no(r, budget_left(r->b) < 0.2 ? "there was no time left" : "the test does not link");
}

/* Whether the error is one that the compiled program shows by a trap. */
static bool trap_expected(const builder *r) {
    const property *x = &r->p->properties.data[r->p->locations.data[r->e->reached].property - 1];
    const char *name = program_text(r->p, x->name);
    return strcmp(name, "unreach-call") && strcmp(name, "assert");
}

static enum ctest_result run(builder *r) {
    char *path = mem_format("%s/test", r->directory);
    text output = {0}, errors = {0};
    double left = budget_left(r->b);
    child_limits limits = {.seconds = left < RUN_SECONDS ? left : RUN_SECONDS, .memory_bytes = 4ull << 30,
                           .file_bytes = FILE_BYTES, .directory = r->directory};
    child_result c = child_run((char *[]){path, NULL}, NULL, &output, &errors, limits);
    bool said = strstr(text_string(&errors), CTEST_SAYS) != NULL;
    bool trapped = trap_expected(r) && (c.signal == SIGILL || c.signal == SIGTRAP || c.signal == SIGFPE);
    text_release(&output);
    text_release(&errors);
    mem_free(path);
    if (!c.started) return no(r, "it cannot be run"), CTEST_NOT_RUN;
    if ((c.status == CTEST_REACHED_STATUS && said) || trapped) return CTEST_REACHED;
    if (c.timed_out) return no(r, "it takes too long"), CTEST_NOT_RUN;
    snprintf(r->e->why, sizeof r->e->why, "the compiled test ends without the error (%s %d)", c.signal ? "signal" : "exit status",
             c.signal ? c.signal : c.status);
    return CTEST_MISSED;
}

static bool runs_here(builder *r) {
    const char *target = r->o->target;
    if (target && strncmp(target, "x86_64", 6) && strncmp(target, "i386", 4) && strncmp(target, "i686", 4))
        return no(r, "the target is not this machine");
    return true;
}

static void remove_directory(const char *path) {
    DIR *d = opendir(path);
    for (struct dirent *x; d && (x = readdir(d));) {
        char *file = mem_format("%s/%s", path, x->d_name);
        if (strcmp(x->d_name, ".") && strcmp(x->d_name, "..")) unlink(file);
        mem_free(file);
    }
    if (d) closedir(d);
    rmdir(path);
}

static enum ctest_result build_and_run(builder *r) {
    enum ctest_result result = CTEST_NOT_RUN;
    for (size_t i = 0; i < sizeof fillings / sizeof *fillings && (i == 0 || result == CTEST_MISSED); i++) {
        r->filling = fillings[i];
        enum ctest_result now = build(r) ? run(r) : CTEST_NOT_RUN;
        if (i == 0 || now == CTEST_REACHED) result = now;
    }
    return result;
}

enum ctest_result ctest_run(program *unreduced, const load_options *o, const budget *b, evidence *e) {
    builder r = {.p = unreduced, .o = o, .b = b, .e = e};
    enum ctest_result result = CTEST_NOT_RUN;
    input_error error = {0};
    const char *base = getenv("TMPDIR");
    snprintf(r.directory, sizeof r.directory, "%.40s/cinch-XXXXXX", base && strlen(base) <= 40 ? base : "/tmp");
    if (!runs_here(&r)) return result;
    if (!sources_expand(o, &r.s, &error)) return no(&r, "its sources are gone"), result;
    if (!mkdtemp(r.directory)) no(&r, "no temporary directory");
    else {
        result = build_and_run(&r);
        remove_directory(r.directory);
    }
    if (result == CTEST_REACHED) e->why[0] = 0;
    sources_release(&r.s);
    text_release(&r.said);
    ctest_functions_release(&r.defined);
    for (uint32_t i = 0; i < r.missing.size; i++) mem_free(r.missing.data[i]);
    vec_release(&r.missing);
    return result;
}
