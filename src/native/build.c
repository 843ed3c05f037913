#include "native/build.h"
#include "base/log.h"
#include "base/fail.h"
#include "base/launch.h"
#include "base/tool.h"
#include "frontend/cprover.h"
#include "frontend/flags.h"
#include "frontend/project.h"
#include "native/assembly.h"
#include "native/trace.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

/* Beside what reading a source takes. */
static const char *const plain[] = {"-ffp-contract=off", "-O0", "-ftrivial-auto-var-init=zero",
                                    "-D__NO_CTYPE", NULL};
/* The compiler refuses what has assembly; native/assembly.h says why. Barriers, which have no text,
 * stay. */
static const char *const without_assembly[] = {"-fno-gnu-inline-asm", "-fno-asm-blocks", NULL};

static bool no(building *x, const char *why) {
    snprintf(x->why, sizeof x->why, "%s", why);
    return false;
}

/* A tool said no, unless it is known that it did not come so far; its first error is worth
 * repeating. */
static bool refused(building *x, const char *why) {
    const char *error = strstr(text_string(&x->said), "error: ");
    if (x->why[0]) return false;
    if (!error) return no(x, why);
    error += strlen("error: ");
    snprintf(x->why, sizeof x->why, "%s: %.*s", why, (int)strcspn(error, "\n"), error);
    return false;
}

static void add(string_vec *argv, const char *word) { vec_push(argv, (char *)(uintptr_t)word); }

static void add_all(string_vec *argv, const char *const *words) {
    while (words && *words) add(argv, *words++);
}

/* Why a tool did not come to its end; empty where it did, and `said` has its own words. */
static void explain(building *x, const char *name, child_result c) {
    x->why[0] = 0;
    if (!c.started)
        snprintf(x->why, sizeof x->why, "%s cannot be run: %s%s", name, strerror(c.status),
                 tool_package_note(name));
    else if (c.timed_out) snprintf(x->why, sizeof x->why, "%s ran out of time", name);
    else if (c.signal) snprintf(x->why, sizeof x->why, "%s was ended by signal %d", name, c.signal);
}

/* Run a tool on `given` (NULL: none); its output goes to `said`. Releases argv. */
static bool tool_on(building *x, string_vec *argv, const char *directory, const text *given) {
    vec_push(argv, NULL);
    double left = budget_left(x->b);
    child_limits limits = {.seconds = left < 60 ? (left > 0.1 ? left : 0.1) : 60,
                           .directory = directory,
                           .scratch = x->directory}; /* a compiler that is killed leaves some */
    text_clear(&x->said);
    child_result c = launch_tool(argv->data, given, &x->said, &x->said, limits);
    explain(x, argv->data[0], c);
    vec_release(argv);
    return c.started && !c.timed_out && !c.signal && !c.status;
}

static bool tool(building *x, string_vec *argv, const char *directory) {
    return tool_on(x, argv, directory, NULL);
}

static bool narrow(const building *x) {
    return x->s.data_model && !strcmp(x->s.data_model, "ILP32");
}

/* x87 would compute in more precision than the program that was verified has. */
static void add_machine(const building *x, string_vec *argv) {
    if (!x->s.data_model) return;
    add(argv, narrow(x) ? "-m32" : "-m64");
    if (narrow(x)) add(argv, "-msse2"), add(argv, "-mfpmath=sse");
}

static char *object_path(const building *x, uint32_t i) {
    return mem_format("%s/%u.o", x->directory, i);
}
char *build_program(const building *x) { return mem_format("%s/test", x->directory); }

/* The compiler with all that decides how a source is understood. */
static void add_compiler(const building *x, const source *s, const char *const *flags,
                         string_vec *argv) {
    add(argv, "clang-19");
    if (x->s.items.size == 1 && !source_has_extern_inline(s))
        add(argv, "-fgnu89-inline"); /* as it was read */
    for (uint32_t i = 0; i < s->arguments.size; i++) add(argv, s->arguments.data[i]);
    for (uint32_t i = 0; i < x->o->clang_arguments.size; i++)
        add(argv, x->o->clang_arguments.data[i]);
    flags_lenient(argv);
    add_all(argv, plain);
    add_machine(x, argv);
    flags_sanitize(x->s.checks, argv);
    if (!(x->s.checks & CHECK_SHIFT)) vec_push(argv, (char *)(uintptr_t)"-fno-sanitize=shift-base");
    add(argv, "-fno-sanitize-recover=all");
    add_all(argv, flags);
}

