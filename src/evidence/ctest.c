/* Building and running the generated test. */
#include "base/log.h"
#include "base/fail.h"
#include "base/launch.h"
#include "base/own.h"
#include "base/time_limits.h"
#include "native/build.h"
#include "native/gate.h"
#include "evidence/ctest_write.h"

#include <signal.h>

/* Not part of the test that a user keeps: only here it runs without being asked for. */
static const char gate[] =
#include "gate.inc"
    ;

static const char leak[] =
#include "leak.inc"
    ;
static const char shadow[] =
#include "shadow.inc"
    ;
static const char *const shadow_functions[] = {"__asan_allocas_unpoison",
                                               "__asan_alloca_poison",
                                               "__asan_handle_no_return",
                                               "getenv",
                                               "printf",
                                               "fprintf",
                                               "sprintf",
                                               "snprintf",
                                               NULL};
static const char *const leak_functions[] = {
    "malloc",         "calloc",    "realloc", "reallocarray",
    "aligned_alloc",  "memalign",  "valloc",  "pvalloc",
    "posix_memalign", "strdup",    "strndup", "asprintf",
    "free",           "vasprintf", "exit",    NULL};

typedef struct {
    program *p;
    const load_options *o;
    const budget *b;
    evidence *e;
    building made;
    const char *filling; /* of locals */
    bool strict;         /* an access outside its object ends the run */
    bool is_long;        /* nothing else can show the violation */
    bool compiled; /* the program is, with this filling: tests that come after the first need not do
                      it again */
    string_vec missing;
    ctest_functions defined;
} builder;

/* What locals hold before they are assigned, where the run does not care: one of these may lead
 * along its path. */
static const char *const fillings[] = {"-ftrivial-auto-var-init=zero",
                                       "-ftrivial-auto-var-init=pattern",
                                       "-ftrivial-auto-var-init=uninitialized"};

static const char *const strict_flags[] = {"-fsanitize=address", "-fsanitize=array-bounds", NULL};
/* For an invalid access (runtime/shadow.c). */
static const char *const watched_flags[] = {"-fsanitize=address", "-fsanitize=array-bounds",
                                            "-finstrument-functions", "-fno-omit-frame-pointer",
                                            NULL};

static bool no(builder *r, const char *why) {
    snprintf(r->e->why, sizeof r->e->why, "no test was run: %s", why);
    return false;
}

static const property *broken(const builder *r) { return program_property_at(r->p, r->e->reached); }

/* Calls of a static function do not go by its name: the test cannot see them. */
static bool refuse_hidden_errors(builder *r) {
    if (!build_symbols(&r->made)) return no(r, r->made.why);
    for (const char *at = text_string(&r->made.said); *at;
         at += strcspn(at, "\n"), at += *at == '\n') {
        size_t name = strcspn(at, " \n");
        for (uint32_t k = 0; at[name] == ' ' && at[name + 1] == 't' && k < r->defined.names.size;
             k++)
            if (strlen(r->defined.names.data[k]) == name &&
                !memcmp(r->defined.names.data[k], at, name))
                return no(r, "a function that it needs to see is static");
    }
    return true;
}

/* Its main is still called by the function that the program starts in. */
static char *give_way(const char *name) {
    return strcmp(name, "main") ? mem_format("--weaken-symbol=%s", name)
                                : mem_format("--redefine-sym=main=%smain", own_prefix());
}

static bool is_broken(const builder *r, enum property_id id) {
    return !same_loc(r->e->reached, NO_LOC) && broken(r)->id == id;
}

static bool looks_for_leaks(const builder *r) {
    return is_broken(r, PROPERTY_TRACK) || is_broken(r, PROPERTY_CLEANUP);
}

static bool watches_free(const builder *r) {
    return r->strict && r->made.s.checks & CHECK_FREE && !looks_for_leaks(r);
}

static bool fills_blocks(const builder *r) {
    for (uint32_t k = 0; k < r->defined.names.size; k++)
        if (!strcmp(r->defined.names.data[k], "malloc")) return true;
    return false;
}

static bool watches_malloc(const builder *r) { return watches_free(r) && !fills_blocks(r); }

static bool watches_accesses(const builder *r) { return r->strict && is_broken(r, PROPERTY_DEREF); }

static bool watches_states(const builder *r) { return is_broken(r, PROPERTY_TERMINATION); }

