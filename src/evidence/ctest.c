/* Building and running the generated test. */
#include "base/child.h"
#include "base/fail.h"
#include "evidence/build.h"
#include "evidence/ctest_write.h"

#include <signal.h>
#include <stdlib.h>

enum {
    RUN_SECONDS = 10,
    FILE_BYTES = 16 << 20,
    SANDBOX_BROKEN = 109 /* exit status; the program's own only weakens the evidence */
};

/* Not part of the test that a user keeps: only here it runs without being asked for. */
static const char sandbox[] =
#include "sandbox.inc"
    ;

typedef struct {
    program *p;
    const load_options *o;
    const budget *b;
    evidence *e;
    building made;
    const char *filling; /* of locals */
    bool strict;         /* an access outside its object ends the run */
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

static bool no(builder *r, const char *why) {
    snprintf(r->e->why, sizeof r->e->why, "no test was run: %s", why);
    return false;
}

/* Code that is run while the program is loaded would run before the sandbox is entered. */
static bool refuse_early_code(builder *r) {
    if (!build_symbols(&r->made)) return no(r, r->made.why);
    for (const char *at = text_string(&r->made.said); *at;
         at += strcspn(at, "\n"), at += *at == '\n') {
        size_t name = strcspn(at, " \n");
        if (at[name] == ' ' && (at[name + 1] == 'i' || at[name + 1] == 'I'))
            return no(r, "a function is chosen when it is loaded");
    }
    return true;
}

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
                                : mem_string("--redefine-sym=main=" CTEST_PROGRAM_MAIN);
}

/* The program's own definitions of what the test defines give way at linking; what the test uses
 * can be seen. */
static bool weaken(builder *r) {
    string_vec words = {0};
    vec_push(&words, mem_string("--remove-section=.interp"));
    for (uint32_t k = 0; k < r->defined.names.size; k++)
        vec_push(&words, give_way(r->defined.names.data[k]));
    for (uint32_t k = 0; k < r->defined.used.size; k++)
        vec_push(&words, mem_format("--globalize-symbol=%s", r->defined.used.data[k]));
    for (uint32_t k = 0; r->strict && ctest_check(k); k++)
        vec_push(&words, mem_format("--redefine-sym=" CTEST_CHECK "=" CTEST_OWN_CHECK,
                                    ctest_check(k), ctest_check(k)));
    bool good = build_change(&r->made, &words);
    for (uint32_t k = 0; k < words.size; k++) mem_free(words.data[k]);
    vec_release(&words);
    return good || no(r, r->made.why);
}