/* Without the target. */
static const char *rule_files(const char *rule) {
    const char *colon = strchr(rule, ':');
    return colon ? colon + 1 : rule;
}

/* The compiler says what it read: no more than for the verdict (frontend/project.h), though the
 * program may know by a macro that it is built to be run. */
static bool read_its_own(building *x, const char *rule, const source *s) {
    text files = {0};
    project p;
    char *foreign = NULL;
    project_of(x->o, &x->s, &p);
    if (text_read_file(&files, rule))
        foreign = project_refuses(&p, rule_files(text_string(&files)), s->directory);
    if (foreign) no(x, "it reads files outside of the project");
    bool good = !foreign;
    project_release(&p);
    mem_free(foreign);
    text_release(&files);
    return good;
}

/* A source as `made`; `more` (ended by NULL) comes after the flags. */
static bool compile_as(building *x, const source *s, const char *const *flags,
                       const char *const *more, const text *instead, const char *made) {
    string_vec argv = {0};
    char *rule = mem_format("%s.d", made);
    add_compiler(x, s, flags, &argv);
    add_all(&argv, more);
    if (instead) add(&argv, "-xcpp-output");
    else add_all(&argv, (const char *const[]){"-MD", "-MT", "x", "-MF", rule, NULL});
    add_all(&argv, (const char *const[]){"-c", instead ? "-" : s->file, "-o", made, NULL});
    bool good = tool_on(x, &argv, s->directory, instead) && read_its_own(x, rule, s);
    mem_free(rule);
    return good;
}

/* By way of bitcode, where all that is to be assembled can be seen. */
static bool compile_bitcode(building *x, const source *s, const char *const *flags,
                            const text *instead, const char *object) {
    string_vec argv = {0};
    text code = {0};
    char *made = mem_format("%s.bc", object);
    bool good = compile_as(x, s, flags, (const char *const[]){"-emit-llvm", NULL}, instead, made) &&
                text_read_file(&code, made);
    if (good && !assembly_is_plain(&code)) good = no(x, "it has assembly with directives");
    if (good && x->traces_floats) good = trace_floats(&code) && text_write_file(&code, made);
    add_all(&argv, (const char *const[]){"clang-19", "-w", x->traces_floats ? "-O1" : "-O0",
                                         "-fPIC", "-Xclang", "-disable-llvm-passes", NULL});
    add_machine(x, &argv);
    add_all(&argv, (const char *const[]){"-c", made, "-o", object, NULL});
    if (good) good = tool(x, &argv, NULL);
    else vec_release(&argv);
    text_release(&code);
    mem_free(made);
    return good;
}

static bool compile(building *x, const source *s, uint32_t number, const char *const *flags,
                    const text *instead) {
    char *object = object_path(x, number);
    bool good = !x->traces_floats && compile_as(x, s, flags, without_assembly, instead, object);
    if (x->traces_floats || (!good && strstr(text_string(&x->said), "inline assembly is disabled")))
        good = compile_bitcode(x, s, flags, instead, object);
    mem_free(object);
    return good || refused(x, "the program does not compile");
}

/* Of such a file clang prints nothing, unless it is told that it is C. Directives in it count when
 * it is compiled, macros of the compiler do not. */
static bool is_preprocessed(const source *s) {
    size_t n = strlen(s->file);
    return n > 2 && !strcmp(s->file + n - 2, ".i");
}

/* What the front end sees after the preprocessor: a program may know by a macro that it has the flags
 * of AddressSanitizer. With CBMC's words (frontend/cprover.h) as a program can run them. */
static bool compile_preprocessed(building *x, const source *s, uint32_t number,
                                 const char *const *flags, bool cprover) {
    string_vec argv = {0};
    text preprocessed = {0}, rewritten = {0};
    char *rule = mem_format("%s/%u.d", x->directory, number);
    add_compiler(x, s, NULL, &argv);
    add_all(&argv, (const char *const[]){"-MD", "-MT", "x", "-MF", rule, "-E", NULL});
    if (is_preprocessed(s)) add_all(&argv, (const char *const[]){"-xc", "-undef", NULL});
    add(&argv, s->file);
    bool good = (tool(x, &argv, s->directory) || refused(x, "the program does not compile")) &&
                read_its_own(x, rule, s);
    if (good) {
        text_bytes(&preprocessed, x->said.data, x->said.size);
        if (cprover) cprover_rewrite(&preprocessed, true, &rewritten);
        good = compile(x, s, number, flags, cprover ? &rewritten : &preprocessed);
    }
    mem_free(rule);
    text_release(&preprocessed);
    text_release(&rewritten);
    return good;
}