/* For the program and for our file. */
static const char *const *flags_of(const builder *r) {
    static const char *const none[] = {NULL};
    return watches_accesses(r) ? watched_flags : r->strict ? strict_flags : none;
}

/* AddressSanitizer's own allocation must stay what the test calls; the program calls the test's. */
static void rename_allocation(const builder *r, string_vec *words) {
    if (looks_for_leaks(r))
        for (size_t k = 0; leak_functions[k]; k++)
            vec_push(words, mem_format("--redefine-sym=%s=%sleak_%s", leak_functions[k],
                                       own_prefix(), leak_functions[k]));
    else if ((r->strict && fills_blocks(r)) || watches_malloc(r))
        vec_push(words, mem_format("--redefine-sym=malloc=%smalloc", own_prefix()));
    for (size_t k = 0; watches_accesses(r) && shadow_functions[k]; k++)
        vec_push(words, mem_format("--redefine-sym=%s=%sshadow_%s", shadow_functions[k],
                                   own_prefix(), shadow_functions[k]));
    if (watches_free(r)) {
        vec_push(words, mem_format("--redefine-sym=free=%sfree", own_prefix()));
        vec_push(words, mem_format("--redefine-sym=realloc=%srealloc", own_prefix()));
    }
}

/* The program's own definitions of what the test defines give way at linking; what the test uses
 * can be seen. */
static bool weaken(builder *r) {
    string_vec words = {0};
    for (uint32_t k = 0; k < r->defined.names.size; k++)
        vec_push(&words, give_way(r->defined.names.data[k]));
    for (uint32_t k = 0; k < r->defined.used.size; k++)
        vec_push(&words, mem_format("--globalize-symbol=%s", r->defined.used.data[k]));
    for (uint32_t k = 0; r->strict && ctest_check(k); k++)
        vec_push(&words, mem_format("--redefine-sym=" CTEST_CHECK "=%scheck_%s", ctest_check(k),
                                    own_prefix(), ctest_check(k)));
    rename_allocation(r, &words);
    bool good = build_change(&r->made, &words);
    vec_free_each(&words);
    return good || no(r, r->made.why);
}

static const char own_check[] = "check_";

/* What the program calls, before objcopy; NULL: it does not call a function of ours, that the test
 * does not have. Takes the name. */
static char *called_by(char *name) {
    const char *own = own_rest(name);
    if (!own) return name;
    bool check = !strncmp(own, own_check, sizeof own_check - 1);
    char *plain = check ? mem_format(CTEST_CHECK, own + sizeof own_check - 1) : NULL;
    mem_free(name);
    return plain;
}

/* The name at the end of a line "...: undefined reference to `NAME'"; NULL: none. What comes before
 * may be a stranger's, too, and the name becomes text of C: nothing but a name of C is one. */
static char *missing_in(const char *line, size_t size) {
    static const char says[] = ": undefined reference to `";
    size_t end = size && line[size - 1] == '\'' ? size - 1 : 0, from = end;
    while (from && is_name_char(line[from - 1])) from--;
    bool found = from < end && from >= sizeof says - 1 &&
                 !memcmp(line + from - (sizeof says - 1), says, sizeof says - 1);
    return found ? called_by(mem_format("%.*s", (int)(end - from), line + from)) : NULL;
}

/* False where there is none that is new. */
static bool find_missing(builder *r) {
    bool any = false;
    const char *line = text_string(&r->made.said);
    for (size_t size; *line; line += size + (line[size] == '\n')) {
        size = strcspn(line, "\n");
        char *name = missing_in(line, size);
        bool known = !name;
        for (uint32_t i = 0; !known && i < r->missing.size; i++)
            known = !strcmp(r->missing.data[i], name);
        if (known) mem_free(name);
        else vec_push(&r->missing, name);
        any |= !known;
    }
    return any;
}

static bool compile(builder *r) {
    const char *flags[8] = {r->filling};
    size_t n = 1;
    for (size_t i = 0; flags_of(r)[i]; i++) flags[n++] = flags_of(r)[i];
    if (watches_states(r)) flags[n] = CTEST_REPEAT_FLAG;
    return build_compile(&r->made, flags) || no(r, r->made.why);
}