/* The names in the linker's "undefined reference to `x'"; false where there is none that is new. */
static bool find_missing(builder *r) {
    static const char says[] = "undefined reference to `";
    bool any = false;
    for (char *at = (char *)(uintptr_t)text_string(&r->made.said); (at = strstr(at, says));) {
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

static bool compile(builder *r) {
    const char *flags[8] = {r->filling};
    for (size_t i = 0; r->strict && strict_flags[i]; i++) flags[i + 1] = strict_flags[i];
    return (build_compile(&r->made, flags) || no(r, r->made.why)) && refuse_early_code(r);
}

/* The sanitizer's runtime library has functions of these names, too. */
static void rename_checks(text *out) {
    for (uint32_t k = 0; ctest_check(k); k++)
        text_print(out, "#define " CTEST_CHECK " " CTEST_OWN_CHECK "\n", ctest_check(k),
                   ctest_check(k));
}

static const property *broken(const builder *r) { return program_property_at(r->p, r->e->reached); }

/* The program is marked with goals: each that is passed is said, and the one in question ends the
 * run. */
static void write_marks(builder *r, text *out) {
    if (same_loc(r->e->reached, NO_LOC) || broken(r)->id != PROPERTY_GOAL) return;
    text_print(out,
               "\n" CTEST_MARKS "\nvoid " MARK_GOAL
               "(int goal, _Bool when) {\n    if (when) passed(goal, %s);\n}\n"
               "_Bool " MARK_CONDITION
               "(int yes, int no, _Bool is) {\n    passed(is ? yes : no, %s);\n    return is;\n}\n",
               program_text(r->p, broken(r)->detail), program_text(r->p, broken(r)->detail));
}

/* How the test ends at an access that breaks this property: the model has no such runs where it is
 * not checked. */
static const char *end_of_access(const builder *r, enum property_id id, uint32_t check) {
    if (!(r->made.s.checks & check)) return "test_passes";
    bool asked = !same_loc(r->e->reached, NO_LOC) && broken(r)->id == id;
    return asked ? "test_fails" : "test_differs";
}

/* Accesses outside of objects, as AddressSanitizer and the processor see them. Those near address 0
 * are the property null. */
static void write_accesses(builder *r, text *out) {
    const char *bounds = end_of_access(r, PROPERTY_BOUNDS, CHECK_BOUNDS),
               *null = end_of_access(r, PROPERTY_NULL, CHECK_NULL);
    text_add(out, "\nconst char *__asan_default_options(void) { return "
                  "\"detect_leaks=0:handle_segv=0\"; }\n");
    if (!(r->made.s.checks & (CHECK_BOUNDS | CHECK_NULL))) return;
    text_print(out,
               "#include <signal.h>\nvoid __asan_on_error(void) { %s(\"outside of an object\"); }\n"
               "static void on_fault(int signal_, siginfo_t *about, void *context) {\n    "
               "(void)signal_, (void)context;\n"
               "    if ((unsigned long)about->si_addr < 0x10000) %s(\"null\");\n    %s(\"outside "
               "of an object\");\n}\n",
               bounds, null, bounds);
    text_add(out, "__attribute__((constructor)) static void watch_faults(void) {\n    static char "
                  "stack[65536];\n"
                  "    stack_t other = {.ss_sp = stack, .ss_size = sizeof stack};\n"
                  "    struct sigaction act = {.sa_sigaction = on_fault, .sa_flags = SA_ONSTACK | "
                  "SA_SIGINFO};\n"
                  "    sigaltstack(&other, NULL);\n    sigaction(SIGSEGV, &act, NULL);\n    "
                  "sigaction(SIGBUS, &act, NULL);\n}\n");
}

static bool link_test(builder *r) {
    text all = {0};
    if (r->strict) rename_checks(&all);
    text_add(&all, text_string(&r->e->test));
    write_marks(r, &all);
    if (r->strict) write_accesses(r, &all);
    text_print(&all, "\n#define SANDBOX_BROKEN_STATUS %d\n%s", SANDBOX_BROKEN, sandbox);
    bool good = build_link(&r->made, &all, r->strict ? strict_flags : NULL);
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

static void read_marks(builder *r, text *errors) {
    vec_clear(&r->e->marks);
    for (const char *at = text_string(errors); (at = strstr(at, CTEST_MARK_SAYS)); at++)
        vec_push(&r->e->marks, (uint32_t)strtoul(at + strlen(CTEST_MARK_SAYS), NULL, 10));
}

static enum ctest_result run(builder *r) {
    char *path = build_program(&r->made);
    text output = {0}, errors = {0};
    double left = budget_left(r->b);
    child_limits limits = {.seconds = left < RUN_SECONDS ? left : RUN_SECONDS,
                           .memory_bytes =
                               r->strict ? 0 : 4ull << 30, /* the sanitizer maps terabytes */
                           .file_bytes = FILE_BYTES,
                           .directory = r->made.directory};
    child_result c = child_run((char *[]){path, NULL}, NULL, &output, &errors, limits);
    bool reached = c.status == CTEST_REACHED_STATUS &&
                   strstr(text_string(&errors), CTEST_SAYS); /* a signal may come from anything */
    bool differs = c.status == CTEST_OTHER_STATUS && strstr(text_string(&errors), CTEST_SAYS_OTHER);
    read_marks(r, &errors);
    text_release(&output);
    text_release(&errors);
    mem_free(path);
    if (!c.started) return no(r, "it cannot be run"), CTEST_NOT_RUN;
    if (reached) return CTEST_REACHED;
    if (c.timed_out) return no(r, "it takes too long"), CTEST_NOT_RUN;
    if (c.status == SANDBOX_BROKEN) return no(r, "it cannot be locked up"), CTEST_NOT_RUN;
    if (c.signal == SIGSYS)
        return no(r, "it calls the system for more than a test is given"), CTEST_NOT_RUN;
    r->e->test_ended = !c.signal;
    r->e->test_differs = differs;
    snprintf(r->e->why, sizeof r->e->why, "the compiled test ends without the error (%s %d)",
             c.signal ? "signal" : "exit status", c.signal ? c.signal : c.status);
    return CTEST_MISSED;
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
    for (uint32_t i = 0; i < r->missing.size; i++) mem_free(r->missing.data[i]);
    vec_release(&r->missing);
}

enum ctest_result ctest_run(program *unreduced, const load_options *o, const budget *b,
                            evidence *e) {
    builder r = {.p = unreduced, .o = o, .b = b, .e = e};
    enum ctest_result result = CTEST_NOT_RUN;
    bool begun = build_begin(&r.made, o, b);
    r.strict = r.made.s.checks & (CHECK_BOUNDS | CHECK_NULL); /* only so the test sees these */
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
    builder r = {.p = unreduced, .o = o, .b = b, .e = e, .filling = fillings[0], .strict = true};
    bool built = build_begin(&r.made, o, b) && build(&r);
    enum ctest_result result = built ? run(&r) : CTEST_NOT_RUN;
    builder_release(&r);
    return result;
}