/* Some source of the program has words of CBMC in it. */
static bool speaks_cprover(const building *x) {
    bool found = false;
    for (uint32_t i = 0; i < x->s.items.size && !found; i++) {
        text all = {0};
        found = text_read_file(&all, x->s.items.data[i].file) &&
                strstr(text_string(&all), CPROVER_PREFIX);
        text_release(&all);
    }
    return found;
}

static bool defines_macro(const char *const *flags) {
    while (flags && *flags && strcmp(*flags, "-fsanitize=address")) flags++;
    return flags && *flags;
}

bool build_compile(building *x, const char *const *flags) {
    LOG("native", "compile");
    bool cprover = !x->o->texts.instead && speaks_cprover(x);
    for (uint32_t i = 0; i < x->s.items.size; i++) {
        const source *s = &x->s.items.data[i];
        const text *instead = x->o->texts.instead ? x->o->texts.instead + i : NULL;
        if (s->kind != SOURCE_C) return no(x, "not all of the program is C");
        bool known = !instead && (cprover || defines_macro(flags));
        if (!(known ? compile_preprocessed(x, s, i, flags, cprover)
                    : compile(x, s, i, flags, instead)))
            return false;
    }
    x->objects = x->s.items.size;
    return true;
}

/* The paths of all objects, kept in `words`. */
static void add_objects(const building *x, string_vec *argv, string_vec *words) {
    for (uint32_t i = 0; i < x->objects; i++) {
        vec_push(words, object_path(x, i));
        add(argv, words->data[i]);
    }
}

bool build_join(building *x) {
    string_vec argv = {0}, words = {0};
    if (x->objects == 1) return true;
    char *all = mem_format("%s/all.o", x->directory), *first = object_path(x, 0);
    add_all(&argv, (const char *const[]){"ld", "-r", "-m", narrow(x) ? "elf_i386" : "elf_x86_64",
                                         "-o", all, NULL});
    add_objects(x, &argv, &words);
    bool good = tool(x, &argv, NULL) && !rename(all, first);
    if (good) x->objects = 1;
    vec_free_each(&words);
    mem_free(all);
    mem_free(first);
    return good || refused(x, "the files do not link");
}

bool build_symbols(building *x) {
    string_vec argv = {0}, words = {0};
    /* Plugins read what is no object file: to load them takes longer than all the rest. */
    add_all(&argv, (const char *const[]){"nm", "--plugin=/dev/null", "-f", "posix", NULL});
    add_objects(x, &argv, &words);
    bool good = tool(x, &argv, NULL);
    vec_free_each(&words);
    return good || refused(x, "nm failed");
}

/* What speaks to the linker and the kernel: the loader to start by, and sections that the linker
 * prints, among messages that we read. */
static const char *const never_linked[] = {"--remove-section=.interp",
                                           "--remove-section=.gnu.warning*", NULL};

bool build_change(building *x, const string_vec *arguments) {
    for (uint32_t i = 0; i < x->objects; i++) {
        string_vec argv = {0};
        char *object = object_path(x, i);
        add(&argv, "objcopy");
        add_all(&argv, never_linked);
        vec_append(&argv, arguments->data, arguments->size);
        add(&argv, object);
        bool good = tool(x, &argv, NULL);
        mem_free(object);
        if (!good) return refused(x, "objcopy failed");
    }
    return true;
}

/* Our file as the object that comes after those of the program. */
static bool compile_own(building *x, const text *own, const char *const *flags) {
    string_vec argv = {0};
    char *file = mem_format("%s/test.c", x->directory), *object = object_path(x, x->objects);
    bool good = text_write_file(own, file) || no(x, "temporary files cannot be written");
    add(&argv, "clang-19");
    flags_lenient(&argv);
    add_all(&argv, plain);
    add(&argv, "-fno-builtin");
    add_machine(x, &argv);
    add_all(&argv, flags);
    add_all(&argv, (const char *const[]){"-c", file, "-o", object, NULL});
    if (good) good = tool(x, &argv, NULL);
    else vec_release(&argv);
    mem_free(file);
    mem_free(object);
    return good;
}

/* Clang starts another clang and takes twice as long for the same; but only it knows where the
 * libraries of its sanitizers are. */
static const char *linker_for(const char *const *flags) {
    return !flags && tool_is_there("gcc") ? "gcc" : "clang-19";
}