/* The sanitizer's runtime library has functions of these names, too. */
static void rename_checks(text *out) {
    for (uint32_t k = 0; ctest_check(k); k++)
        text_print(out, "#define " CTEST_CHECK " CINCH_OWN(check_%s)\n", ctest_check(k),
                   ctest_check(k));
}

/* The program is marked with goals: each that is passed is said, and the one in question ends the
 * run. */
static void write_marks(builder *r, text *out) {
    if (same_loc(r->e->reached, NO_LOC) || broken(r)->id != PROPERTY_GOAL) return;
    text_print(
        out,
        "\n" CTEST_MARKS
        "\nvoid CINCH_OWN(goal)(int goal, _Bool when) {\n    if (when) passed(goal, %s);\n}\n"
        "_Bool CINCH_OWN(condition)(int yes, int no, _Bool is) {\n    passed(is ? yes : no, %s);\n "
        "   return is;\n}\n",
        program_text(r->p, broken(r)->detail), program_text(r->p, broken(r)->detail));
}

/* How the test ends where this property is broken: the model has no such runs where it is not
 * checked. */
static const char *end_of_access(const builder *r, enum property_id id) {
    if (id == PROPERTY_NAMED) return "test_passes";
    return is_broken(r, id) ? "test_fails" : "test_differs";
}

static enum property_id checked_as(const builder *r, uint32_t check, enum property_id id) {
    uint32_t checks = r->made.s.checks;
    return checks & check ? id : checks & CHECK_DEREF ? PROPERTY_DEREF : PROPERTY_NAMED;
}

/* Accesses outside of objects, as AddressSanitizer and the processor see them. Those near address 0
 * are the property null. */
static void write_accesses(builder *r, text *out) {
    uint32_t checks = r->made.s.checks;
    const char *bounds = end_of_access(r, checked_as(r, CHECK_BOUNDS, PROPERTY_BOUNDS)),
               *null = end_of_access(r, checked_as(r, CHECK_NULL, PROPERTY_NULL)),
               *freed = end_of_access(r, checks & CHECK_FREE ? PROPERTY_FREE : PROPERTY_NAMED),
               *constant = is_broken(r, PROPERTY_DEREF) ? "test_fails" : bounds;
    text_print(out,
               "\nconst char *__asan_default_options(void) { return "
               "\"detect_leaks=0:handle_segv=0:handle_sigbus=0%s\"; }\n",
               looks_for_leaks(r) ? ":detect_stack_use_after_return=0" : "");
    if (!(checks & (CHECK_BOUNDS | CHECK_NULL | CHECK_LIFETIMES))) return;
    text_print(out,
               "#include <signal.h>\nconst char *__asan_get_report_description(void);\n"
               "void __asan_on_error(void) {\n    const char *what = "
               "__asan_get_report_description();\n"
               "    if (strstr(what, \"double-free\") || strstr(what, \"bad-free\")) "
               "%s(\"no block is freed\");\n    %s(\"outside of an object\");\n}\n"
               "static void on_fault(int number, siginfo_t *about, void *context) {\n    "
               "(void)number, (void)context;\n"
               "    if (about->si_code <= 0) test_passes(\"a signal that the program sent\");\n"
               "    if (about->si_code != SI_KERNEL && (unsigned long)about->si_addr < 0x10000) "
               "%s(\"null\");\n    if (about->si_code == SEGV_ACCERR) %s(\"write to a "
               "constant\");\n    %s(\"outside of an object\");\n}\n",
               freed, bounds, null, constant, bounds);
    text_add(out, "__attribute__((constructor)) static void watch_faults(void) {\n    static char "
                  "stack[65536];\n"
                  "    stack_t other = {.ss_sp = stack, .ss_size = sizeof stack};\n"
                  "    sigaltstack(&other, NULL);\n    test_handles(SIGSEGV, on_fault);\n    "
                  "test_handles(SIGBUS, on_fault);\n}\n");
}

/* The sanitizer's free writes before what it gets, which ends badly where that is no block. */
static void write_free(builder *r, text *out) {
    const char *end = end_of_access(r, PROPERTY_FREE);
    if (!watches_free(r)) return;
    text_print(
        out,
        "\n#include <stdlib.h>\nint __sanitizer_get_ownership(const volatile void *);\n"
        "static void test_block(void *p) {\n    if (p && !__sanitizer_get_ownership(p)) "
        "%s(\"no block is freed\");\n}\n"
        "void CINCH_OWN(free)(void *p) { test_block(p), free(p); }\n"
        "void *CINCH_OWN(realloc)(void *p, size_t n) { return test_block(p), realloc(p, n); }\n",
        end);
    /* The sanitizer gives a block of no bytes one byte, which no access may use. */
    if (watches_malloc(r))
        text_add(out, "void __asan_poison_memory_region(const volatile void *, size_t);\n"
                      "void *CINCH_OWN(malloc)(size_t n) {\n    void *p = malloc(n);\n"
                      "    if (p && !n) __asan_poison_memory_region(p, 1);\n    return p;\n}\n");
}

static void write_leaks(builder *r, text *out) {
    if (looks_for_leaks(r))
        text_print(out, "\n#define LEAK_ALL %d\n#define LEAK_ENDS test_fails\n%s",
                   is_broken(r, PROPERTY_CLEANUP), leak);
}

static void write_gate(text *out) {
    text_print(out,
               "#define CINCH_OWN(name) %s##name\n#define CINCH_OWN_PREFIX \"%s\"\n"
               "#define " CTEST_PROGRAM_MAIN " CINCH_OWN(main)\n"
               "#define SANDBOX_CHANNEL %d\n#define SANDBOX_END %u\n#define SANDBOX_MARK %u\n%s",
               own_prefix(), own_prefix(), SANDBOX_CHANNEL, SANDBOX_END, SANDBOX_MARK, gate);
}

static bool link_test(builder *r) {
    text all = {0};
    write_gate(&all);
    if (r->strict) rename_checks(&all);
    if (r->strict && watches_states(r)) text_add(&all, "#define REPEAT_STRICT\n");
    if (r->strict && fills_blocks(r))
        text_add(&all,
                 "#define malloc CINCH_OWN(malloc)\n#define __libc_malloc __interceptor_malloc\n");
    text_add(&all, text_string(&r->e->test));
    write_marks(r, &all);
    if (r->strict) write_accesses(r, &all);
    if (watches_accesses(r)) text_print(&all, "\n%s", shadow);
    write_free(r, &all);
    write_leaks(r, &all);
    bool good = build_link(&r->made, &all, r->strict ? flags_of(r) : NULL, NULL);
    text_release(&all);
    return good;
}

static bool build(builder *r) {
    if (!r->compiled && !compile(r)) return false;
    for (int round = 0; round < 3; round++) {
        ctest_functions_release(&r->defined);
        if (!ctest_write(r->p, &r->made.s, r->o, &r->missing, r->e, &r->defined)) return false;
        if (!refuse_hidden_errors(r) || !weaken(r)) return false;
        if (link_test(r)) return true;
        if (!find_missing(r)) break;
    }
    return no(r, r->made.why[0] ? r->made.why : "the test does not link");
}

/* How the test ended by itself, and the marks that it passed. 0: it did not come to its end. */
static unsigned read_end(builder *r, const text *records) {
    sandbox_record x;
    vec_clear(&r->e->marks);
    for (size_t at = 0; at + sizeof x <= records->size; at += sizeof x) {
        memcpy(&x, records->data + at, sizeof x);
        if (x.kind == SANDBOX_END) return x.value;
        if (x.kind == SANDBOX_MARK && !r->p->leaves_code) vec_push(&r->e->marks, x.value);
    }
    return 0;
}

static enum ctest_result missed(builder *r, child_result c, unsigned end) {
    r->e->test_ended = !c.signal;
    r->e->test_differs = end == CTEST_OTHER_STATUS;
    snprintf(r->e->why, sizeof r->e->why, "the compiled test ends without the error (%s %d)",
             c.signal ? "signal" : "exit status", c.signal ? c.signal : c.status);
    return CTEST_MISSED;
}

/* A program that jumps where it likes may jump to the gate. */
static enum ctest_result reached(builder *r) {
    if (!r->p->leaves_code) return CTEST_REACHED;
    snprintf(r->e->why, sizeof r->e->why,
             "the compiled test does not count: the program may come to its end by itself");
    return CTEST_DOUBTFUL;
}