/* Fixed addresses, so that the gate is known beforehand (native/gate.h). Of 64 bits those where a
 * user's program lies, above 2^32: the driver takes start files for any address, and the linker
 * fixes it. */
static void add_addresses(const building *x, string_vec *argv) {
    add(argv, "-Wl,-z,noexecstack"); /* a section of the program may ask for one */
    if (narrow(x)) add(argv, "-no-pie");
    else add(argv, "-pie"), add(argv, "-Wl,-no-pie,--no-relax,-Ttext-segment=0x555555554000");
}

bool build_link(building *x, const text *own, const char *const *flags, const char *server) {
    LOG("native", "link");
    string_vec argv = {0}, words = {0};
    if (!compile_own(x, own, flags)) return false;
    char *made = build_program(x), *object = object_path(x, x->objects);
    add(&argv, linker_for(flags));
    add_machine(x, &argv);
    add_all(&argv, flags);
    add_addresses(x, &argv);
    /* A plugin would run what a section of an object says. */
    if (linker_for(flags)[0] == 'g') add(&argv, "-fno-use-linker-plugin");
    if (server) add(&argv, server);
    add(&argv, object);
    add_objects(x, &argv, &words);
    add_all(&argv, (const char *const[]){"-lm", "-lpthread", "-o", made, NULL});
    bool good = tool(x, &argv, NULL);
    vec_free_each(&words);
    mem_free(made);
    mem_free(object);
    return good;
}

/* ---- the directory ---- */

static bool remove_directory(const char *path) {
    DIR *d = opendir(path);
    for (struct dirent *x; d && (x = readdir(d));) {
        char *file = mem_format("%s/%s", path, x->d_name);
        if (strcmp(x->d_name, ".") && strcmp(x->d_name, "..")) unlink(file);
        mem_free(file);
    }
    if (d) closedir(d);
    return !rmdir(path) || !d;
}

/* In a session of its own, so that no signal for us or our group ends it: it makes the directory,
 * says its name, and removes it when we are gone, however we ended. A tool that outlives us for a
 * moment may still write a file: hence the attempts. */
static _Noreturn void keep_house(int to, char *directory) {
    char ignored;
    failure_point end;
    if (failure_enter(&end)) _exit(EXIT_INTERNAL);
    setsid();
    signal(SIGTERM, SIG_IGN);
    signal(SIGPIPE, SIG_IGN);
    dup2(to, 0);
    close_range(1, ~0u, 0);
    if (!mkdtemp(directory)) _exit(EXIT_INTERNAL);
    ssize_t told = write(0, directory, strlen(directory) + 1);
    while (told > 0 && read(0, &ignored, 1) > 0) {}
    for (int i = 0; i < 50 && !remove_directory(directory); i++) usleep(20000);
    _exit(0);
}

static bool hire_janitor(building *x) {
    int fds[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fds)) return false;
    x->janitor.pid = fork();
    if (!x->janitor.pid) {
        close(fds[1]);
        keep_house(fds[0], x->directory);
    }
    close(fds[0]);
    x->janitor.pipe = fds[1];
    if (x->janitor.pid > 0) return true;
    close(fds[1]);
    x->janitor.pid = 0;
    return false;
}

static bool make_directory(building *x) {
    const char *base = getenv("TMPDIR");
    snprintf(x->directory, sizeof x->directory, "%.40s/cinch-XXXXXX",
             base && strlen(base) <= 40 ? base : "/tmp");
    if (!hire_janitor(x)) return no(x, "no process");
    ssize_t n;
    do n = read(x->janitor.pipe, x->directory, strlen(x->directory) + 1);
    while (n < 0 && errno == EINTR);
    return n > 0 || no(x, "no temporary directory");
}

static bool runs_here(const load_options *o) {
    static const char *const here[] = {"x86_64", "i386", "i686"};
    for (size_t i = 0; o->target && i < sizeof here / sizeof *here; i++)
        if (!strncmp(o->target, here[i], strlen(here[i]))) return true;
    return !o->target;
}

bool build_begin(building *x, const load_options *o, const budget *b) {
    input_error error = {0};
    *x = (building){.o = o, .b = b};
    if (!runs_here(o)) return no(x, "the target is not this machine");
    if (!sources_expand(o, &x->s, &error)) return no(x, "its sources are gone");
    return make_directory(x);
}

void build_end(building *x) {
    if (x->janitor.pid > 0) {
        close(x->janitor.pipe);
        waitpid(x->janitor.pid, NULL, 0);
    }
    sources_release(&x->s);
    text_release(&x->said);
}