/* Only what came through the gate counts: exit status and output are the program's own. */
static enum ctest_result judge(builder *r, const launch_report *report) {
    child_result c = report->end;
    unsigned end = read_end(r, &report->records);
    if (report->refused)
        return no(r, "the kernel allows no sandbox (--unsafe-native)"), CTEST_NOT_RUN;
    if (!c.started || !report->executed) return no(r, "it cannot be run"), CTEST_NOT_RUN;
    r->e->layers = report->layers;
    if (end == CTEST_REACHED_STATUS) return reached(r);
    if (c.timed_out) return no(r, "it takes too long"), CTEST_NOT_RUN;
    if (c.signal == SIGSYS)
        return no(r, "it calls the system for more than a test is given"), CTEST_NOT_RUN;
    return missed(r, c, end);
}

static enum ctest_result run(builder *r) {
    char *path = build_program(&r->made);
    enum time_limit limit = r->is_long          ? TIME_TEST_LONG
                            : watches_states(r) ? TIME_TEST_REPEAT
                                                : TIME_TEST_RUN;
    launch_options how = {
        .profile = LAUNCH_TEST,
        .limits = {.seconds = time_for(limit, r->b),
                   .memory_bytes = r->strict ? 0 : 4ull << 30, /* the sanitizer maps terabytes */
                   .output_bytes = 64 << 20,
                   .silent = true},
        .gate = gate_find(path),
        .sanitizer = r->strict,
        .unsafe = r->o->unsafe_native};
    launch_report report = {0};
    enum ctest_result result = CTEST_NOT_RUN;
    if (how.gate) launch_run((char *[]){path, NULL}, NULL, NULL, NULL, &how, &report);
    if (how.gate) result = judge(r, &report);
    else no(r, "its gate is not where it was put");
    launch_report_release(&report);
    mem_free(path);
    return result;
}

static enum ctest_result build_and_run(builder *r) {
    enum ctest_result result = CTEST_NOT_RUN;
    for (size_t i = 0; i < sizeof fillings / sizeof *fillings && (i == 0 || result == CTEST_MISSED);
         i++) {
        r->filling = fillings[i];
        enum ctest_result now = build(r) ? run(r) : CTEST_NOT_RUN;
        if (i == 0 || now == CTEST_REACHED) result = now;
    }
    return result;
}

static void builder_release(builder *r) {
    build_end(&r->made);
    ctest_functions_release(&r->defined);
    vec_free_each(&r->missing);
}

enum ctest_result ctest_run(program *unreduced, const load_options *o, const budget *b,
                            evidence *e) {
    LOG("evidence", "compile and run the test");
    builder r = {.p = unreduced, .o = o, .b = b, .e = e};
    enum ctest_result result = CTEST_NOT_RUN;
    bool begun = build_begin(&r.made, o, b);
    /* only so the test sees these */
    r.strict = r.made.s.checks & (CHECK_BOUNDS | CHECK_NULL | CHECK_LIFETIMES);
    if (!begun) no(&r, r.made.why);
    else result = build_and_run(&r);
    if (result == CTEST_REACHED) e->why[0] = 0;
    builder_release(&r);
    return result;
}

struct ctest_suite {
    builder r;
    bool begun;
};

ctest_suite *ctest_suite_new(const load_options *o, const budget *b) {
    ctest_suite *s = mem_zero(sizeof *s);
    s->r = (builder){.o = o, .b = b, .filling = fillings[0]};
    s->begun = build_begin(&s->r.made, o, b);
    return s;
}

void ctest_suite_delete(ctest_suite *s) {
    if (!s) return;
    builder_release(&s->r);
    mem_free(s);
}

enum ctest_result ctest_suite_run(ctest_suite *s, program *unreduced, evidence *e) {
    LOG("evidence", "run a test of a suite");
    builder *r = &s->r;
    r->p = unreduced;
    r->e = e;
    if (!s->begun) return no(r, r->made.why), CTEST_NOT_RUN;
    if (!build(r)) return CTEST_NOT_RUN;
    r->compiled = true;
    enum ctest_result result = run(r);
    if (result == CTEST_REACHED) e->why[0] = 0;
    return result;
}

enum ctest_result ctest_run_strict(program *unreduced, const load_options *o, const budget *b,
                                   evidence *e) {
    builder r = {.p = unreduced,
                 .o = o,
                 .b = b,
                 .e = e,
                 .filling = fillings[0],
                 .strict = true,
                 .is_long = true};
    bool built = build_begin(&r.made, o, b) && build(&r);
    enum ctest_result result = built ? run(&r) : CTEST_NOT_RUN;
    builder_release(&r);
    return result;
}
